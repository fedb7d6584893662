import { parseJson } from '../../src-shared/parse-json.ts'
import type { Engine } from './engine/engine.ts'
import { all, one, run, statement, type Work } from './engine/work.ts'

/** The most drafts of a key; beyond that the least recently changed one is deleted. */
export const MAX_DRAFTS = 200
const DRAFT = 'draft/'
/** Sorts after every slug, which is ASCII. */
const PAST_EVERY_SLUG = '\u{ffff}'

/** Called with each document as it is written. */
export type PageStoreObserver = (keyId: string, name: string, value: unknown) => void

type Place = { readonly key_id: string; readonly name: string }
type Range = { readonly key_id: string; readonly from: string; readonly to: string }

const SELECT = statement<Place, { value: string }>(
  'SELECT value FROM page_document WHERE key_id = :key_id AND name = :name',
)
const UPSERT = statement<Place & { value: string; now: number }>(
  `INSERT INTO page_document (key_id, name, value, updated_at) VALUES (:key_id, :name, :value, :now)
   ON CONFLICT (key_id, name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
)
const DELETE = statement<Place>('DELETE FROM page_document WHERE key_id = :key_id AND name = :name')
const DRAFTS = statement<Range, { name: string; value: string }>(
  `SELECT name, value FROM page_document WHERE key_id = :key_id AND name >= :from AND name < :to
   ORDER BY updated_at DESC`,
)
const PRUNE = statement<Range & { most: number }>(
  `DELETE FROM page_document WHERE key_id = :key_id AND name >= :from AND name < :to AND name NOT IN (
     SELECT name FROM page_document WHERE key_id = :key_id AND name >= :from AND name < :to
     ORDER BY updated_at DESC, name LIMIT :most)`,
)

/** What the page keeps between visits, as JSON documents of a key. */
export class PageStore {
  readonly #engine: Engine
  readonly #now: () => number
  readonly #observers = new Set<PageStoreObserver>()

  /** @param now milliseconds since 1970 */
  constructor(engine: Engine, now: () => number) {
    this.#engine = engine
    this.#now = now
  }

  /** A document; null when there is none. */
  async get(keyId: string, name: string): Promise<unknown> {
    const row = await this.#engine.read(() => one(SELECT, { key_id: keyId, name }))
    return row ? parseJson(row.value) : null
  }

  /** Writes a document. @throws GatewayError storage_full */
  async put(keyId: string, name: string, value: unknown): Promise<void> {
    const row = { key_id: keyId, name, value: JSON.stringify(value), now: this.#now() }
    await this.#engine.write(keyId, () => run(UPSERT, row), this.#teller(keyId, name, value))
  }

  /** Calls back for every document that is written from now on. @returns a function that stops this */
  observe(observer: PageStoreObserver): () => void {
    this.#observers.add(observer)
    return () => void this.#observers.delete(observer)
  }

  /** The drafts by slug, the last changed first. */
  async drafts(keyId: string): Promise<ReadonlyMap<string, unknown>> {
    const rows = await this.#engine.read(() => all(DRAFTS, draftsOf(keyId)))
    return new Map(rows.map(({ name, value }) => [name.slice(DRAFT.length), parseJson(value)]))
  }

  /** Saves a tool's draft and deletes the oldest beyond the limit. @throws GatewayError storage_full */
  async putDraft(keyId: string, slug: string, draft: unknown): Promise<void> {
    const name = DRAFT + slug
    const row = { key_id: keyId, name, value: JSON.stringify(draft), now: this.#now() }
    await this.#engine.write(keyId, () => putDraft(row), this.#teller(keyId, name, draft))
  }

  async deleteDraft(keyId: string, slug: string): Promise<void> {
    await this.#engine.write(keyId, () => run(DELETE, { key_id: keyId, name: DRAFT + slug }))
  }

  #teller(keyId: string, name: string, value: unknown): (committed: boolean) => void {
    return (committed) => {
      if (committed) for (const observer of this.#observers) observer(keyId, name, value)
    }
  }
}

function draftsOf(keyId: string): Range {
  return { key_id: keyId, from: DRAFT, to: DRAFT + PAST_EVERY_SLUG }
}

function* putDraft(row: Place & { readonly value: string; readonly now: number }): Work<void> {
  yield* run(UPSERT, row)
  yield* run(PRUNE, { ...draftsOf(row.key_id), most: MAX_DRAFTS })
}
