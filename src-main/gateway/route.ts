import { getRouterParam, type H3Event } from 'h3'
import type { Account } from '../accounts/account.ts'
import type { Exchange } from './request/exchange.ts'
import type { GatewayContext } from './gateway-context.ts'
import type { OperationDocument } from './openapi/operation-document.ts'
import type { Reply } from './reply/reply.ts'

/**
 * Who may use a route. `open`: anybody, uncounted (health, the page). `public`: anybody, counted by address or by
 * key. `key`: a key or the owner's page session. `admin`: a key with the permission admin. `session`: the owner's page
 * session and no key. `page`: the page itself, signed in or not.
 */
export type Access = 'open' | 'public' | 'key' | 'admin' | 'session' | 'page'

/** What a route's handler is given. */
export interface RouteRequest {
  readonly event: H3Event
  readonly exchange: Exchange
  readonly context: GatewayContext
}

/** The same, where the route needs an account and so has one. */
export interface KeyedRequest extends RouteRequest {
  readonly account: Account
}

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** How the route appears in /v1/openapi.json; what only the page uses does not. */
  readonly document?: OperationDocument
}

export interface OpenRoute extends RouteBase {
  readonly access: 'open' | 'public' | 'page'
  readonly handle: (request: RouteRequest) => Reply | Response | Promise<Reply | Response>
}

export interface KeyedRoute extends RouteBase {
  readonly access: Exclude<Access, OpenRoute['access']>
  /** Runs after the key is known and before the rate limit counts, which is where an unknown slug is refused. */
  readonly precheck?: (request: RouteRequest) => void
  readonly handle: (request: KeyedRequest) => Reply | Response | Promise<Reply | Response>
}

export type Route = OpenRoute | KeyedRoute

/** Declares a route: one file's export. */
export function defineRoute<R extends Route>(route: R): R {
  return route
}

/** The id in a route's address. */
export function idOf({ event }: RouteRequest): string {
  return getRouterParam(event, 'id') ?? ''
}
