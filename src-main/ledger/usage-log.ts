import type { Engine as CallEngine } from '../../src-shared/engines.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { all, one, statement, type Statement } from '../storage/engine/work.ts'
import type { EntryKind } from './ledger-store.ts'
import type { Unanswered } from './unanswered.ts'

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
      readonly engine: CallEngine
      readonly ok: boolean
      readonly at: number
    }
  | { readonly kind: 'credit' }
)

/** How far the log goes. */
export interface Reached {
  /** The last entry before which none will come any more. */
  readonly settled: number
  readonly newest: number
}

/** Knows it where several gateways write entries, so that one may be committed after a later one. */
export interface Settled {
  /** What was found last. */
  readonly seq: number
  look(): Promise<Reached>
}

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
  readonly engine: CallEngine | null
  readonly unanswered: Unanswered | null
  readonly at: number
  /** 0 for an entry that only another key may see. */
  readonly told: number
}

type Place = {
  readonly account: string
  readonly seq: number
  readonly up_to: number
  readonly most: number
}
type Span = {
  readonly account: string
  readonly after: number
  readonly upTo: number
  readonly most: number
}

interface ScopeStatements {
  readonly head: Statement<{ account: string }, { seq: number }>
  readonly after: Statement<Place, Row>
  readonly before: Statement<{ account: string; back: number }, { seq: number }>
  readonly count: Statement<Span, { records: number }>
}

/**
 * @param which the entries that are read, found by an index
 * @param told those of them that are reported
 */
function statementsOf(which: string, told: string): ScopeStatements {
  // A team key's balance is its payer's balance, or what is left of its own limit if that is less.
  const limit = '(SELECT credit_limit FROM sub_account WHERE id = spender) - spent_after'
  const rows = `SELECT seq, id, coalesce(spender, account) AS account, kind, credits,
      CASE WHEN ${limit} < balance_after THEN ${limit} ELSE balance_after END AS balance_after,
      request_id, slug, engine, unanswered, at, CASE WHEN ${told} THEN 1 ELSE 0 END AS told
    FROM entry WHERE ${which} AND seq > :seq AND seq <= :up_to ORDER BY seq LIMIT :most`
  const countBy = (undone: string): string =>
    `SELECT count(*) AS records FROM (
       SELECT id, kind, spender FROM entry WHERE ${which} AND seq > :after AND seq <= :upTo LIMIT :most
     ) AS missed WHERE ${told} AND NOT (kind = 'charge' AND id ${undone})`
  return {
    head: statement(`SELECT coalesce(max(seq), 0) AS seq FROM entry WHERE ${which}`),
    after: statement(rows),
    before: statement(`SELECT seq FROM entry WHERE ${which} ORDER BY seq DESC LIMIT 1 OFFSET :back`),
    count: statement(countBy("GLOB '*:failed'"), countBy("LIKE '%:failed'")),
  }
}

// A team key's charge is in its payer's account but is reported only to the team key. Such entries are read and
// skipped, not searched past, so a page stays cheap however many there are.
const OF_ONE = statementsOf('account = :account', 'spender IS NULL')
const OF_SUB = statementsOf('spender = :account', 'TRUE')
const OF_ALL = statementsOf('TRUE', 'TRUE')
const IS_SUB = statement<{ id: string }, { id: string }>('SELECT id FROM sub_account WHERE id = :id')
const ACCOUNTS_AFTER = statement<{ seq: number }, { account: string }>(
  'SELECT DISTINCT coalesce(spender, account) AS account FROM entry WHERE seq > :seq',
)

/**
 * The ledger, read forward as a log of usage: each charged call is one entry, a failed one the refund that undid its
 * charge. So every charge can be reported again, at no cost to the call.
 */
export class UsageLog {
  readonly #engine: Engine
  readonly #settled: Settled | null

  /** @param settled null where this is the only gateway that writes entries */
  constructor(engine: Engine, settled: Settled | null = null) {
    this.#engine = engine
    this.#settled = settled
  }

  /** How far the log of all accounts goes now. Of one account, entries are committed in their order. */
  async reached(): Promise<Reached> {
    if (this.#settled) return await this.#settled.look()
    const newest = await this.#newest(null)
    return { settled: newest, newest }
  }

  /** The seq of the newest entry before which none will come any more; 0 when there is none. */
  async head(scope: UsageScope): Promise<number> {
    return scope === null ? (await this.reached()).settled : await this.#newest(scope)
  }

  async #newest(scope: UsageScope): Promise<number> {
    const { head } = await this.#of(scope)
    return (await this.#engine.read(() => one(head, { account: scope ?? '' })))?.seq ?? 0
  }

  /** The entries after a given one, at most `limit`; null when there are none. */
  async after(scope: UsageScope, seq: number, limit: number): Promise<UsagePage | null> {
    const { after } = await this.#of(scope)
    const up_to = scope === null && this.#settled ? this.#settled.seq : Number.MAX_SAFE_INTEGER
    const place = { account: scope ?? '', seq, up_to, most: limit }
    const rows = await this.#engine.read(() => all(after, place))
    const last = rows.at(-1)
    return last ? { records: rows.flatMap(toRecord), seq: last.seq } : null
  }

  /** The seq before the newest `count` entries; 0 when there are no more than that. */
  async before(scope: UsageScope, count: number): Promise<number> {
    const { before } = await this.#of(scope)
    return (await this.#engine.read(() => one(before, { account: scope ?? '', back: count })))?.seq ?? 0
  }

  /** The number of records after one entry and up to another, within the first MAX_COUNTED entries. */
  async count(scope: UsageScope, after: number, upTo: number): Promise<number> {
    const { count } = await this.#of(scope)
    const span = { account: scope ?? '', after, upTo, most: MAX_COUNTED }
    return (await this.#engine.read(() => one(count, span)))?.records ?? 0
  }

  /** The accounts that have entries after this one. */
  async accountsAfter(seq: number): Promise<readonly string[]> {
    const rows = await this.#engine.read(() => all(ACCOUNTS_AFTER, { seq }))
    return rows.map(({ account }) => account)
  }

  async #of(scope: UsageScope): Promise<ScopeStatements> {
    if (scope === null) return OF_ALL
    return (await this.#engine.read(() => one(IS_SUB, { id: scope }))) === undefined ? OF_ONE : OF_SUB
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
