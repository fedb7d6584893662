import { hash } from 'node:crypto'
import type { WholeAnswer } from '../../mcp/list-answers.ts'
import type { McpCaller } from '../../mcp/mcp-caller.ts'
import type { Account } from '../../accounts/account.ts'
import type { Answer } from '../../pipeline/call.ts'
import { authRequired, identify } from '../session/authenticate.ts'
import { eventStreamHeaders } from '../reply/event-stream.ts'
import { elapsedMs } from '../request/exchange.ts'
import { readJsonBody } from '../request/read-body.ts'
import { MCP_CALL, recordingRefusal } from '../calls/refused-call.ts'
import { callerOf } from '../calls/read-tool-call.ts'
import { toResponse, type Reply } from '../reply/reply.ts'
import { defineRoute, type RouteRequest } from '../route.ts'
import { enforceRateLimit, refuseLate } from '../run-route.ts'

/**
 * POST /mcp: the Model Context Protocol over Streamable HTTP. Only calls that run count against the rate limit, and
 * a refusal is a tool result, which is why this route counts for itself.
 */
export const postMcp = defineRoute({ method: 'POST', path: '/mcp', access: 'open', handle: answerMcp })

/** GET /mcp: the stream of events for a session of the older revisions. */
export const getMcp = defineRoute({ method: 'GET', path: '/mcp', access: 'open', handle: answerMcp })

/** DELETE /mcp: ends a session of the older revisions. */
export const deleteMcp = defineRoute({ method: 'DELETE', path: '/mcp', access: 'open', handle: answerMcp })

async function answerMcp(request: RouteRequest): Promise<Response> {
  const { event, exchange, context } = request
  // An agent whose key is wrong gets no further than this, whatever it was about to call.
  const account = recordingRefusal(request, { ...MCP_CALL, slug: 'mcp' }, () => admit(request))
  const body = event.req.method === 'POST' ? (await readJsonBody(event)).value : undefined
  const outcome: CallOutcome = { answer: null, charged: 0 }
  const from = callerFor(request, account, outcome)
  const answered = await context.mcp.answer({ request: event.req, body, from })
  return answered instanceof Response
    ? await withHeaders(answered, request, outcome)
    : toResponse(exchange, replyOf({ status: 200, ...answered }, request, outcome))
}

function admit({ event, exchange, context }: RouteRequest): Account {
  // A working key is already known here; for any other this throws the reason.
  const account = exchange.account ?? identify(event, context) ?? context.mcpGuest
  exchange.authenticateMs = elapsedMs(exchange)
  if (!account) throw authRequired(context)
  exchange.account = account
  refuseLate(exchange)
  return account
}

/** What became of the call of a request, if it was a call. */
interface CallOutcome {
  answer: Answer | null
  /** What it was charged without an answer. */
  charged: number
}

function callerFor(request: RouteRequest, account: Account, outcome: CallOutcome): McpCaller {
  const { event, exchange, context } = request
  const { requestId, address, authenticateMs } = exchange
  return {
    account,
    requestId,
    address,
    authenticateMs,
    caller: callerOf(event),
    enforceRateLimit: (slug) =>
      recordingRefusal(request, slug && { ...MCP_CALL, slug }, () => enforceRateLimit(exchange, context)),
    answered: (answer) => void (outcome.answer = answer),
    charged: (credits) => void (outcome.charged = credits),
    running: context.running,
  }
}

/** The protocol's answer with the headers of every answer of the gateway. */
async function withHeaders(
  response: Response,
  request: RouteRequest,
  outcome: CallOutcome,
): Promise<Response> {
  const { exchange } = request
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    const about = { engine: 'real', balance: balanceOf(request) } as const
    const headers = [...eventStreamHeaders(exchange, about), ...sessionOf(response)]
    return new Response(response.body, { status: response.status, headers })
  }
  const body = await response.text()
  const contentType = type === '' ? 'application/json' : type
  const reply = replyOf({ status: response.status, body, contentType }, request, outcome)
  return toResponse(exchange, { ...reply, headers: sessionOf(response) })
}

/** A whole answer of the protocol, with the price and hash of the call that it tells of. */
function replyOf(
  { status, body, contentType }: WholeAnswer & { readonly status: number },
  request: RouteRequest,
  { answer, charged }: CallOutcome,
): Reply {
  return {
    status,
    body: body === '' ? null : body,
    contentType,
    outputHash: answer?.outputHash ?? hash('sha256', body),
    engine: answer?.engine ?? 'real',
    creditsUsed: answer?.creditsUsed ?? charged,
    balance: balanceOf(request),
    ...(answer ? { cache: answer.cache, latencyMs: answer.latencyMs } : {}),
  }
}

function balanceOf({ exchange, context }: RouteRequest): number | null {
  return exchange.account ? context.services.ledger.lastKnown(exchange.account.id).balance : null
}

function sessionOf({ headers }: Response): [string, string][] {
  const id = headers.get('mcp-session-id')
  return id === null ? [] : [['mcp-session-id', id]]
}
