import type { Database, Statement } from 'better-sqlite3'
import type { Engine } from '../../src-shared/engines.ts'
import type { EntryKind, Unanswered } from './ledger-store.ts'

/** The most missed entries that are counted. */
const MAX_COUNTED = 100_000

/** Whose entries: those of one key, by its exact id, or all (null). */
export type UsageScope = string | null

/** The usage of a key that an entry records. Times are milliseconds since 1970. */
export type UsageRecord = { readonly seq: number; readonly account: string; readonly balance: number } & (
  | {
      readonly kind: 'call'
      readonly requestId: string
      readonly slug: string
      /** What the call was charged: nothing when it failed, unless `unanswered` says why. */
      readonly credits: number
      readonly unanswered: Unanswered | null
      readonly engine: Engine
      readonly ok: boolean
      readonly at: number
    }
  | { readonly kind: 'credit' }
)

/** A piece of the log: its records, and the seq up to which it was read. */
export interface UsagePage {
  readonly records: readonly UsageRecord[]
  readonly seq: number
}

interface Row {
  readonly seq: number
  readonly id: string
  readonly account: string
  readonly kind: EntryKind
  readonly credits: number
  readonly balance_after: number
  readonly request_id: string | null
  readonly slug: string | null
  readonly engine: Engine | null
  readonly unanswered: Unanswered | null
  readonly at: number
  /** 0 for an entry that only another key may see. */
  readonly told: number
}

interface ScopeStatements {
  readonly head: Statement<[{ account: UsageScope }], number | null>
  readonly after: Statement<[{ account: UsageScope; seq: number; limit: number }], Row>
  readonly recent: Statement<[{ account: UsageScope; back: number }], number>
  readonly count: Statement<[{ account: UsageScope; after: number; upTo: number; most: number }], number>
}

/**
 * The ledger, read forward as a log of usage: each charged call is one entry, a failed one the refund that undid its
 * charge. So every charge can be reported again, at no cost to the call.
 */
export class UsageLog {
  readonly #ofOne: ScopeStatements
  readonly #ofSub: ScopeStatements
  readonly #ofAll: ScopeStatements
  readonly #isSub: Statement<[string], number>
  readonly #accountsAfter: Statement<[number], string>

  constructor(db: Database) {
    // A team key's charge is in its payer's account but is reported only to the team key. Such entries are read and
    // skipped, not searched past, so a page stays cheap however many there are.
    this.#ofOne = prepare(db, 'account = @account', 'spender IS NULL')
    this.#ofSub = prepare(db, 'spender = @account', 'TRUE')
    this.#ofAll = prepare(db, 'TRUE', 'TRUE')
    this.#accountsAfter = db
      .prepare<[number], string>('SELECT DISTINCT coalesce(spender, account) FROM entry WHERE seq > ?')
      .pluck()
    this.#isSub = db.prepare<[string], number>('SELECT 1 FROM sub_account WHERE id = ?').pluck()
  }

  /** The seq of the newest entry; 0 when there is none. */
  head(scope: UsageScope): number {
    return this.#of(scope).head.get({ account: scope }) ?? 0
  }

  /** The entries after a given one, at most `limit`; null when there are none. */
  after(scope: UsageScope, seq: number, limit: number): UsagePage | null {
    const rows = this.#of(scope).after.all({ account: scope, seq, limit })
    const last = rows.at(-1)
    return last ? { records: rows.flatMap(toRecord), seq: last.seq } : null
  }

  /** The seq before the newest `count` entries; 0 when there are no more than that. */
  before(scope: UsageScope, count: number): number {
    return this.#of(scope).recent.get({ account: scope, back: count }) ?? 0
  }

  /** The number of records after one entry and up to another, within the first MAX_COUNTED entries. */
  count(scope: UsageScope, after: number, upTo: number): number {
    return this.#of(scope).count.get({ account: scope, after, upTo, most: MAX_COUNTED }) ?? 0
  }

  /** The accounts that have entries after this one. */
  accountsAfter(seq: number): readonly string[] {
    return this.#accountsAfter.all(seq)
  }

  #of(scope: UsageScope): ScopeStatements {
    if (scope === null) return this.#ofAll
    return this.#isSub.get(scope) === undefined ? this.#ofOne : this.#ofSub
  }
}

/**
 * @param which the entries that are read, found by an index
 * @param told those of them that are reported
 */
function prepare(db: Database, which: string, told: string): ScopeStatements {
  // A team key's balance is its payer's balance, or what is left of its own limit if that is less.
  const limited =
    'min(balance_after, (SELECT credit_limit FROM sub_account WHERE id = spender) - spent_after)'
  const columns = `seq, id, coalesce(spender, account) AS account, kind, credits,
    coalesce(${limited}, balance_after) AS balance_after, request_id, slug, engine, unanswered, at, ${told} AS told`
  return {
    head: db
      .prepare<[{ account: UsageScope }], number | null>(`SELECT max(seq) FROM entry WHERE ${which}`)
      .pluck(),
    after: db.prepare(
      `SELECT ${columns} FROM entry WHERE ${which} AND seq > @seq ORDER BY seq LIMIT @limit`,
    ),
    recent: db
      .prepare<[{ account: UsageScope; back: number }], number>(
        `SELECT seq FROM entry WHERE ${which} ORDER BY seq DESC LIMIT 1 OFFSET @back`,
      )
      .pluck(),
    count: db
      .prepare<[{ account: UsageScope; after: number; upTo: number; most: number }], number>(
        `SELECT count(*) FROM (
           SELECT id, kind, spender FROM entry
           WHERE ${which} AND seq > @after AND seq <= @upTo LIMIT @most
         ) WHERE ${told} AND NOT (kind = 'charge' AND id GLOB '*:failed')`,
      )
      .pluck(),
  }
}

function toRecord(row: Row): UsageRecord[] {
  const { seq, account, balance_after: balance, kind } = row
  if (row.told === 0) return []
  if (kind === 'grant' || kind === 'purchase') return [{ seq, account, balance, kind: 'credit' }]
  // The first half of the pair that a failed call leaves; the refund reports the call.
  if (kind === 'charge' && row.id.endsWith(':failed')) return []
  const isCharge = kind === 'charge'
  return [
    {
      seq,
      account,
      balance,
      kind: 'call',
      requestId: row.request_id ?? '',
      slug: row.slug ?? '',
      credits: isCharge ? 0 - row.credits || 0 : 0,
      unanswered: row.unanswered,
      engine: row.engine ?? (isCharge ? 'real' : 'error'),
      ok: isCharge && row.unanswered === null,
      at: row.at,
    },
  ]
}
