import type { Database, Statement } from 'better-sqlite3'
import { parseJson } from '../../src-shared/parse-json.ts'
import { writing } from './storage-error.ts'

/** The most drafts of a key; beyond that the least recently changed one is deleted. */
export const MAX_DRAFTS = 200
const DRAFT = 'draft/'
/** Sorts after every slug, which is ASCII. */
const PAST_EVERY_SLUG = '\u{ffff}'

/** Called with each document as it is written. */
export type PageStoreObserver = (keyId: string, name: string, value: unknown) => void

/** What the page keeps between visits, as JSON documents of a key. */
export class PageStore {
  readonly #now: () => number
  readonly #observers = new Set<PageStoreObserver>()
  readonly #select: Statement<[string, string], { value: string }>
  readonly #upsert: Statement<[string, string, string, number]>
  readonly #delete: Statement<[string, string]>
  readonly #drafts: Statement<[string, string, string], { name: string; value: string }>
  readonly #prune: Statement<[string, string, string, string, string, string, number]>

  /** @param now milliseconds since 1970 */
  constructor(db: Database, now: () => number) {
    this.#now = now
    this.#select = db.prepare('SELECT value FROM page_document WHERE key_id = ? AND name = ?')
    this.#upsert = db.prepare(
      `INSERT INTO page_document (key_id, name, value, updated_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (key_id, name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
    )
    this.#delete = db.prepare('DELETE FROM page_document WHERE key_id = ? AND name = ?')
    this.#drafts = db.prepare(
      'SELECT name, value FROM page_document WHERE key_id = ? AND name >= ? AND name < ? ORDER BY updated_at DESC',
    )
    this.#prune = db.prepare(
      `DELETE FROM page_document WHERE key_id = ? AND name >= ? AND name < ? AND name NOT IN (
         SELECT name FROM page_document WHERE key_id = ? AND name >= ? AND name < ?
         ORDER BY updated_at DESC, name LIMIT ?)`,
    )
  }

  /** A document; null when there is none. */
  get(keyId: string, name: string): unknown {
    const row = this.#select.get(keyId, name)
    return row ? parseJson(row.value) : null
  }

  /** Writes a document, inside the current transaction. @throws GatewayError storage_full */
  put(keyId: string, name: string, value: unknown): void {
    writing(() => this.#upsert.run(keyId, name, JSON.stringify(value), this.#now()))
    for (const observer of this.#observers) observer(keyId, name, value)
  }

  /** Calls back for every document written from now on. @returns a function that stops this */
  observe(observer: PageStoreObserver): () => void {
    this.#observers.add(observer)
    return () => void this.#observers.delete(observer)
  }

  /** The drafts by slug, the last changed first. */
  drafts(keyId: string): ReadonlyMap<string, unknown> {
    const rows = this.#drafts.all(keyId, DRAFT, DRAFT + PAST_EVERY_SLUG)
    return new Map(rows.map(({ name, value }) => [name.slice(DRAFT.length), parseJson(value)]))
  }

  /** Saves a tool's draft and deletes the oldest beyond the limit. @throws GatewayError storage_full */
  putDraft(keyId: string, slug: string, draft: unknown): void {
    this.put(keyId, DRAFT + slug, draft)
    const range = [DRAFT, DRAFT + PAST_EVERY_SLUG] as const
    this.#prune.run(keyId, ...range, keyId, ...range, MAX_DRAFTS)
  }

  deleteDraft(keyId: string, slug: string): void {
    this.#delete.run(keyId, DRAFT + slug)
  }
}
