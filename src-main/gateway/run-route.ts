import type { H3Event } from 'h3'
import { GatewayError } from '../../src-shared/errors.ts'
import { RATE_WINDOW_SECONDS } from '../../src-shared/limits.ts'
import type { Account } from '../accounts/account.ts'
import { addressGroup } from '../accounts/caller-address.ts'
import { idOfAddress, type RateVerdict } from '../accounts/rates/rates.ts'
import { recordRefusedCall } from './calls/refused-call.ts'
import { authRequired, identify, learnPageSession } from './session/authenticate.ts'
import { errorReply } from './reply/error-reply.ts'
import { elapsedMs, exchangeOf, type Exchange, type RateState } from './request/exchange.ts'
import type { GatewayContext } from './gateway-context.ts'
import { toResponse, type Reply } from './reply/reply.ts'
import { ownerOfSession } from './session/owner-session.ts'
import type { KeyedRoute, OpenRoute, Route, RouteRequest } from './route.ts'
import { counted } from '../../src-shared/counted.ts'

/** Answers one request: key, slug, rate limit, handler, in the order of docs/decisions/gateway-answers.md. */
export async function runRoute(route: Route, event: H3Event, context: GatewayContext): Promise<Response> {
  const exchange = exchangeOf(event)
  context.running.begin()
  try {
    const learning = learnPageSession(event, context)
    if (learning) await learning
    const outcome = await handle(route, { event, exchange, context })
    return outcome instanceof Response
      ? outcome
      : toResponse(exchange, withBalance(outcome, exchange, context))
  } catch (failure) {
    // A request refused before it was counted still gets the quota of its key.
    if (exchange.account) exchange.rate ??= rateOf(exchange.account, context)
    return toResponse(exchange, errorReply(failure, exchange, context.services))
  } finally {
    context.running.end()
  }
}

function handle(route: Route, request: RouteRequest): Reply | Response | Promise<Reply | Response> {
  return isKeyed(route) ? handleKeyed(route, request) : handleOpen(route, request)
}

function isKeyed(route: Route): route is KeyedRoute {
  return route.access === 'key' || route.access === 'admin' || route.access === 'session'
}

function handleOpen(route: OpenRoute, request: RouteRequest): Reply | Response | Promise<Reply | Response> {
  const { event, exchange, context } = request
  let counted: Promise<void> | undefined
  if (route.access === 'public') {
    exchange.account = identify(event, context)
    refuseLate(exchange)
    counted = enforceRateLimit(exchange, context)
  } else tryIdentify(event, exchange, context)
  const fresh = exchange.account && context.services.ledger.freshen?.(exchange.account.id)
  if (!counted && !fresh) return route.handle(request)
  return Promise.all([counted, fresh]).then(() => route.handle(request))
}

function handleKeyed(
  route: KeyedRoute,
  request: RouteRequest,
): Reply | Response | Promise<Reply | Response> {
  const admitted = admit(route, request)
  return admitted instanceof Promise
    ? admitted.then((account) => handleAdmitted(route, request, account))
    : handleAdmitted(route, request, admitted)
}

function handleAdmitted(
  route: KeyedRoute,
  request: RouteRequest,
  account: Account,
): Reply | Response | Promise<Reply | Response> {
  if (route.access === 'admin') assertAdmin(account)
  return route.handle({
    ...request,
    account: route.access === 'session' ? ownerOfSession(request) : account,
  })
}

function admit(route: KeyedRoute, request: RouteRequest): Account | Promise<Account> {
  const { event, exchange, context } = request
  try {
    const account = identify(event, context)
    exchange.authenticateMs = elapsedMs(exchange)
    if (!account) throw authRequired(context)
    exchange.account = account
    refuseLate(exchange)
    route.precheck?.(request)
    const counted = enforceRateLimit(exchange, context)
    const fresh = context.services.ledger.freshen?.(account.id)
    if (!counted && !fresh) return account
    return Promise.all([counted, fresh]).then(
      () => account,
      (error: unknown) => refused(error, route, request),
    )
  } catch (error) {
    return refused(error, route, request)
  }
}

function refused(error: unknown, { callForm: form }: KeyedRoute, request: RouteRequest): never {
  if (form !== undefined)
    recordRefusedCall(error, request, { form, ...(form === 'batch' ? { slug: 'batch' } : {}) })
  throw error
}

/** Identifies the caller where no key is needed, so that a working key still gets its balance and quota. */
export function tryIdentify(event: H3Event, exchange: Exchange, context: GatewayContext): void {
  if (exchange.account) return
  try {
    exchange.account = identify(event, context)
  } catch (error) {
    // A bad key is not a reason to refuse where no key is needed.
    if (!(error instanceof GatewayError)) throw error
  }
  if (exchange.account) exchange.rate = rateOf(exchange.account, context)
}

function withBalance(reply: Reply, { account }: Exchange, { services }: GatewayContext): Reply {
  if (reply.balance !== null || !account) return reply
  return { ...reply, balance: services.ledger.lastKnown(account.id).balance }
}

function rateOf({ id, rateLimit, windowSeconds }: Account, { services }: GatewayContext): RateState {
  const verdict = services.rates.peek(id, rateLimit, windowSeconds, services.now())
  return { ...verdict, limit: rateLimit, windowSeconds }
}

/** Whose requests are counted, and how many may come. */
type Counted = Pick<Account, 'id' | 'rateLimit' | 'windowSeconds'>

/**
 * Counts a request.
 * @returns a promise where other gateways have to be asked first
 * @throws GatewayError rate_limited with the true wait
 */
export function enforceRateLimit(exchange: Exchange, context: GatewayContext): Promise<void> | undefined {
  const { account } = exchange
  exchange.rate = null
  if (!account) return count(byAddress(exchange, context), exchange, context)
  const counted = count(account, exchange, context)
  // A limited key must not multiply its rate by making more keys.
  const makers = account.endsWith ? context.services.keys.makersOf(account) : []
  return makers.length === 0 ? counted : countMakers(counted, makers, exchange, context)
}

function byAddress({ address }: Exchange, { services }: GatewayContext): Counted {
  const rateLimit = services.settings.get().public_rate_limit
  return { id: idOfAddress(addressGroup(address)), rateLimit, windowSeconds: RATE_WINDOW_SECONDS }
}

function countMakers(
  counted: Promise<void> | undefined,
  [maker, ...others]: readonly Counted[],
  exchange: Exchange,
  context: GatewayContext,
): Promise<void> | undefined {
  if (!maker) return counted
  const next = counted
    ? counted.then(() => count(maker, exchange, context))
    : count(maker, exchange, context)
  return countMakers(next, others, exchange, context)
}

function count(who: Counted, exchange: Exchange, { services }: GatewayContext): Promise<void> | undefined {
  const verdict = services.rates.take(who.id, who.rateLimit, who.windowSeconds, services.now())
  if (verdict instanceof Promise) return verdict.then((told) => refuseExcess(told, who, exchange))
  refuseExcess(verdict, who, exchange)
  return undefined
}

function refuseExcess(
  verdict: RateVerdict,
  { rateLimit: limit, windowSeconds }: Counted,
  exchange: Exchange,
): void {
  if (!exchange.rate || verdict.remaining < exchange.rate.remaining)
    exchange.rate = { ...verdict, limit, windowSeconds }
  if (!verdict.allowed) throw rateLimited(limit, windowSeconds, verdict.retryAfterSeconds)
}

function rateLimited(limit: number, windowSeconds: number, seconds: number): GatewayError {
  return new GatewayError(
    'rate_limited',
    `Too many requests: the limit is ${limit} in ${counted(windowSeconds, 'second')}. Try again in ${counted(seconds, 'second')}.`,
    { retry_after: seconds },
  )
}

/** Leaves the last connections to the owner. @throws GatewayError overloaded */
export function refuseLate({ isLate, account }: Exchange): void {
  if (!isLate || account?.permissions.has('admin')) return
  throw new GatewayError(
    'overloaded',
    'All connections of this gateway are in use. Try again in a second.',
    { retry_after: 1 },
  )
}

function assertAdmin(account: Account): void {
  if (account.permissions.has('admin')) return
  throw new GatewayError('forbidden', 'This needs a key with the admin permission. Use the owner key.')
}
