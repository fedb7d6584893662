import type { Database, Statement } from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import type { SecretPlace } from '../secrets/secret-store.ts'

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

type NewLink = Pick<HubLink, 'url' | 'name' | 'payer' | 'leaseCredits' | 'secretId' | 'secretPlace'>

const COLUMNS = `id, url, name, payer, lease_credits AS leaseCredits, secret_id AS secretId,
  secret_place AS secretPlace, state, number, sent_seq AS sentSeq, connected_at AS connectedAt,
  contact_at AS contactAt`

/** The rows of hubs. What writes runs inside the current transaction. */
export class HubLinks {
  readonly #open: Statement<[], HubLink>
  readonly #find: Statement<[string], HubLink>
  readonly #insert: Statement<(string | number)[]>
  readonly #move: Statement<[LinkState, string]>
  readonly #sent: Statement<[number, number, string]>
  readonly #received: Statement<[number, number, string]>

  constructor(db: Database) {
    this.#open = db.prepare(
      `SELECT ${COLUMNS} FROM hub_link WHERE state <> 'closed' ORDER BY connected_at, id`,
    )
    this.#find = db.prepare(`SELECT ${COLUMNS} FROM hub_link WHERE id = ?`)
    this.#insert = db.prepare(
      `INSERT INTO hub_link (id, url, name, payer, lease_credits, secret_id, secret_place, state, connected_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, 'active', ?)`,
    )
    this.#move = db.prepare('UPDATE hub_link SET state = ? WHERE id = ?')
    this.#sent = db.prepare('UPDATE hub_link SET sent_seq = max(sent_seq, ?), contact_at = ? WHERE id = ?')
    this.#received = db.prepare('UPDATE hub_link SET number = ?, contact_at = ? WHERE id = ?')
  }

  /** Those for which something is left to do. */
  open(): HubLink[] {
    return this.#open.all()
  }

  active(): HubLink | null {
    return this.open().find(({ state }) => state === 'active') ?? null
  }

  find(id: string): HubLink | undefined {
    return this.#find.get(id)
  }

  /** Opens one under a new random id, which no message of an earlier one can be taken for. @returns the id */
  write({ url, name, payer, leaseCredits, secretId, secretPlace }: NewLink, now: number): string {
    const id = `gw_${randomBytes(16).toString('hex')}`
    this.#insert.run(id, url, name, payer, leaseCredits, secretId, secretPlace, now)
    return id
  }

  move(id: string, state: LinkState): void {
    this.#move.run(state, id)
  }

  /** Notes that the hub has every charge up to an entry. */
  sent(id: string, seq: number, now: number): void {
    this.#sent.run(seq, now, id)
  }

  /** Notes a lease that has arrived. */
  received(id: string, number: number, now: number): void {
    this.#received.run(number, now, id)
  }
}
