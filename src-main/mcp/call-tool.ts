import type { CallToolRequest, CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { GatewayError } from '../../src-shared/errors.ts'
import { makeChargeId } from '../ledger/charge-id.ts'
import { internalError } from '../pipeline/batch.ts'
import type { Call, Caller } from '../pipeline/call.ts'
import { mayCall } from '../pipeline/checks/check-scope.ts'
import { execute } from '../pipeline/execute.ts'
import { readCallBody } from '../pipeline/checks/read-call.ts'
import type { Services } from '../pipeline/services.ts'
import { toCallResult, toErrorResult } from './call-result.ts'
import { FINDER_NAMES, readNamedCall, runFinder, type FinderName, type NamedCall } from './finder-tools.ts'
import type { McpCaller } from './mcp-caller.ts'
import type { Toolset } from './toolset.ts'

/** What `tools/call` needs besides the request itself. */
export interface CallParts {
  readonly services: Services
  readonly toolset: Toolset
  readonly from: McpCaller
  readonly context: ServerContext
}

/**
 * Answers `tools/call`. Errors that a model can act on (input, credits, rate, scope) are returned as error results.
 * @returns null when the client was shown no tool of this name
 */
export async function callTool(
  { name, arguments: args = {} }: CallToolRequest['params'],
  parts: CallParts,
): Promise<CallToolResult | null> {
  try {
    const named = readCall(name, args, parts)
    if (named === null) return null
    parts.from.enforceRateLimit()
    if ('finder' in named) return await finderResult(named.finder, args, parts)
    return await run(toCall(named, parts), parts)
  } catch (error) {
    const { services, from } = parts
    if (!(error instanceof GatewayError)) services.reportBug(error, from.requestId)
    const known = error instanceof GatewayError ? error : internalError()
    from.charged(known.details.credits_used ?? 0)
    return toErrorResult(known)
  }
}

async function run(call: Call, { services, from }: CallParts): Promise<CallToolResult> {
  from.running.begin()
  try {
    const answer = await execute(call, services)
    from.answered(answer)
    return toCallResult(answer)
  } finally {
    from.running.end()
  }
}

function readCall(
  name: string,
  args: Readonly<Record<string, unknown>>,
  { services, toolset }: CallParts,
): NamedCall | { readonly finder: FinderName } | null {
  const isFinder = FINDER_NAMES.some((finder) => finder === name)
  if (isFinder && !toolset.reachesAll) return null
  if (name === 'search_tools' || name === 'describe_tool') return { finder: name }
  if (name === 'call_tool') return readNamedCall(args)
  const tool = services.registry.find(name)
  if (!tool || !(toolset.reachesAll || toolset.tools.includes(tool))) return null
  return { slug: tool.slug, input: args }
}

async function finderResult(
  name: FinderName,
  args: Readonly<Record<string, unknown>>,
  { services, from }: CallParts,
): Promise<CallToolResult> {
  const { registry } = services
  const found = await runFinder(name, args, registry, (tool) => mayCall(from.account, tool, services))
  return {
    content: [{ type: 'text', text: JSON.stringify(found) }],
    structuredContent: found,
    _meta: { 'toolgate/credits_used': 0 },
  }
}

function toCall({ slug, input }: NamedCall, { services, from, context }: CallParts): Call {
  const { mcpReq } = context
  const { account, requestId, address, authenticateMs, caller } = from
  const traceparent = mcpReq._meta?.['traceparent']
  return {
    ...readCallBody(input),
    account,
    requestId,
    ...(address === undefined ? {} : { address }),
    ...(authenticateMs === undefined ? {} : { authenticateMs }),
    slug,
    origin: { client: 'mcp', form: 'call' },
    chargeId: makeChargeId(services.now()),
    caller: new McpRequestCaller(caller, mcpReq.signal),
    observer: { started: () => undefined, progress: progressOf(context), token: () => undefined },
    mcpVersion: versionOf(context),
    traceparent: typeof traceparent === 'string' ? traceparent : null,
  }
}

/** The client may cancel the request, or its connection may end: in both cases the caller has left. */
class McpRequestCaller implements Caller {
  readonly #connection: Caller
  readonly #request: AbortSignal
  #either: AbortSignal | undefined

  constructor(connection: Caller, request: AbortSignal) {
    this.#connection = connection
    this.#request = request
  }

  get signal(): AbortSignal {
    this.#either ??= AbortSignal.any([this.#connection.signal, this.#request])
    return this.#either
  }

  gone(): boolean {
    return this.#request.aborted || this.#connection.gone()
  }
}

// Requests of the newer revision name it in the message; a client without a session only in its header.
function versionOf({ mcpReq, http }: ServerContext): string {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
  const own = envelope['io.modelcontextprotocol/protocolVersion']
  return typeof own === 'string' ? own : (http?.req?.headers.get('mcp-protocol-version') ?? 'unknown')
}

function progressOf({ mcpReq }: ServerContext): (percent: number, status: string) => void {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return () => undefined
  return (progress, message) => {
    const params = { progressToken, progress, total: 100, message }
    // A client that has left hears nothing; the call itself notices that.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }
}
