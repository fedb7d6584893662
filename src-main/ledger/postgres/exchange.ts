import type { EntryKind } from '../ledger-store.ts'
import { all, statement, type Work } from '../../storage/engine/work.ts'
import { numberArray, textArray } from '../../storage/postgres/arrays.ts'

/** What a gateway wants of the accounts, and what it is told. Told again when it is run again. */
export type Request = Settlement | Ask | GiveBack

interface OfGateway {
  /** The id under which this gateway holds its leases now. */
  readonly gateway: string
  /** The account that pays, or whose lease it is. */
  readonly account: string
  /** The sub-account that spends, or whose limit is leased instead of an account. */
  readonly sub: string | null
}

/** Entries that are written together, paid out of the leases. */
export interface Settlement extends OfGateway {
  readonly kind: 'settle'
  /** Credits are what is taken, negative for a refund. Without any, its accounts are only locked. */
  readonly entries: readonly NewLine[]
  readonly requestId: string
  readonly slug: string
  readonly engine: string | null
  readonly unanswered: string | null
  readonly at: number
  told: Told | null
}

/** An entry to be written. */
export interface NewLine {
  readonly id: string
  readonly kind: EntryKind
  readonly credits: number
}

/** What became of a settlement. */
export interface Told {
  readonly balance: number
  /** What is left of the limit of the sub-account; null for none. */
  readonly left: number | null
  /** What was taken from the leases. */
  readonly taken: number
  /** Whether its entries were in the ledger before; then nothing was written. */
  readonly isRepeated: boolean
}

/** More credits to spend, of an account or of a limit. */
export interface Ask extends OfGateway {
  readonly kind: 'ask'
  readonly need: number
  /** How many gateways share what is free. */
  readonly live: number
  /** The most that is given beyond the need. */
  readonly slack: number
  told: Given | null
}

/** What an ask was given, and what there is by now of the account or limit. */
export interface Given {
  readonly given: number
  readonly balance: number
  readonly held: number
  /** Of what is held, what machines with ledgers of their own have, which give nothing back. */
  readonly lent: number
}

/** Leased credits that this gateway does not need. */
export interface GiveBack extends OfGateway {
  readonly kind: 'give back'
  readonly credits: number
}

type Texts = Readonly<Record<string, string | number>>

const LOCK_GATEWAYS = statement<{ gateways: string }, unknown>(
  'SELECT 1 FROM gateway WHERE id = ANY (:gateways::text[]) ORDER BY id FOR KEY SHARE',
)
const LOCK_ACCOUNTS = statement<{ accounts: string }, unknown>(
  'SELECT 1 FROM account WHERE id = ANY (:accounts::text[]) ORDER BY id FOR UPDATE',
)
const LOCK_SUBS = statement<{ subs: string }, unknown>(
  'SELECT 1 FROM sub_account WHERE id = ANY (:subs::text[]) ORDER BY id FOR UPDATE',
)
const SETTLE = statement<
  Texts,
  { id: string; balance_after: number; left_after: number | null; fresh: boolean }
>(
  `SELECT id, balance_after, left_after, fresh FROM tg_settle_2(:gateway, :accounts::text[], :totals::bigint[],
     :subs::text[], :sub_totals::bigint[], :ids::text[], :places::int[], :sub_places::int[], :kinds::text[],
     :credits::bigint[], :running::bigint[], :running_by::bigint[], :requests::text[], :slugs::text[],
     :engines::text[], :unanswered::text[], :at)`,
)
const LEASE = statement<Texts, Given & { readonly id: string }>(
  `SELECT l.id, given, l.balance, l.held, coalesce(s.lent, a.lent, 0) AS lent
   FROM tg_lease_2(:gateway, :accounts::text[], :needs::bigint[], :subs::text[], :sub_needs::bigint[], :slack, :live) AS l
   LEFT JOIN account a ON a.id = l.id LEFT JOIN sub_account s ON s.id = l.id`,
)
const GIVE_BACK = statement<Texts, unknown>(
  `SELECT tg_give_back_2(:gateway, :accounts::text[], :credits::bigint[], :subs::text[],
     :sub_credits::bigint[])`,
)

/** Carries out all requests that wait, with one statement for each kind. */
export function* exchange(requests: readonly Request[]): Work<readonly Request[]> {
  const gateways = Map.groupBy(requests, ({ gateway }) => gateway)
  const kinds = new Set(requests.map(({ kind }) => kind))
  const locksOnly = requests.some((one) => one.kind === 'settle' && one.entries.length === 0)
  // Each statement locks what it needs in one order; those of several would not.
  if (gateways.size > 1 || kinds.size > 1 || locksOnly) yield* lock(requests)
  for (const [gateway, own] of gateways) {
    const settlements = own.filter((one) => one.kind === 'settle')
    const asks = own.filter((one) => one.kind === 'ask')
    const gifts = own.filter((one) => one.kind === 'give back')
    if (settlements.length > 0) yield* settle(gateway, settlements)
    if (gifts.length > 0) yield* giveBack(gateway, gifts)
    if (asks.length > 0) yield* lease(gateway, asks)
  }
  return requests
}

function* lock(requests: readonly Request[]): Work<void> {
  const gateways = unique(requests.map(({ gateway }) => gateway))
  const accounts = unique(requests.filter((one) => !isOfLimit(one)).map(({ account }) => account))
  const subs = unique(requests.flatMap(({ sub }) => sub ?? []))
  yield* all(LOCK_GATEWAYS, { gateways: textArray(gateways) })
  yield* all(LOCK_ACCOUNTS, { accounts: textArray(accounts) })
  if (subs.length > 0) yield* all(LOCK_SUBS, { subs: textArray(subs) })
}

/** Whether a lease is of a sub-account's limit, and its account is not concerned. */
function isOfLimit({ kind, sub }: Request): boolean {
  return kind !== 'settle' && sub !== null
}

/** Writes the entries of settlements, if none of them is in the ledger; those of the others are told. */
export function* settle(gateway: string, settlements: readonly Settlement[]): Work<void> {
  for (const one of settlements) one.told = null
  let rest = settlements.filter(({ entries }) => entries.length > 0)
  while (rest.length > 0) {
    const rows = yield* all(SETTLE, { gateway, ...columnsOf(rest) })
    const told = new Map(rows.map((row) => [row.id, row]))
    // Where some were charged before, nothing else was written.
    const isRepeated = rows.some(({ fresh }) => !fresh)
    for (const one of rest) {
      const row = one.entries.map(({ id }) => told.get(id)).findLast((found) => found !== undefined)
      if (!row) continue
      const taken = isRepeated ? 0 : one.entries.reduce((sum, { credits }) => sum + credits, 0)
      one.told = { balance: row.balance_after, left: row.left_after, taken, isRepeated }
    }
    rest = isRepeated ? rest.filter(({ entries }) => !entries.some(({ id }) => told.has(id))) : []
  }
}

/** The values of tg_settle_2, whose arrays are columns. */
function columnsOf(settlements: readonly Settlement[]): Texts {
  const lines = settlements.flatMap((one) => one.entries.map((entry) => ({ ...one, ...entry })))
  const accounts = new Sums(settlements.map(({ account }) => account))
  const subs = new Sums(settlements.flatMap(({ sub }) => sub ?? []))
  const running = lines.map(({ account, credits }) => accounts.add(account, credits))
  const runningBy = lines.map(({ sub, credits }) => (sub === null ? 0 : subs.add(sub, credits)))
  return {
    accounts: textArray(accounts.names),
    totals: numberArray(accounts.totals),
    subs: textArray(subs.names),
    sub_totals: numberArray(subs.totals),
    ids: textArray(lines.map(({ id }) => id)),
    places: numberArray(lines.map(({ account }) => accounts.placeOf(account))),
    sub_places: numberArray(lines.map(({ sub }) => (sub === null ? 0 : subs.placeOf(sub)))),
    kinds: textArray(lines.map(({ kind }) => kind)),
    credits: numberArray(lines.map(({ credits }) => credits)),
    running: numberArray(running),
    running_by: numberArray(runningBy),
    requests: textArray(lines.map(({ requestId }) => requestId)),
    slugs: textArray(lines.map(({ slug }) => slug)),
    engines: textArray(lines.map(({ engine }) => engine)),
    unanswered: textArray(lines.map(({ unanswered }) => unanswered)),
    at: settlements[0]!.at,
  }
}

/** Names, each once, and what is added up for each. */
class Sums {
  readonly names: readonly string[]
  readonly totals: number[]
  readonly #places: ReadonlyMap<string, number>

  constructor(names: readonly string[]) {
    this.names = unique(names)
    this.totals = this.names.map(() => 0)
    this.#places = new Map(this.names.map((name, index) => [name, index + 1]))
  }

  /** From 1. */
  placeOf(name: string): number {
    return this.#places.get(name)!
  }

  /** @returns the sum of the name so far */
  add(name: string, credits: number): number {
    return (this.totals[this.placeOf(name) - 1]! += credits)
  }
}

function* lease(gateway: string, asks: readonly Ask[]): Work<void> {
  const { slack, live } = asks[0]!
  const [accounts, subs] = pooled(asks, ({ need }) => need)
  const rows = yield* all(LEASE, {
    gateway,
    accounts: textArray(accounts.names),
    needs: numberArray(accounts.totals),
    subs: textArray(subs.names),
    sub_needs: numberArray(subs.totals),
    ...{ slack, live },
  })
  const told = new Map(rows.map((row) => [row.id, row]))
  for (const [pool, waiting] of Map.groupBy(asks, ({ account, sub }) => sub ?? account)) {
    // An account that was never opened has nothing.
    const found = told.get(pool) ?? { given: 0, balance: 0, held: 0, lent: 0 }
    // Given once; whoever waits takes of it in turn.
    for (const [index, one] of waiting.entries())
      one.told = { ...found, given: index === 0 ? found.given : 0 }
  }
}

function* giveBack(gateway: string, gifts: readonly GiveBack[]): Work<void> {
  const [accounts, subs] = pooled(gifts, ({ credits }) => credits)
  yield* all(GIVE_BACK, {
    gateway,
    accounts: textArray(accounts.names),
    credits: numberArray(accounts.totals),
    subs: textArray(subs.names),
    sub_credits: numberArray(subs.totals),
  })
}

/** What is wanted of each account, and of each limit. */
function pooled<T extends Ask | GiveBack>(
  requests: readonly T[],
  creditsOf: (request: T) => number,
): readonly [accounts: Sums, subs: Sums] {
  const accounts = new Sums(requests.flatMap(({ account, sub }) => (sub === null ? account : [])))
  const subs = new Sums(requests.flatMap(({ sub }) => sub ?? []))
  for (const one of requests)
    if (one.sub === null) accounts.add(one.account, creditsOf(one))
    else subs.add(one.sub, creditsOf(one))
  return [accounts, subs]
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}
