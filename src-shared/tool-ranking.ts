import { isNear } from './words/near-words.ts'
import { isDirection, isWeak, toQueryWords, toStem, toStems, toWords } from './words/search-words.ts'

/** What the ranking reads of a tool. */
export interface RankableTool {
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly category: string
  readonly aliases?: readonly string[] | undefined
  readonly searchWords?: readonly string[] | undefined
  /** Names of the input's fields. */
  readonly fields?: readonly string[] | undefined
}

interface RankedTool {
  readonly slug: string
  readonly score: number
}

/** Finds tools by need: the best first, and tools that fit equally well by slug. */
export type ToolRanking = (query: string) => readonly RankedTool[]

/** Words of a query that count. */
const MAX_QUERY_WORDS = 30
const FIELD_WEIGHTS = { names: 3, searchWords: 2.4, summary: 1, category: 0.5, fields: 0.3 }
/** What the other fields that have a word add to the best of them. */
const OTHER_FIELDS = 0.15
/** How much a word loses in a field of many words. */
const LENGTH_LOSS = 0.15
const WEAK_WORD = 0.2
const BEGINNING = 0.5
const NEAR_MISS = 0.5
/** A phrase whose words are all in the query counts once more, by this share. */
const WHOLE_PHRASE = 0.6 * FIELD_WEIGHTS.searchWords
/** How much more than the best of the others a tool scores whose slug, alias or title is the whole query. */
const NAMED = 1.5
/** The share of its score that a tool keeps however few words of the query it has. */
const KEPT_WITHOUT_WORDS = 0.3
/** A tool that lacks words of the query must reach this share of the best score. */
const RELEVANCE_FLOOR = 0.2

interface Index {
  readonly slugs: readonly string[]
  /** The places of tools by slug, title and alias. */
  readonly places: ReadonlyMap<string, number>
  /** For each stem, how much it says of the tools that have it, by their place. */
  readonly weights: ReadonlyMap<string, ReadonlyMap<number, number>>
  /** The stems of each tool's names and search words that have several. */
  readonly phrases: readonly (readonly (readonly string[])[])[]
}

/** Prepares the ranking of a list of tools; the gateway and its page find tools with this one. */
export function createToolRanking(tools: readonly RankableTool[]): ToolRanking {
  const index = new GrowingIndex()
  for (const tool of tools) index.add(tool)
  return (query) => rank(index, query)
}

/** The same for a list that takes long. @param turn what is awaited after each tool, to let other work go first */
export async function createToolRankingByTurns(
  tools: readonly RankableTool[],
  turn: () => Promise<void>,
): Promise<ToolRanking> {
  const index = new GrowingIndex()
  for (const tool of tools) {
    index.add(tool)
    await turn()
  }
  return (query) => rank(index, query)
}

class GrowingIndex implements Index {
  readonly slugs: string[] = []
  readonly places = new Map<string, number>()
  readonly weights = new Map<string, Map<number, number>>()
  readonly phrases: (readonly (readonly string[])[])[] = []
  readonly #stemsOf = rememberStems()

  add(tool: RankableTool): void {
    const { slug, title, aliases = [], searchWords = [] } = tool
    const place = this.slugs.push(slug) - 1
    for (const name of [slug, title, ...aliases]) this.places.set(toName(name), place)
    for (const [stem, weight] of weighStems(tool, this.#stemsOf)) {
      const known = this.weights.get(stem) ?? new Map<number, number>()
      this.weights.set(stem, known.set(place, weight))
    }
    const phrases = [title, ...aliases, ...searchWords]
      .map((text) => [...new Set(this.#stemsOf(text))].filter((stem) => !isDirection(stem)))
      .filter((stems) => stems.length > 1)
    this.phrases.push(phrases)
  }
}

// Tools share most of their words, and stemming is most of the work.
function rememberStems(): (text: string) => readonly string[] {
  const stems = new Map<string, string | null>()
  const texts = new Map<string, readonly string[]>()
  const stemOf = (word: string) => {
    const known = stems.get(word)
    if (known !== undefined) return known
    const stem = toStem(word)
    stems.set(word, stem)
    return stem
  }
  return (text) => {
    const known = texts.get(text) ?? toStems(toWords(text), stemOf)
    texts.set(text, known)
    return known
  }
}

function weighStems(tool: RankableTool, stemsOf: (text: string) => readonly string[]) {
  const { slug, title, summary, category, aliases = [], searchWords = [], fields = [] } = tool
  const texts = {
    names: [slug, title, ...aliases],
    searchWords,
    summary: [summary],
    category: [category],
    fields,
  }
  const found = new Map<string, number>()
  // From the heaviest field to the lightest, so that a stem's first weight is its best.
  for (const [field, weight] of Object.entries(FIELD_WEIGHTS)) {
    const stems = new Set(texts[field as keyof typeof texts].flatMap(stemsOf)) // A key of the same names.
    const words = [...stems].filter((stem) => !isDirection(stem)).length
    const weighed = weight / (1 + LENGTH_LOSS * Math.log1p(words))
    for (const stem of stems) {
      const best = found.get(stem)
      found.set(stem, best === undefined ? weighed : best + OTHER_FIELDS * weighed)
    }
  }
  return found
}

function rank(index: Index, query: string): readonly RankedTool[] {
  const stems = queryStems(index, query)
  const scores = new Float64Array(index.slugs.length)
  const covered = new Float64Array(index.slugs.length)
  let known = 0
  for (const stem of stems) {
    const weight = weightOf(stem)
    const hits = hitsOf(index, stem, stems.length === 1)
    if (hits.size > 0) known += weight
    for (const [place, score] of hits) {
      scores[place]! += weight * score
      covered[place]! += weight
    }
  }
  const asked = new Set(stems)
  const ranked = index.slugs
    .map((slug, place) => ({ slug, place, coverage: covered[place]! / known }))
    .filter(({ place }) => scores[place]! > 0)
    .map(({ slug, place, coverage }) => {
      const score = scores[place]! + WHOLE_PHRASE * bestPhrase(index, place, asked)
      return { slug, coverage, score: score * (KEPT_WITHOUT_WORDS + (1 - KEPT_WITHOUT_WORDS) * coverage) }
    })
  const best = Math.max(0, ...ranked.map(({ score }) => score))
  const named = index.slugs[index.places.get(toName(query)) ?? -1]
  return ranked
    .filter(({ score, coverage }) => coverage === 1 || score >= best * RELEVANCE_FLOOR)
    .map(({ slug, score }) => ({ slug, score: slug === named ? NAMED * best : score }))
    .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
}

function toName(text: string): string {
  return toWords(text).join(' ')
}

function queryStems({ weights }: Index, query: string): readonly string[] {
  const words = toQueryWords(query).slice(0, MAX_QUERY_WORDS)
  // A single "has" is the beginning of "hash".
  if (words.length === 1) return toStems(words).length > 0 ? toStems(words) : words
  // "time stamp" means "timestamp" where a tool has that word.
  const joined = words.slice(1).flatMap((word, at) => toStem(`${words[at]!}${word}`) ?? [])
  // "ean13" is a sort of "ean" where no tool has it as a word.
  const sorts = words.flatMap((word) => toStem(/^([a-z]{2,})\d+$/.exec(word)?.[1] ?? '') ?? [])
  const known = [...joined, ...sorts].filter((stem) => weights.has(stem))
  const stems = [...toStems(words), ...known]
  return [...new Set(stems)].filter((stem) => !isDirection(stem) || weights.has(stem))
}

function weightOf(stem: string): number {
  return isWeak(stem) ? WEAK_WORD : 1
}

// How rare a stem is among the tools: a word that few have tells more.
function rarityOf({ slugs, weights }: Index, stem: string): number {
  return Math.log1p(slugs.length / (weights.get(stem)?.size ?? 1))
}

// The tools that have a stem or one like it, each with the best score that it gives them.
function hitsOf(index: Index, stem: string, isAlone: boolean): ReadonlyMap<number, number> {
  const hits = new Map<number, number>()
  for (const { other, likeness } of stemsLike(index, stem, isAlone)) {
    const rarity = rarityOf(index, other)
    for (const [place, weight] of index.weights.get(other) ?? []) {
      // Field names are many and short, so a word that is only like one of them says nothing of a tool.
      if (likeness < 1 && weight <= FIELD_WEIGHTS.fields) continue
      hits.set(place, Math.max(hits.get(place) ?? 0, weight * rarity * likeness))
    }
  }
  return hits
}

// A word that no tool has is misspelt or unfinished; for one that is known, near misses would only add noise.
function stemsLike({ weights }: Index, stem: string, isAlone: boolean) {
  const isKnown = weights.has(stem)
  const edits = isKnown || stem.length < 4 ? 0 : stem.length < 8 ? 1 : 2
  // A single letter may begin the only word, while it is typed.
  const mayBegin = isAlone || stem.length > 2
  const found = isKnown ? [{ other: stem, likeness: 1 }] : []
  for (const other of weights.keys()) {
    if (other === stem || isDirection(other)) continue
    const share = Math.min(stem.length, other.length) / Math.max(stem.length, other.length)
    if (mayBegin && other.startsWith(stem)) found.push({ other, likeness: BEGINNING * Math.sqrt(share) })
    else if (edits > 0 && other[0] === stem[0] && isNear(stem, other, edits))
      found.push({ other, likeness: NEAR_MISS })
    // A word that is not typed to its end has an ending that no stem has.
    else if (edits > 0 && other.length > 4 && stem.startsWith(other))
      found.push({ other, likeness: BEGINNING * share })
  }
  return found
}

function bestPhrase(index: Index, place: number, asked: ReadonlySet<string>): number {
  const whole = index.phrases[place]!.filter((stems) => stems.every((stem) => asked.has(stem)))
  const scoreOf = (stems: readonly string[]) =>
    stems.reduce((sum, stem) => sum + weightOf(stem) * rarityOf(index, stem), 0)
  return Math.max(0, ...whole.map(scoreOf))
}
