import { sharerOf } from '../accounts/account.ts'
import { makeChargeId } from '../ledger/charge-id.ts'
import type { Call, Caller, CallObserver } from '../pipeline/call.ts'
import { readCallBody, type OwnFields } from '../pipeline/checks/read-call.ts'
import type { Services } from '../pipeline/services.ts'
import type { CallProgress } from './call-progress.ts'
import type { NamedCall } from './finder-tools.ts'
import type { McpCaller } from './mcp-caller.ts'
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

/** How a client wants to see a result. */
export function wishesOf({ services, toolset, from, request }: CallParts): ResultWishes {
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

/** The call of a tool for a request. */
export function toCall(
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
