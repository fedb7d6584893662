import { getRouterParam, type H3Event } from 'h3'
import { makeChargeId } from '../../ledger/charge-id.ts'
import { CLI_USER_AGENT, type CallForm } from '../../../src-shared/activity.ts'
import type { Call, Caller, CallOrigin } from '../../pipeline/call.ts'
import { findTool } from '../../pipeline/checks/find-tool.ts'
import { OWN_FIELDS, readCallBody, type OwnFields } from '../../pipeline/checks/read-call.ts'
import { readJsonBody, type JsonBody } from '../request/read-body.ts'
import type { KeyedRequest, RouteRequest } from '../route.ts'

/** The slug in the address. */
export function slugOf(event: H3Event): string {
  return getRouterParam(event, 'slug') ?? ''
}

/** Refuses an unknown slug before the rate limit counts. @throws GatewayError api_not_found */
export function refuseUnknownSlug({ event, exchange, context }: RouteRequest): void {
  findTool(slugOf(event), exchange.account, context.services)
}

/** The caller that waits for this request. */
export function callerOf(event: H3Event): Caller {
  return new RequestCaller(event)
}

/** Where a request came from: the page's session cookie, our own command line, or any other client. */
export function originOf(event: H3Event, form: CallForm): CallOrigin {
  const { headers } = event.req
  if (headers.get('authorization') === null) return { client: 'page', form }
  const agent = headers.get('user-agent') ?? ''
  return { client: agent.startsWith(CLI_USER_AGENT) ? 'cli' : 'api', form, agent }
}

// A class, because an object literal with a getter gets a hidden class of its own in V8, which keeps the whole
// request alive until the next full garbage collection.
class RequestCaller implements Caller {
  readonly #event: H3Event

  constructor(event: H3Event) {
    this.#event = event
  }

  get signal(): AbortSignal {
    return this.#event.req.signal
  }

  gone(): boolean {
    const response = this.#event.runtime?.node?.res
    return response ? response.destroyed : this.signal.aborted
  }
}

/**
 * Reads a call of the tool in the address from body and headers.
 * @throws GatewayError payload_too_large, validation_error
 */
export async function readToolCall(request: KeyedRequest): Promise<{ call: Call; body: JsonBody }> {
  const body = await readJsonBody(request.event)
  return { call: toCall(request, body), body }
}

/** Whether the header X-Agent-Mode asks for agent mode, as `mode` in the body does. */
export function asksForAgentMode(event: H3Event): boolean {
  return isTrue(event.req.headers.get('x-agent-mode'))
}

// A tool that has a field of such a name leaves no other place for the gateway's own.
function ownIn({ req: { headers } }: H3Event, declared: readonly string[]): OwnFields {
  if (!OWN_FIELDS.some((name) => declared.includes(name))) return NONE
  return {
    ...(declared.includes('trace') && { trace: isTrue(headers.get('x-trace')) }),
    ...(declared.includes('receipt') && { receipt: isTrue(headers.get('x-receipt')) }),
    ...(declared.includes('session_id') && { session_id: headers.get('x-session-id') }),
  }
}

const NONE: OwnFields = {}

function isTrue(header: string | null): boolean {
  return header?.toLowerCase() === 'true'
}

/** The caller's place in a trace; the header is read only when traces are exported. */
export function traceparentOf({ event, context }: KeyedRequest): string | null {
  return context.isTraced ? event.req.headers.get('traceparent') : null
}

function toCall(request: KeyedRequest, body: JsonBody): Call {
  const { event, exchange, account, context } = request
  const slug = slugOf(event)
  const declared = context.services.registry.find(slug)?.facts.fields ?? []
  const own = ownIn(event, declared)
  const { fields, agentMode, trace, receipt, sessionId } = readCallBody(body.value, declared, own)
  return {
    slug,
    fields,
    agentMode: agentMode || asksForAgentMode(event),
    trace,
    receipt,
    sessionId,
    account,
    requestId: exchange.requestId,
    bodyText: body.text,
    origin: originOf(event, 'call'),
    address: exchange.address,
    // Never the caller's own X-Request-Id: a caller that repeats it would be charged once for many calls.
    chargeId: makeChargeId(context.services.now()),
    caller: callerOf(event),
    authenticateMs: exchange.authenticateMs,
    traceparent: traceparentOf(request),
  }
}
