import { H3, H3Event } from 'h3'
import type { ServerRequest } from 'srvx'
import { GatewayError } from '../../src-shared/errors.ts'
import { passDoor, type DoorPolicy } from './door/door.ts'
import { errorReply } from './reply/error-reply.ts'
import { BODIES, BodyPlaces } from './request/body-places.ts'
import { exchangeOf, openExchange, type Exchange } from './request/exchange.ts'
import type { GatewayContext } from './gateway-context.ts'
import { KnownRoutes } from './known-routes.ts'
import { headOfNode, headOfRequest, type RequestHead } from './door/request-head.ts'
import { toResponse, type Reply } from './reply/reply.ts'
import type { Route } from './route.ts'
import { tryIdentify, runRoute } from './run-route.ts'
import { toHeadResponse } from './reply/whole-response.ts'

export interface App {
  /** Answers one request, from a socket or built in a test. */
  readonly fetch: (request: ServerRequest) => Response | Promise<Response>
}

/** The HTTP surface: the door in front of a router over the route table. */
export function createApp(
  routes: readonly Route[],
  context: GatewayContext,
  policy: () => DoorPolicy,
): App {
  const router = createRouter(routes, context)
  const known = new KnownRoutes(routes)
  const bodies = new BodyPlaces(context.services.shares.open(BODIES))
  const answer = (request: ServerRequest, head: RequestHead, exchange: Exchange) => {
    try {
      passDoor(head, policy())
    } catch (refusal) {
      return toResponse(exchange, errorReply(refusal, exchange, context.services))
    }
    const found = known.find(head.method, head.target)
    if (found)
      return answerRoute(found.route, new H3Event(request, { exchange, params: found.params }), context)
    request.context = { exchange }
    return router.fetch(request)
  }
  return {
    fetch: (request) => {
      const head = headOf(request)
      const exchange = openExchange(head, bodies)
      const response = answer(request, head, exchange)
      if (!context.log.requests) return response
      return logged(response, (known) => context.log.request(head.method, exchange, known))
    },
  }
}

async function logged(
  response: Response | Promise<Response>,
  write: (response: Response) => void,
): Promise<Response> {
  const known = await response
  write(known)
  return known
}

function createRouter(routes: readonly Route[], context: GatewayContext): H3 {
  const router = new H3({
    silent: true,
    onError: (error, event) => {
      const cause = error.unhandled ? (error.cause ?? error) : error
      return toResponse(exchangeOf(event), refusalReply(event, cause, context))
    },
  })
  for (const route of routes) {
    const answer = (event: H3Event): Promise<Response> => answerRoute(route, event, context)
    router.on(route.method, route.path, answer)
    // GET charges nothing and changes nothing, so HEAD may run it and return only the head.
    if (route.method === 'GET')
      router.on('HEAD', route.path, async (event) => await toHeadResponse(await answer(event)))
  }
  for (const [path, methods] of methodsByPath(routes)) {
    router.all(path, (event) => refuseMethod(event, methods, context))
  }
  router.all('/**', (event) => refusePath(event, context))
  return router
}

function answerRoute(route: Route, event: H3Event, context: GatewayContext): Promise<Response> {
  exchangeOf(event).route = route.path
  return runRoute(route, event, context)
}

function headOf(request: ServerRequest): RequestHead {
  const req = request.runtime?.node?.req
  // srvx types the request for HTTP/1 and HTTP/2; the gateway listens to HTTP/1 only.
  return req ? headOfNode(req as Parameters<typeof headOfNode>[0]) : headOfRequest(request)
}

function methodsByPath(routes: readonly Route[]): Map<string, string[]> {
  const methods = new Map<string, string[]>()
  for (const { path, method } of routes) {
    const answered = method === 'GET' ? [method, 'HEAD'] : [method]
    methods.set(path, [...(methods.get(path) ?? []), ...answered])
  }
  return methods
}

function refuseMethod(event: H3Event, methods: readonly string[], context: GatewayContext): Response {
  const allow = methods.join(', ')
  // `/v1/{slug}` matches every name; only a tool's slug is a known path.
  const slug = event.context.matchedRoute?.route === '/v1/:slug' ? event.context.params?.slug : undefined
  if (slug !== undefined && !context.services.registry.builtIn.find(slug)) return refusePath(event, context)
  const error = new GatewayError('method_not_allowed', `This address answers ${allow}.`)
  const reply = refusalReply(event, error, context)
  return toResponse(exchangeOf(event), { ...reply, headers: [...(reply.headers ?? []), ['allow', allow]] })
}

function refusePath(event: H3Event, context: GatewayContext): Response {
  const error = new GatewayError(
    'not_found',
    'There is nothing at this address. GET /v1/openapi.json lists every address.',
  )
  return toResponse(exchangeOf(event), refusalReply(event, error, context))
}

function refusalReply(event: H3Event, refusal: unknown, context: GatewayContext): Reply {
  const exchange = exchangeOf(event)
  tryIdentify(event, exchange, context)
  return errorReply(refusal, exchange, context.services)
}
