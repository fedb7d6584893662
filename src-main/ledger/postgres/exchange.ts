import type { EntryKind, WithinTransaction } from '../ledger-store.ts'
import { all, statement, type Work } from '../../storage/engine/work.ts'
import { numberArray, textArray } from '../../storage/postgres/arrays.ts'

/** What a gateway wants of the accounts, and what it is told. Told again when it is run again. */
export type Request = Settlement | Ask | GiveBack

interface OfGateway {
  /** The id under which this gateway holds its leases now. */
  readonly gateway: string
  readonly account: string
}

/** Entries that are written together, paid out of the lease. */
export interface Settlement extends OfGateway {
  readonly kind: 'settle'
  /** Credits are what is taken, negative for a refund. */
  readonly entries: readonly { readonly id: string; readonly kind: EntryKind; readonly credits: number }[]
  readonly requestId: string
  readonly slug: string
  readonly engine: string | null
  readonly unanswered: string | null
  readonly at: number
  told: {
    readonly balance: number
    /** Whether the entries were in the ledger before; then nothing was taken. Another: of some other call. */
    readonly repeated: 'no' | 'same' | 'another'
  } | null
}

/** More credits to spend. */
export interface Ask extends OfGateway {
  readonly kind: 'ask'
  readonly need: number
  /** How many gateways share what is free. */
  readonly live: number
  /** The most that is given beyond the need. */
  readonly slack: number
  told: { readonly given: number; readonly balance: number; readonly held: number } | null
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
const SETTLE = statement<
  Texts,
  { id: string; account: string; credits: number; balance_after: number; fresh: boolean }
>(
  `SELECT id, account, credits, balance_after, fresh FROM tg_settle_1(:gateway, :accounts::text[],
     :totals::bigint[], :ids::text[], :places::int[], :kinds::text[], :credits::bigint[], :running::bigint[],
     :requests::text[], :slugs::text[], :engines::text[], :unanswered::text[], :at)`,
)
const LEASE = statement<Texts, { account: string; given: number; balance: number; held: number }>(
  `SELECT account, given, balance, held
   FROM tg_lease_1(:gateway, :accounts::text[], :needs::bigint[], :slack, :live)`,
)
const GIVE_BACK = statement<Texts, unknown>(
  'SELECT tg_give_back_1(:gateway, :accounts::text[], :credits::bigint[])',
)

/** Carries out all requests that wait, with one statement for each kind. */
export function* exchange(requests: readonly Request[]): Work<readonly Request[]> {
  const gateways = Map.groupBy(requests, ({ gateway }) => gateway)
  const kinds = new Set(requests.map(({ kind }) => kind))
  // Each statement locks what it needs in one order; those of several would not.
  if (gateways.size > 1 || kinds.size > 1) yield* lock(requests)
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
  const gateways = [...new Set(requests.map(({ gateway }) => gateway))]
  const accounts = [...new Set(requests.map(({ account }) => account))]
  yield* all(LOCK_GATEWAYS, { gateways: textArray(gateways) })
  yield* all(LOCK_ACCOUNTS, { accounts: textArray(accounts) })
}

function* settle(gateway: string, settlements: readonly Settlement[]): Work<void> {
  let rest = settlements
  while (rest.length > 0) {
    const rows = yield* all(SETTLE, { gateway, ...columnsOf(rest) })
    const told = new Map(rows.map((row) => [row.id, row]))
    // Where some were charged before, nothing else was written.
    const isRepetition = rows.some(({ fresh }) => !fresh)
    for (const one of rest) {
      const row = one.entries.map(({ id }) => told.get(id)).findLast((found) => found !== undefined)
      if (!row) continue
      const isSame =
        row.account === one.account &&
        one.entries.some(({ id, credits }) => id === row.id && credits === row.credits)
      const repeated = !isRepetition ? 'no' : isSame ? 'same' : 'another'
      one.told = { balance: row.balance_after, repeated }
    }
    rest = isRepetition ? rest.filter(({ entries }) => !entries.some(({ id }) => told.has(id))) : []
  }
}

/** The values of tg_settle_1, whose arrays are columns. */
function columnsOf(settlements: readonly Settlement[]): Texts {
  const accounts = [...new Set(settlements.map(({ account }) => account))].toSorted()
  const places = new Map(accounts.map((account, index) => [account, index + 1]))
  const totals = accounts.map(() => 0)
  const lines = settlements.flatMap((one) => one.entries.map((entry) => ({ ...one, ...entry })))
  const running = lines.map(({ account, credits }) => (totals[places.get(account)! - 1]! += credits))
  return {
    accounts: textArray(accounts),
    totals: numberArray(totals),
    ids: textArray(lines.map(({ id }) => id)),
    places: numberArray(lines.map(({ account }) => places.get(account)!)),
    kinds: textArray(lines.map(({ kind }) => kind)),
    credits: numberArray(lines.map(({ credits }) => credits)),
    running: numberArray(running),
    requests: textArray(lines.map(({ requestId }) => requestId)),
    slugs: textArray(lines.map(({ slug }) => slug)),
    engines: textArray(lines.map(({ engine }) => engine)),
    unanswered: textArray(lines.map(({ unanswered }) => unanswered)),
    at: settlements[0]!.at,
  }
}

function* lease(gateway: string, asks: readonly Ask[]): Work<void> {
  const byAccount = Map.groupBy(asks, ({ account }) => account)
  const accounts = [...byAccount.keys()].toSorted()
  const needs = accounts.map((account) => byAccount.get(account)!.reduce((sum, { need }) => sum + need, 0))
  const { slack, live } = asks[0]!
  const values = { gateway, accounts: textArray(accounts), needs: numberArray(needs), slack, live }
  const rows = yield* all(LEASE, values)
  const told = new Map(rows.map((row) => [row.account, row]))
  for (const [account, waiting] of byAccount) {
    // An account that was never opened has nothing.
    const { given, balance, held } = told.get(account) ?? { given: 0, balance: 0, held: 0 }
    // Given once; whoever waits takes of it in turn.
    for (const [index, one] of waiting.entries())
      one.told = { given: index === 0 ? given : 0, balance, held }
  }
}

function* giveBack(gateway: string, gifts: readonly GiveBack[]): Work<void> {
  const sums = new Map<string, number>()
  for (const { account, credits } of gifts) sums.set(account, (sums.get(account) ?? 0) + credits)
  const accounts = [...sums.keys()].toSorted()
  const credits = numberArray(accounts.map((account) => sums.get(account)!))
  yield* all(GIVE_BACK, { gateway, accounts: textArray(accounts), credits })
}

/** What is done with an entry once it is written, in its transaction. @returns the balance after it */
export function* saved(
  { told: answer, entries }: Settlement,
  withinTransaction?: WithinTransaction,
): Work<number> {
  if (!answer) throw new Error(`Nothing is known of ${entries[0]?.id}`)
  if (answer.repeated === 'another')
    throw new Error(`The id ${entries[0]?.id} belongs to another ledger entry`)
  if (withinTransaction) yield* withinTransaction(answer.balance)
  return answer.balance
}
