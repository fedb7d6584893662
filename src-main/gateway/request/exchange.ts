import { randomUUID } from 'node:crypto'
import type { H3Event } from 'h3'
import type { Account } from '../../accounts/account.ts'
import type { RateVerdict } from '../../accounts/rates/rates.ts'
import type { RequestHead } from '../door/request-head.ts'
import type { BodyPlaces } from './body-places.ts'

/** What the gateway knows of one request while it answers it. */
export interface Exchange {
  readonly requestId: string
  /** From performance.now(). */
  readonly startedAt: number
  /** The peer's network address. */
  readonly address: string
  /** Whether it came over a connection that has no place, and so is answered only for the owner. */
  readonly isLate: boolean
  /** The places of bodies that are still arriving. */
  readonly bodies: BodyPlaces
  readonly method: string
  /** The request target, as sent. */
  readonly target: string
  /** The pattern of the route that answers; null for a request that matched none. */
  route: string | null
  account: Account | null
  /** The account whose revoked or expired key was refused; absent for an unknown key. */
  refusedAs: Account | null
  rate: RateState | null
  authenticateMs: number
}

/** How much of its quota the caller has left. */
export interface RateState extends RateVerdict {
  readonly limit: number
  readonly windowSeconds: number
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Opens the exchange; a caller's own X-Request-Id is kept only if it is a UUID. */
export function openExchange(
  { requestId, address, isLate, method, target }: RequestHead,
  bodies: BodyPlaces,
): Exchange {
  return {
    requestId: requestId !== null && UUID.test(requestId) ? requestId : randomUUID(),
    startedAt: performance.now(),
    address,
    isLate,
    bodies,
    method,
    target,
    route: null,
    account: null,
    refusedAs: null,
    rate: null,
    authenticateMs: 0,
  }
}

/** The exchange that the door opened for this request. */
export function exchangeOf(event: H3Event): Exchange {
  // The door puts it there before routing (create-app.ts), so every event of ours has one.
  return (event.context as { exchange: Exchange }).exchange
}

/** Milliseconds since the request arrived. */
export function elapsedMs(exchange: Exchange): number {
  return performance.now() - exchange.startedAt
}
