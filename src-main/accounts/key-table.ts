import type { Database, Statement } from 'better-sqlite3'
import { parseJson } from '../../src-shared/parse-json.ts'
import type { Scopes } from './account.ts'
import { KEY_COLUMNS, type KeyRow } from './key-row.ts'

/** Changes of a row of table api_key, by what changes; the id comes last. */
const UPDATES = {
  rate: 'rate_limit = ?, window_seconds = ?',
  budget: 'model_questions = ?, model_tokens = ?',
  rules: 'rules = ?',
  scopes: 'scopes = ?',
  revoked: 'revoked_at = ?',
  suspended: 'suspended_at = ?',
  endsWith: 'ends_with = ?',
} as const

/** Makes the scopes of a key wider than they are. */
export type WidenScopes = (now: Scopes | null) => Scopes

type Value = string | number | null

/** The statements on the table of keys. */
export class KeyTable {
  readonly #emailTaken: Statement<[string], number>
  readonly #otherAdmin: Statement<[string], number>
  readonly #insert: Statement<[KeyRow]>
  readonly #updates: ReadonlyMap<string, Statement<Value[]>>
  readonly #scopes: Statement<[string], string | null>
  readonly #all: Statement<[], KeyRow>

  constructor(db: Database) {
    this.#emailTaken = db.prepare<[string], number>('SELECT 1 FROM api_key WHERE email_key = ?').pluck()
    this.#insert = db.prepare(
      `INSERT INTO api_key (${KEY_COLUMNS.join(', ')}) VALUES (@${KEY_COLUMNS.join(', @')})`,
    )
    this.#updates = new Map(
      Object.entries(UPDATES).map(([what, columns]) => [
        what,
        db.prepare<Value[]>(`UPDATE api_key SET ${columns} WHERE id = ?`),
      ]),
    )
    this.#otherAdmin = db
      .prepare<[string], number>(
        `SELECT 1 FROM api_key WHERE id <> ? AND revoked_at IS NULL AND expires_at IS NULL
         AND suspended_at IS NULL AND ends_with IS NULL
         AND EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'admin')`,
      )
      .pluck()
    this.#scopes = db.prepare<[string], string | null>('SELECT scopes FROM api_key WHERE id = ?').pluck()
    this.#all = db.prepare('SELECT * FROM api_key ORDER BY created_at, id')
  }

  /** Every row, oldest first. */
  rows(): IterableIterator<KeyRow> {
    return this.#all.iterate()
  }

  insert(row: KeyRow): void {
    this.#insert.run(row)
  }

  /** Changes columns of one key. @param values in the order of the columns */
  update(what: keyof typeof UPDATES, keyId: string, ...values: readonly Value[]): void {
    this.#updates.get(what)?.run(...values, keyId)
  }

  /** Changes the scopes of one key, as they are within the current transaction. @returns the new ones */
  widenScopes(keyId: string, widen: WidenScopes): Scopes {
    const stored = this.#scopes.get(keyId) ?? null
    // Written from Scopes.
    const scopes = widen(stored === null ? null : (parseJson(stored) as Scopes))
    this.update('scopes', keyId, JSON.stringify(scopes))
    return scopes
  }

  /** Whether a key has this e-mail address. */
  isTaken(emailKey: string): boolean {
    return this.#emailTaken.get(emailKey) !== undefined
  }

  /** Whether another key administers the gateway for good. */
  hasOtherAdmin(keyId: string): boolean {
    return this.#otherAdmin.get(keyId) !== undefined
  }
}
