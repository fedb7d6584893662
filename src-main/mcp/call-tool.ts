import type { Server, ServerContext } from '@modelcontextprotocol/server'
import { sharerOf } from '../accounts/account.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { makeChargeId } from '../ledger/charge-id.ts'
import { internalError } from '../pipeline/batch.ts'
import type { Call, Caller, CallObserver } from '../pipeline/call.ts'
import { mayCall } from '../pipeline/checks/check-scope.ts'
import { refuseClosed } from '../pipeline/checks/find-tool.ts'
import { toolsSeenBy } from '../pipeline/checks/seen-tools.ts'
import { execute } from '../pipeline/execute.ts'
import { OWN_FIELDS, readCallBody, type OwnFields } from '../pipeline/checks/read-call.ts'
import type { Services } from '../pipeline/services.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import type { Picture } from '../tool-kit/define-tool.ts'
import { followCall, type CallProgress } from './call-progress.ts'
import { jsonResult, toMcpResult, type McpResult } from './call-result.ts'
import { toErrorResult } from './error-result.ts'
import {
  FINDER_NAMES,
  readNamedCall,
  runFinder,
  type AnsweringFinder,
  type NamedCall,
} from './finder-tools.ts'
import type { McpCaller } from './mcp-caller.ts'
import { agentIn, CLIENT_INFO } from './plain-call.ts'
import type { ResultWishes } from './text-blocks.ts'
import type { Toolset } from './toolset.ts'

/** The revision that brought links to resources. */
const LINKS_SINCE = '2025-06-18'

/** What a request says besides which tool it calls. */
export interface RequestFacts {
  /** The revision of MCP. */
  readonly version: string
  /** Its place in a trace, from `_meta`. */
  readonly traceparent: string | null
  /** What the client calls itself, and the session of its connection; empty if there is none. */
  readonly agent: string
  readonly session: string
  /** The gateway's own fields, from `_meta`. */
  readonly own: OwnFields
  /** Aborted when the client cancels the request; null for one that ends only with its connection. */
  readonly signal: AbortSignal | null
  /** Follows the call of a tool, for a client that wants to hear of its progress. */
  readonly follow: (slug: string) => CallProgress
}

/** What `tools/call` needs besides its parameters. */
export interface CallParts {
  readonly services: Services
  readonly toolset: Toolset
  readonly from: McpCaller
  readonly request: RequestFacts
}

/** The tool that a request calls, and its input. */
interface CallParameters {
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Answers `tools/call`. Errors that a model can act on (input, credits, rate, scope) are returned as error results.
 * @returns null when the client was shown no tool of this name
 */
export async function callTool(
  { name, arguments: args = {} }: CallParameters,
  parts: CallParts,
): Promise<McpResult | null> {
  let slug: string | null = null
  try {
    const named = readCall(name, args, parts)
    if (named === null) return null
    if ('slug' in named) ({ slug } = named)
    await parts.from.enforceRateLimit(slug)
    if ('finder' in named) return await finderResult(named.finder, args, parts)
    return await run(named, parts)
  } catch (error) {
    const { services, from } = parts
    if (!(error instanceof GatewayError)) services.reportBug(error, from.requestId)
    const known = error instanceof GatewayError ? error : internalError()
    from.charged(known.details.credits_used ?? 0)
    const { finders } = parts.toolset
    const shown = {
      describes: finders.includes('describe_tool'),
      searches: finders.includes('search_tools'),
    }
    return toErrorResult(known, { slug, ...shown })
  }
}

async function run(named: NamedCall, parts: CallParts): Promise<McpResult> {
  const { services, from, request } = parts
  from.running.begin()
  const progress = request.follow(named.slug)
  try {
    const answer = await execute(toCall(named, parts, progress.observer), services)
    from.answered(answer)
    // The tool is loaded: it has just run.
    const tool = await services.registry.find(named.slug)?.load()
    const isOfSource = tool?.source !== null && !tool?.chain
    return toMcpResult(answer, pictureOf(tool), wishesOf(parts), isOfSource)
  } finally {
    progress.end()
    from.running.end()
  }
}

function pictureOf(tool: RegisteredTool | undefined): ((data: object) => Picture | null) | undefined {
  const { definition } = tool ?? {}
  // The data of an answer has passed the tool's own output schema.
  return definition?.picture && ((data) => definition.picture?.(data as Record<string, unknown>) ?? null)
}

function wishesOf({ services, toolset, from, request }: CallParts): ResultWishes {
  const { version } = request
  const { results } = services.files
  const who = sharerOf(from.account)
  return {
    chars: toolset.resultChars ?? services.settings.get().mcp_result_chars,
    structured: toolset.outputSchemas,
    // A client of an older revision, which may not name it, would not understand the whole result.
    links: version !== 'unknown' && version >= LINKS_SINCE,
    keep: (text, pageChars) => results.keep(who, text, pageChars),
    keepBytes: (base64, mediaType) => results.keepBytes(who, { base64, mediaType }),
  }
}

function readCall(
  name: string,
  args: Readonly<Record<string, unknown>>,
  { services, toolset, from }: CallParts,
): NamedCall | { readonly finder: AnsweringFinder } | null {
  const { finders, tools, saved } = toolset
  if (FINDER_NAMES.some((finder) => finder === name) && !finders.some((finder) => finder === name))
    return null
  if (name === 'search_tools' || name === 'describe_tool') return { finder: name }
  if (name === 'call_tool') return readNamedCall(args)
  const tool = (saved ?? services.registry).find(name)
  if (!tool) refuseClosed(name, from.account, services)
  if (!tool || !(finders.includes('call_tool') || tools.includes(tool))) return null
  return { slug: tool.slug, input: args }
}

async function finderResult(
  name: AnsweringFinder,
  args: Readonly<Record<string, unknown>>,
  parts: CallParts,
): Promise<McpResult> {
  const { services, from, toolset } = parts
  const seen = toolset.saved ?? toolsSeenBy(from.account, services)
  const found = await runFinder(name, args, seen, (tool) => mayCall(from.account, tool, services))
  return jsonResult(JSON.stringify(found), wishesOf(parts), { 'toolgate/credits_used': 0 })
}

function toCall(
  { slug, input }: NamedCall,
  { services, from, request, toolset: { saved } }: CallParts,
  observer: CallObserver,
): Call {
  const { account, requestId, address, authenticateMs, caller } = from
  const { signal, version, traceparent, own, agent, session } = request
  return {
    ...readCallBody(input, services.registry.find(slug)?.facts.fields, own),
    account,
    requestId,
    ...(address === undefined ? {} : { address }),
    ...(authenticateMs === undefined ? {} : { authenticateMs }),
    slug,
    ...(saved ? { tools: saved } : {}),
    origin: { client: 'mcp', form: 'call', agent, session },
    chargeId: makeChargeId(services.now()),
    caller: signal === null ? caller : new McpRequestCaller(caller, signal),
    observer,
    mcpVersion: version,
    traceparent,
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

/** What the SDK tells about a request. */
export function toRequestFacts(context: ServerContext, server: Server): RequestFacts {
  const { mcpReq } = context
  const traceparent = mcpReq._meta?.['traceparent']
  return {
    version: versionOf(context),
    agent: server.getClientVersion()?.name ?? agentIn(mcpReq._meta?.[CLIENT_INFO]),
    session: context.sessionId ?? '',
    traceparent: typeof traceparent === 'string' ? traceparent : null,
    own: ownIn(mcpReq._meta ?? {}),
    signal: mcpReq.signal,
    follow: (slug) => followCall(slug, context),
  }
}

// Arguments belong to the tool, so what the gateway is asked for may stand beside them: `toolgate/receipt`.
function ownIn(meta: Readonly<Record<string, unknown>>): OwnFields {
  return Object.fromEntries(
    OWN_FIELDS.flatMap((name) => {
      const value = meta[`toolgate/${name}`]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

// Requests of the newer revision name it in the message; a client without a session only in its header.
function versionOf({ mcpReq, http }: ServerContext): string {
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {}
  const own = envelope['io.modelcontextprotocol/protocolVersion']
  return typeof own === 'string' ? own : (http?.req?.headers.get('mcp-protocol-version') ?? 'unknown')
}
