import { all, one, run, statement, type Work } from '../../storage/engine/work.ts'
import type { Held } from '../held-credits.ts'
import type { ChargeReason, WithinTransaction } from '../ledger-store.ts'
import { settle, type NewLine, type Settlement, type Told } from './exchange.ts'
import { LeaseEnded } from './lease-ended.ts'
import { balanceAndLeft } from './ledger-rows.ts'

/** How a call ends, besides what is settled together with others. */
export interface End {
  readonly held: Held
  /** The whole of this price, a part that is owed of it, or nothing, for what is undone. */
  readonly due: { readonly what: 'price' | 'part'; readonly credits: number } | null
  readonly withinTransaction?: WithinTransaction | undefined
}

/** What identifies a call whose charge is taken back. */
export interface ClosedCall {
  readonly gateway: string
  readonly id: string
  readonly account: string
  readonly sub: string | null
  readonly requestId: string
  readonly slug: string
  readonly at: number
}

/** What was charged under an id, parts included, less what was taken back. */
interface Paid {
  /** Of the id itself; null when it has no entry. */
  readonly own: number | null
  readonly account: string | null
  readonly spender: string | null
  readonly kind: string | null
  readonly paid: number
  readonly parts: number
}

const PAID = statement<{ id: string }, Paid>(
  'SELECT own, account, spender, kind, paid, parts FROM tg_paid_1(:id)',
)
const DEPART = statement<{
  gateway: string
  id: string
  account: string
  sub: string | null
  credits: number
  slug: string
  requestId: string
  engine: string | null
  at: number
}>(
  `INSERT INTO departure (gateway, charge_id, account, spender, credits, slug, request_id, engine, at)
   SELECT id, :id::text, :account::text, :sub::text, :credits::bigint, :slug::text, :requestId::text, :engine::text,
     :at::bigint FROM gateway WHERE id = :gateway FOR KEY SHARE ON CONFLICT DO NOTHING`,
)
const DEPARTED = statement<{ gateway: string; id: string }, { id: string }>(
  'SELECT charge_id AS id FROM departure WHERE gateway = :gateway AND charge_id = :id',
)
const ARRIVE = statement<{ gateway: string; id: string }>(
  'DELETE FROM departure WHERE gateway = :gateway AND charge_id = :id',
)
const CLOSE = statement<
  {
    gateway: string
    id: string
    account: string
    sub: string | null
    final: string
    requestId: string
    slug: string
    at: number
  },
  unknown
>('SELECT tg_close_2(:gateway, :id, :account, :sub, :final::boolean, :requestId, :slug, :at)')
const PAIR = statement<{ id: string }, { account: string; spender: string | null; credits: number }>(
  "SELECT account, spender, -credits AS credits FROM entry WHERE id = :id || ':failed'",
)

/** What was charged for a call, parts included; null for nothing. */
export function* chargeOf(id: string): Work<number | null> {
  const paid = yield* one(PAID, { id })
  return paid && (paid.own !== null || paid.parts > 0) ? paid.paid : null
}

/** What a call owes of a price beyond all that was charged for it. */
export function* owedOf(id: string, credits: number): Work<number> {
  return Math.max(0, credits - ((yield* chargeOf(id)) ?? 0))
}

/** Does what is left to do of a call whose settlement was carried out. @returns the balance after it */
export function* ended(request: Settlement, end: End): Work<number> {
  const { id, departed } = end.held
  // Whoever has ended this gateway has charged the whole price, and there is no part any more.
  const isGone = departed && (yield* run(ARRIVE, { gateway: request.gateway, id })) === 0
  if (isGone && end.due?.what === 'part') throw new LeaseEnded()
  if (isGone && end.due === null) yield* closeCall({ ...request, id }, false)
  if (end.due) yield* chargeDue(request, id, end.due)
  else if (request.told?.isRepeated) yield* assertSamePair(request, end.held)
  const told = request.told ?? { ...(yield* balanceAndLeft(request)), taken: 0, isRepeated: false }
  request.told = told
  const balance = leastOf(told)
  if (end.withinTransaction) yield* end.withinTransaction(balance)
  return balance
}

/** What may be spent after a settlement. */
export function leastOf({ balance, left }: Pick<Told, 'balance' | 'left'>): number {
  return Math.min(balance, left ?? balance)
}

/** Notes a call that is about to leave. @throws LeaseEnded when this gateway is not known any more */
export function* departing(
  gateway: string,
  { id, account, sub, credits }: Held,
  { requestId, slug, engine }: ChargeReason,
  at: number,
): Work<void> {
  const whose = { account: sub?.payer ?? account, sub: sub && account }
  const call = { id, credits, slug, requestId, engine: engine ?? null, at }
  const noted = yield* run(DEPART, { gateway, ...whose, ...call })
  if (noted === 0 && !(yield* one(DEPARTED, { gateway, id }))) throw new LeaseEnded()
}

/** Frees a call from which something may have left: its row goes, or its charge where somebody has made one of it. */
export function* arriving(call: ClosedCall): Work<void> {
  if ((yield* run(ARRIVE, { gateway: call.gateway, id: call.id })) === 0) yield* closeCall(call, false)
}

/**
 * Takes a charge back.
 * @param isFinal whether nothing may be charged under its id any more, however late it comes
 */
export function* closeCall(
  { gateway, id, account, sub, requestId, slug, at }: ClosedCall,
  isFinal: boolean,
): Work<void> {
  yield* all(CLOSE, { gateway, id, account, sub, final: String(isFinal), requestId, slug, at })
}

// What was settled with others is done, unless the id was in the ledger; all else is charged here, alone.
function* chargeDue(request: Settlement, id: string, due: NonNullable<End['due']>): Work<void> {
  if (request.told?.isRepeated === false) return
  const paid = yield* one(PAID, { id })
  if (!paid) throw new Error(`Nothing is known of ${id}`)
  const isOwn = paid.account === request.account && paid.spender === request.sub && paid.kind === 'charge'
  if (paid.own !== null && !isOwn) throw new Error(`The id ${id} belongs to another ledger entry`)
  const line = lineOf(id, due, paid)
  if (!line) return
  const alone = { ...request, entries: [line] }
  yield* settle(request.gateway, [alone])
  request.told = alone.told
}

/** The entry that is still due of a call; null for none. */
function lineOf(id: string, { what, credits }: NonNullable<End['due']>, paid: Paid): NewLine | null {
  const owed = Math.max(0, credits - paid.paid)
  // Separate ids: a repetition of the call uses the call's own for the rest of its price.
  const part = `${id}:part${paid.parts === 0 ? '' : `-${paid.parts + 1}`}`
  if (what === 'price' && paid.own === null) return { id, kind: 'charge', credits: owed }
  const isDue = owed > 0 || (what === 'part' && credits === 0 && paid.parts === 0)
  return isDue ? { id: part, kind: 'charge', credits: owed } : null
}

function* assertSamePair(request: Settlement, { id, kept }: Held): Work<void> {
  const row = yield* one(PAIR, { id })
  if (row?.account !== request.account || row.spender !== request.sub || row.credits !== kept)
    throw new Error(`The id ${id}:failed belongs to another ledger entry`)
}
