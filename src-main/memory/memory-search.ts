import type { MemoryHit, MemoryPage, MemoryScope } from '../tool-kit/tool-context.ts'
import { all, one, statement, type Work } from '../storage/engine/work.ts'
import { toListed, type ListedRow } from './memory-row.ts'

/** The most words of a search; any further ones are ignored. */
const MAX_WORDS = 10
const MAX_WORD_CHARS = 64
/** The fewest characters of a prefix; shorter ones match too many words. */
const MIN_BEGINNING_CHARS = 3
const MAX_EXCERPT_CHARS = 400
/** Starts with a letter, a digit or a private-use character, as in FTS5's tokenizer. */
const WORD = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]*/gu

/** The weight of a word in each column: a name counts more than a tag, and a tag more than the text. */
const WEIGHTS = { value: 1, tags: 2, name: 4 } as const
type Column = keyof typeof WEIGHTS
const COLUMNS = ['value', 'tags', 'name'] as const satisfies readonly Column[]
/** What PostgreSQL calls them in its index. */
const LABELS: Readonly<Record<Column, string>> = { value: 'D', tags: 'B', name: 'A' }
/** BM25's usual constants, the first is how quickly repeated words stop counting more. */
const K1 = 1.2
const B = 0.75

type Filter = { readonly now: number; readonly namespace: string | null; readonly tags: string }

/** What is read of an entry to rank it. */
interface Scanned {
  readonly id: number
  readonly bytes: number
  readonly updated_at: number
}

type Ranked = { readonly entry: Scanned; score: number }

type Search = MemoryScope & { readonly query: string; readonly limit: number; readonly offset: number }

/** The part of a statement's WHERE that every reader of several entries shares; its values come from `filterOf`. */
export const FILTER = {
  sqlite: `(expires_at IS NULL OR expires_at > :now) AND (:namespace IS NULL OR namespace = :namespace)
  AND NOT EXISTS (SELECT 1 FROM json_each(:tags) AS wanted
    WHERE wanted.value NOT IN (SELECT value FROM json_each(memory.tags)))`,
  postgres: `(expires_at IS NULL OR expires_at > :now) AND (:namespace::text IS NULL OR namespace = :namespace)
  AND tags::jsonb @> :tags::jsonb`,
}

/** The values of FILTER. */
export function filterOf({ namespace, tags = [] }: MemoryScope, now: number): Filter {
  return { now, namespace: namespace ?? null, tags: JSON.stringify(tags) }
}

const OF_KEY = 'SELECT id, bytes, updated_at FROM memory WHERE key_id = :key_id AND '
const SCOPE = statement<Filter & { key_id: string }, Scanned>(
  OF_KEY + FILTER.sqlite,
  OF_KEY + FILTER.postgres,
)
/** A search as each engine says it. */
type Match = { readonly match: string; readonly owner: string; readonly query: string }

const MATCHES = statement<Match, { id: number }>(
  'SELECT rowid AS id FROM memory_search WHERE memory_search MATCH :match',
  "SELECT id FROM memory WHERE search @@ :owner::tsquery AND search @@ to_tsquery('words', :query)",
)
const ROW = statement<{ id: number }, ListedRow>(
  `SELECT id, namespace, key, tags, bytes, created_at, updated_at, expires_at FROM memory WHERE id = :id`,
)
// The plus keeps SQLite from searching the index again for each entry of the page.
const EXCERPTS = statement<Match & { ids: string }, { id: number; excerpt: string }>(
  `SELECT rowid AS id, snippet(memory_search, 3, '**', '**', '…', 24) AS excerpt FROM memory_search
   WHERE memory_search MATCH :match AND +rowid IN (SELECT value FROM json_each(:ids))`,
  `SELECT id, ts_headline('words', tg_memory_text_1(value), to_tsquery('words', :query),
     'StartSel=**, StopSel=**, MaxWords=24, MinWords=12, ShortWord=0') AS excerpt
   FROM memory WHERE id IN (SELECT jsonb_array_elements_text(:ids::jsonb)::bigint)`,
)

/**
 * Ranked full-text search over the entries of one key: entries that contain at least one word of the text, best first.
 * The text is never parsed as query syntax. FTS5's own ranking counts words in the whole index; this one counts them
 * only in the caller's entries, so that the order reveals nothing about other keys' entries and does not wait for them.
 * @param now milliseconds since 1970
 */
export function* searchMemory(keyId: string, search: Search, now: number): Work<MemoryPage<MemoryHit>> {
  const words = wordsOf(search.query)
  if (words.length === 0) return { entries: [], more: false }
  const scope = yield* all(SCOPE, { key_id: keyId, ...filterOf(search, now) })
  const ranked = yield* rank(keyId, words, scope)
  const { offset, limit } = search
  const page = ranked.slice(offset, offset + limit)
  const match = toMatch(keyId, COLUMNS, words)
  const found = yield* all(EXCERPTS, { ...match, ids: JSON.stringify(page) })
  const excerpts = new Map(found.map(({ id, excerpt }) => [id, excerpt]))
  const entries: MemoryHit[] = []
  for (const id of page) {
    const row = yield* one(ROW, { id })
    if (row) entries.push({ ...toListed(row), excerpt: cut(excerpts.get(id) ?? '') })
  }
  return { entries, more: ranked.length > offset + limit }
}

/** The ids of entries that match, best first; equal matches by the latest change. */
function* rank(keyId: string, words: readonly string[], scope: readonly Scanned[]): Work<number[]> {
  const meanBytes = scope.reduce((sum, { bytes }) => sum + bytes, 0) / scope.length
  const entries = new Map<number, Ranked>(scope.map((entry) => [entry.id, { entry, score: 0 }]))
  for (const word of words) {
    const weights = yield* weightsOf(keyId, word, entries)
    // Okapi BM25 with each word counted once an entry.
    const rarity = Math.log(1 + (scope.length - weights.size + 0.5) / (weights.size + 0.5))
    for (const [found, weight] of weights) {
      const length = found.entry.bytes / meanBytes
      found.score += (rarity * weight * (1 + K1)) / (1 + K1 * (1 - B + B * length))
    }
  }
  return Array.from(entries.values())
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.entry.updated_at - a.entry.updated_at || b.entry.id - a.entry.id)
    .map(({ entry }) => entry.id)
}

function* weightsOf(
  keyId: string,
  word: string,
  entries: ReadonlyMap<number, Ranked>,
): Work<Map<Ranked, number>> {
  const weights = new Map<Ranked, number>()
  for (const column of COLUMNS) {
    for (const { id } of yield* all(MATCHES, toMatch(keyId, [column], [word]))) {
      const found = entries.get(id)
      if (found !== undefined) weights.set(found, WEIGHTS[column])
    }
  }
  return weights
}

function wordsOf(text: string): string[] {
  const words = Array.from(text.matchAll(WORD), ([word]) =>
    [...word.toLowerCase()].slice(0, MAX_WORD_CHARS).join(''),
  )
  return [...new Set(words)].slice(0, MAX_WORDS)
}

function toMatch(keyId: string, columns: readonly Column[], words: readonly string[]): Match {
  const terms = words.map(toTerm).join(' OR ')
  const labels = columns.map((column) => LABELS[column]).join('')
  return {
    match: `owner : "${keyId.replaceAll('_', '')}" AND {${columns.join(' ')}} : (${terms})`,
    owner: `'=${keyId}'`,
    query: words.map((word) => toLexeme(word, labels)).join(' | '),
  }
}

/** A word as an FTS5 term: quoted; matched by its stem and, as written, as a prefix. */
function toTerm(word: string): string {
  return isBeginning(word) ? `("${word}" OR "${word}"*)` : `"${word}"`
}

/** The same for PostgreSQL, whose index has words without their marks. */
function toLexeme(word: string, labels: string): string {
  return `${word.normalize('NFD').replaceAll(/\p{M}/gu, '')}:${isBeginning(word) ? '*' : ''}${labels}`
}

function isBeginning(word: string): boolean {
  return [...word].length >= MIN_BEGINNING_CHARS
}

function cut(excerpt: string): string {
  return [...excerpt].slice(0, MAX_EXCERPT_CHARS).join('')
}
