import type { Engine } from '../../src-shared/engines.ts'
import { all, one, statement, type Work } from '../storage/engine/work.ts'
import type { Unanswered } from './unanswered.ts'

/** A charge as it is passed on to the hub whose credits it spent. */
export interface FedCharge {
  readonly seq: number
  readonly id: string
  readonly credits: number
  readonly slug: string
  readonly request_id: string
  readonly engine: Engine | null
  readonly unanswered: Unanswered | null
}

/** Charges, and the credits of all of them. */
export interface ChargeSum {
  readonly charges: number
  readonly credits: number
}

// A failed call leaves a charge and the refund that undoes it; neither is passed on.
const OF_ACCOUNT = "FROM entry WHERE account = :account AND seq > :seq AND kind = 'charge'"
const SQLITE = `${OF_ACCOUNT} AND id NOT GLOB '*:failed'`
const POSTGRES = `${OF_ACCOUNT} AND id NOT LIKE '%:failed'`
const COLUMNS = `seq, id, 0 - credits AS credits, coalesce(slug, '') AS slug,
  coalesce(request_id, '') AS request_id, engine, unanswered`

type Place = { readonly account: string; readonly seq: number }

const AFTER = statement<Place & { readonly limit: number }, FedCharge>(
  `SELECT ${COLUMNS} ${SQLITE} ORDER BY seq LIMIT :limit`,
  `SELECT ${COLUMNS} ${POSTGRES} ORDER BY seq LIMIT :limit`,
)
const SUM = statement<Place, ChargeSum>(
  `SELECT count(*) AS charges, coalesce(sum(0 - credits), 0) AS credits ${SQLITE}`,
  `SELECT count(*) AS charges, coalesce(sum(0 - credits), 0)::bigint AS credits ${POSTGRES}`,
)

/** The charges of an account after an entry, the oldest first, so that they can be passed on. */
export function* chargesAfter(account: string, seq: number, limit: number): Work<readonly FedCharge[]> {
  return yield* all(AFTER, { account, seq, limit })
}

/** What the charges of an account after an entry come to. */
export function* sumAfter(account: string, seq: number): Work<ChargeSum> {
  return (yield* one(SUM, { account, seq })) ?? { charges: 0, credits: 0 }
}
