import { getRouterParam, type H3Event } from 'h3'
import type { Account } from '../accounts/account.ts'
import type { CallForm } from '../../src-shared/activity.ts'
import type { Exchange } from './request/exchange.ts'
import type { GatewayContext } from './gateway-context.ts'
import type { OperationDocument } from './openapi/operation-document.ts'
import type { Reply } from './reply/reply.ts'

/**
 * Who may use a route. `open`: anybody, uncounted (health, the page). `public`: anybody, counted by address or by
 * key. `key`: a key or the owner's page session. `admin`: a key with the admin permission. `session`: the owner's page
 * session and no key. `page`: the page, signed in or not.
 */
export type Access = 'open' | 'public' | 'key' | 'admin' | 'session' | 'page'

/** The parameters of a route's handler. */
export interface RouteRequest {
  readonly event: H3Event
  readonly exchange: Exchange
  readonly context: GatewayContext
}

/** The same for a route that needs an account. */
export interface KeyedRequest extends RouteRequest {
  readonly account: Account
}

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** How the route appears in /v1/openapi.json; absent for routes that only the page uses. */
  readonly document?: OperationDocument
}

export interface OpenRoute extends RouteBase {
  readonly access: 'open' | 'public' | 'page'
  readonly handle: (request: RouteRequest) => Reply | Response | Promise<Reply | Response>
}

export interface KeyedRoute extends RouteBase {
  readonly access: Exclude<Access, OpenRoute['access']>
  /** For a route that runs tools: a request that it refuses is recorded as a refused call of this form. */
  readonly callForm?: CallForm
  /** Runs after the key is known and before the rate limit counts, which is when an unknown slug is refused. */
  readonly precheck?: (request: RouteRequest) => void
  readonly handle: (request: KeyedRequest) => Reply | Response | Promise<Reply | Response>
}

export type Route = OpenRoute | KeyedRoute

/** Declares a route: one file's export. */
export function defineRoute<R extends Route>(route: R): R {
  return route
}

/** The id in a request's address. */
export function idOf({ event }: RouteRequest): string {
  return getRouterParam(event, 'id') ?? ''
}
