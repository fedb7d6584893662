import { all, one, run, statement, type Work } from '../../storage/engine/work.ts'
import { numberArray, textArray } from '../../storage/postgres/arrays.ts'
import { entryIdOf, type LeaseHolder, type NewLease, type SentCharge } from '../lending/lending.ts'
import type { SortedCharges, WrittenBefore } from '../lending/sort-charges.ts'

type None = Readonly<Record<never, never>>

/** Who pays for a key, and what can be lent of it. */
export interface LockedPayer {
  readonly payer: string
  /** Whether the key is a team key, and whether a limit of its own applies. */
  readonly isSub: boolean
  readonly hasLimit: boolean
  /** What has the least left: the account or the limit. */
  readonly scarce: string
  /** Credits that neither gateways nor other machines hold of it. */
  readonly free: number
  /** What gateways hold of it. */
  readonly leased: number
}

interface Row {
  readonly free: number
  readonly leased: number
}

const COLUMNS = `id, key_id AS "keyId", name, number, last_given AS "lastGiven", given, spent, freed,
  late_charges AS "lateCharges", late_credits AS "lateCredits", first_at AS "firstAt", seen_at AS "seenAt",
  ended_at AS "endedAt"`

const HOLDERS = statement<None, LeaseHolder>(`SELECT ${COLUMNS} FROM instance ORDER BY first_at, id`)
const HOLDER = statement<{ id: string }, LeaseHolder>(`SELECT ${COLUMNS} FROM instance WHERE id = :id`)
const LOCKED_HOLDER = statement<{ id: string }, LeaseHolder>(
  `SELECT ${COLUMNS} FROM instance WHERE id = :id FOR UPDATE`,
)
const OPEN = statement<{ keyId: string }, { count: number }>(
  'SELECT count(*) AS count FROM instance WHERE key_id = :keyId AND ended_at IS NULL',
)
const PAYER = statement<{ keyId: string }, { payer: string }>(
  'SELECT payer FROM sub_account WHERE id = :keyId',
)
const LOCKED_ACCOUNT = statement<{ id: string }, Row>(
  'SELECT balance - held AS free, held - lent AS leased FROM account WHERE id = :id FOR UPDATE',
)
const LOCKED_LIMIT = statement<{ id: string }, { free: number | null; leased: number }>(
  'SELECT credit_limit - spent - held AS free, held - lent AS leased FROM sub_account WHERE id = :id FOR UPDATE',
)
const LEND_ACCOUNT = statement<{ id: string; credits: number }>(
  'UPDATE account SET held = held + :credits, lent = lent + :credits WHERE id = :id',
)
const LEND_LIMIT = statement<{ id: string; credits: number }>(
  `UPDATE sub_account SET held = held + :credits, lent = lent + :credits
   WHERE id = :id AND credit_limit IS NOT NULL`,
)
// The key of an instance id never changes, whoever else may send that id.
const GIVE = statement<{
  instance: string
  keyId: string
  name: string
  number: number
  credits: number
  at: number
}>(
  `INSERT INTO instance AS i (id, key_id, name, number, last_given, given, first_at, seen_at)
   VALUES (:instance, :keyId, :name, :number, :credits, :credits, :at, :at)
   ON CONFLICT (id) DO UPDATE SET name = excluded.name, number = excluded.number,
     last_given = excluded.last_given, given = i.given + excluded.given, seen_at = excluded.seen_at
   WHERE i.key_id = excluded.key_id`,
)
const TOOK = statement<{ id: string; spent: number; late: number; lateCredits: number; at: number }>(
  `UPDATE instance SET spent = spent + :spent, late_charges = late_charges + :late,
     late_credits = late_credits + :lateCredits, seen_at = :at WHERE id = :id`,
)
const END = statement<{ id: string; at: number }>(
  'UPDATE instance SET freed = given - spent, ended_at = :at WHERE id = :id',
)
const CHARGED = statement<{ ids: string }, { id: string; credits: number }>(
  'SELECT id, -credits AS credits FROM entry WHERE id = ANY (:ids::text[])',
)
const LATE = statement<{ instance: string; ids: string }, { id: string; credits: number }>(
  'SELECT id, credits FROM late_charge WHERE instance = :instance AND id = ANY (:ids::text[])',
)
const WRITE = statement<
  {
    account: string
    spender: string | null
    ids: string
    credits: string
    requests: string
    slugs: string
    engines: string
    unanswered: string
    at: number
  },
  unknown
>(
  `SELECT tg_write_1(c.id, :account, :spender, 'charge', -c.credits, c.request, c.slug, c.engine, c.unanswered, :at)
   FROM (SELECT * FROM unnest(:ids::text[], :credits::bigint[], :requests::text[], :slugs::text[], :engines::text[],
     :unanswered::text[]) WITH ORDINALITY AS u (id, credits, request, slug, engine, unanswered, n)
     ORDER BY n OFFSET 0) AS c`,
)
const WRITE_LATE = statement<{
  instance: string
  ids: string
  credits: string
  slugs: string
  requests: string
  at: number
}>(
  `INSERT INTO late_charge (instance, id, credits, slug, request_id, at)
   SELECT :instance, u.id, u.credits, u.slug, u.request, :at
   FROM unnest(:ids::text[], :credits::bigint[], :slugs::text[], :requests::text[]) AS u (id, credits, slug, request)`,
)

/** Every gateway that ever had a lease, the first one first. */
export function holders(): Work<readonly LeaseHolder[]> {
  return all(HOLDERS, {})
}

/** A gateway as it is now, which others may change meanwhile. */
export function holder(id: string): Work<LeaseHolder | undefined> {
  return one(HOLDER, { id })
}

/** A gateway, which nobody else changes until the transaction ends. Who pays for its key is locked before it. */
export function lockHolder(id: string): Work<LeaseHolder | undefined> {
  return one(LOCKED_HOLDER, { id })
}

/** How many gateways hold leases of a key. */
export function* openHoldersOf(keyId: string): Work<number> {
  return (yield* one(OPEN, { keyId }))?.count ?? 0
}

/** Locks the account that pays for a key, and then its limit, in the order in which everything else does. */
export function* lockPayer(keyId: string): Work<LockedPayer> {
  const sub = yield* one(PAYER, { keyId })
  const payer = sub?.payer ?? keyId
  // An account that was never opened has nothing.
  const account = (yield* one(LOCKED_ACCOUNT, { id: payer })) ?? { free: 0, leased: 0 }
  const limit = sub && (yield* one(LOCKED_LIMIT, { id: keyId }))
  const isSub = sub !== undefined
  if (!limit || limit.free === null) return { payer, isSub, hasLimit: false, scarce: payer, ...account }
  if (limit.free >= account.free) return { payer, isSub, hasLimit: true, scarce: payer, ...account }
  const { free, leased } = limit
  return { payer, isSub, hasLimit: true, scarce: keyId, free, leased }
}

/** Lends credits of a key, of its account and of its limit. @param credits negative for what is taken back */
export function* lend(keyId: string, { payer, hasLimit }: LockedPayer, credits: number): Work<void> {
  yield* run(LEND_ACCOUNT, { id: payer, credits })
  if (hasLimit) yield* run(LEND_LIMIT, { id: keyId, credits })
}

/** @returns whether it was written, since the id is of this key */
export function* writeLease(wanted: NewLease, at: number): Work<boolean> {
  const { instance, keyId, name, number, credits } = wanted
  return (yield* run(GIVE, { instance, keyId, name, number, credits, at })) === 1
}

/** What was written before of charges that a gateway sends. */
export function* writtenBefore(instance: string, charges: readonly SentCharge[]): Work<WrittenBefore> {
  const ids = charges.map(({ id }) => id)
  const charged = yield* all(CHARGED, { ids: textArray(ids.map((id) => entryIdOf(instance, id))) })
  const late = yield* all(LATE, { instance, ids: textArray(ids) })
  const ofEntries = new Map(charged.map(({ id, credits }) => [id, credits]))
  const ofLate = new Map(late.map(({ id, credits }) => [id, credits]))
  return { charged: (id) => ofEntries.get(entryIdOf(instance, id)), late: (id) => ofLate.get(id) }
}

/** Writes the charges of a gateway, and notes what was taken. The credits are free again by then. */
export function* writeTaken(
  { id: instance, keyId }: LeaseHolder,
  { payer, isSub }: LockedPayer,
  { due, late, spent, lateCredits }: SortedCharges,
  at: number,
): Work<void> {
  if (due.length > 0)
    yield* all(WRITE, {
      account: payer,
      spender: isSub ? keyId : null,
      ids: textArray(due.map(({ id }) => entryIdOf(instance, id))),
      ...columnsOf(due),
      engines: textArray(due.map(({ engine }) => engine ?? null)),
      unanswered: textArray(due.map(({ unanswered }) => unanswered ?? null)),
      at,
    })
  if (late.length > 0)
    yield* run(WRITE_LATE, { instance, ids: textArray(late.map(({ id }) => id)), ...columnsOf(late), at })
  yield* run(TOOK, { id: instance, spent, late: late.length, lateCredits, at })
}

/** Ends the leases of a gateway; what is left of them counts as freed. @param at milliseconds since 1970 */
export function* endHolder(id: string, at: number): Work<void> {
  yield* run(END, { id, at })
}

function columnsOf(charges: readonly SentCharge[]): { credits: string; requests: string; slugs: string } {
  return {
    credits: numberArray(charges.map(({ credits }) => credits)),
    requests: textArray(charges.map(({ requestId }) => requestId)),
    slugs: textArray(charges.map(({ slug }) => slug)),
  }
}
