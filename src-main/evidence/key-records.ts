import type { Database, Statement } from 'better-sqlite3'
import { hash } from 'node:crypto'
import type { KeyRow } from '../accounts/key-row.ts'

/** Whether a key may work, apart from its expiry. */
type KeyState = 'active' | 'revoked' | 'suspended'

/** What a key grants, as a signed head states it. */
export interface KeyRecord {
  readonly state: KeyState
  readonly permissions: string
  /** Of everything else that it grants: scopes, limits, rules, expiry, maker, payer, and its secret. */
  readonly digest: string
}

type Row = KeyRow & { readonly payer: string | null; readonly credit_limit: number | null }

const QUERY = `SELECT api_key.*, sub_account.payer, sub_account.credit_limit
  FROM api_key LEFT JOIN sub_account ON sub_account.id = api_key.id`

/** Reads what keys grant from their rows. */
export class KeyRecords {
  readonly #all: Statement<[], Row>
  readonly #one: Statement<[string], Row>

  constructor(db: Database) {
    this.#all = db.prepare(`${QUERY} ORDER BY api_key.id`)
    this.#one = db.prepare(`${QUERY} WHERE api_key.id = ?`)
  }

  all(): Map<string, KeyRecord> {
    return new Map(this.#all.all().map((row) => [row.id, toRecord(row)]))
  }

  /** Null for a key that does not exist. */
  of(id: string): KeyRecord | null {
    const row = this.#one.get(id)
    return row ? toRecord(row) : null
  }
}

function toRecord(row: Row): KeyRecord {
  const { kind, rate_limit, window_seconds, scopes, expires_at, made_by, ends_with } = row
  const granted = [row.hash, kind, rate_limit, window_seconds, scopes, expires_at, made_by, ends_with]
  const budget = [row.model_questions, row.model_tokens]
  // Left out where there are none, so that the heads of former versions still match.
  const rules = row.rules === null ? [] : [row.rules]
  const parts = [...granted, row.payer, row.credit_limit, ...budget, ...rules]
  const digest = hash('sha256', JSON.stringify(parts))
  return { state: stateOf(row), permissions: row.permissions, digest: digest.slice(0, 32) }
}

function stateOf({ revoked_at, suspended_at }: KeyRow): KeyState {
  if (revoked_at !== null) return 'revoked'
  return suspended_at === null ? 'active' : 'suspended'
}
