import { randomBytes } from 'node:crypto'
import type { SecretPlace } from '../secrets/secret-store.ts'
import { all, one, run, statement, type Work } from '../storage/engine/work.ts'

/**
 * `active`: calls spend its leases. `leaving`: the owner has disconnected, and what is left is given back once the hub
 * has every charge. `ended`: the hub has ended the leases, and gets the last charges. `closed`: nothing is left to do.
 */
export type LinkState = 'active' | 'leaving' | 'ended' | 'closed'

/** A hub whose credits this gateway spends or spent. Times are milliseconds since 1970. */
export interface HubLink {
  /** The name of this gateway at the hub, and of the account here that has the leased credits. */
  readonly id: string
  readonly url: string
  readonly name: string
  /** The account that spends the leases instead of its own credits. */
  readonly payer: string
  /** The most credits to hold at once. */
  readonly leaseCredits: number
  readonly secretId: string
  readonly secretPlace: SecretPlace
  readonly state: LinkState
  /** Of the last lease that has arrived; 0 before the first. */
  readonly number: number
  /** The last ledger entry that the hub has. */
  readonly sentSeq: number
  readonly connectedAt: number
  /** When the hub last answered. */
  readonly contactAt: number | null
}

/** What is said of one that is to be opened. */
export type WantedLink = Pick<
  HubLink,
  'url' | 'name' | 'payer' | 'leaseCredits' | 'secretId' | 'secretPlace'
>

const COLUMNS = `id, url, name, payer, lease_credits AS "leaseCredits", secret_id AS "secretId",
  secret_place AS "secretPlace", state, number, sent_seq AS "sentSeq", connected_at AS "connectedAt",
  contact_at AS "contactAt"`

const OPEN = statement<Record<never, never>, HubLink>(
  `SELECT ${COLUMNS} FROM hub_link WHERE state <> 'closed' ORDER BY connected_at, id`,
)
const FIND = statement<{ id: string }, HubLink>(`SELECT ${COLUMNS} FROM hub_link WHERE id = :id`)
const INSERT = statement<WantedLink & { readonly id: string; readonly now: number }>(
  `INSERT INTO hub_link (id, url, name, payer, lease_credits, secret_id, secret_place, state, connected_at)
   VALUES (:id, :url, :name, :payer, :leaseCredits, :secretId, :secretPlace, 'active', :now)`,
)
const MOVE = statement<{ id: string; state: LinkState }>(
  'UPDATE hub_link SET state = :state WHERE id = :id',
)
const SENT = statement<{ id: string; seq: number; now: number }>(
  'UPDATE hub_link SET sent_seq = max(sent_seq, :seq), contact_at = :now WHERE id = :id',
  'UPDATE hub_link SET sent_seq = greatest(sent_seq, :seq), contact_at = :now WHERE id = :id',
)
const RECEIVED = statement<{ id: string; number: number; now: number }>(
  'UPDATE hub_link SET number = :number, contact_at = :now WHERE id = :id',
)

/** Those for which something is left to do, the first connected one first. */
export function* openLinks(): Work<readonly HubLink[]> {
  return yield* all(OPEN, {})
}

/** The one whose leases are spent; null for none. */
export function* activeLink(): Work<HubLink | null> {
  return (yield* openLinks()).find(({ state }) => state === 'active') ?? null
}

export function* findLink(id: string): Work<HubLink | undefined> {
  return yield* one(FIND, { id })
}

/**
 * One to write, under a new random id, which no message of an earlier one can be taken for.
 * @param now milliseconds since 1970
 */
export function newLink(wanted: WantedLink, now: number): HubLink {
  const { url, name, payer, leaseCredits, secretId, secretPlace } = wanted
  const id = `gw_${randomBytes(16).toString('hex')}`
  return {
    ...{ id, url, name, payer, leaseCredits, secretId, secretPlace },
    ...{ state: 'active', number: 0, sentSeq: 0, connectedAt: now, contactAt: null },
  }
}

/** Opens a new one. Fails while another one is active. */
export function* writeLink(link: HubLink): Work<void> {
  const { id, url, name, payer, leaseCredits, secretId, secretPlace, connectedAt: now } = link
  yield* run(INSERT, { id, url, name, payer, leaseCredits, secretId, secretPlace, now })
}

export function* moveLink(id: string, state: LinkState): Work<void> {
  yield* run(MOVE, { id, state })
}

/** Notes that the hub has every charge up to an entry. @param now milliseconds since 1970 */
export function* noteSent(id: string, seq: number, now: number): Work<void> {
  yield* run(SENT, { id, seq, now })
}

/** Notes a lease that has arrived. @param now milliseconds since 1970 */
export function* noteReceived(id: string, number: number, now: number): Work<void> {
  yield* run(RECEIVED, { id, number, now })
}
