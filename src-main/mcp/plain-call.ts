/** The revision whose plain calls are read here. */
export const PLAIN_REVISION = '2026-07-28'
const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
/** Where a request says which client sends it. */
export const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo'
const INFO = CLIENT_INFO
const META = [VERSION, CAPABILITIES, INFO, 'traceparent']
const MEMBERS = ['jsonrpc', 'id', 'method', 'params']
const CAPABLE = ['sampling', 'elicitation', 'roots']
const UNNAMED = { name: '', version: '' }
const PARAMS = ['_meta', 'name', 'arguments']
const NAME = /^[\w-]{1,64}$/

/** A `tools/call` that leaves nothing to interpret. */
export interface PlainCall {
  readonly id: string | number
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** The caller's place in a trace, if it told one. */
  readonly traceparent: string | null
  /** What the client calls itself. */
  readonly agent: string
}

/**
 * Reads a request that is certain to be a valid `tools/call` of the newest revision, answered at once: all of its
 * members are known, head and body say the same, and it asks for no progress. The SDK checks these things in general
 * ways, which takes as long as the rest of a call; whatever else a request is, the SDK decides.
 * @returns null for any other request
 */
export function readPlainCall(request: Request, body: unknown): PlainCall | null {
  if (!hasExactly(body, MEMBERS)) return null
  const { jsonrpc, id, method, params } = body
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isId(id)) return null
  if (!hasOnly(params, PARAMS)) return null
  const { _meta: meta, name, arguments: args = {} } = params
  if (typeof name !== 'string' || !NAME.test(name) || !isObject(args)) return null
  if (!isPlainMeta(meta) || !isPlainHead(request.headers, name)) return null
  const { traceparent, [INFO]: info } = meta
  return {
    id,
    name,
    arguments: args,
    traceparent: typeof traceparent === 'string' ? traceparent : null,
    agent: agentIn(info),
  }
}

/** The name in what a client tells about itself; empty if it tells none. */
export function agentIn(info: unknown): string {
  const name = isObject(info) ? info['name'] : ''
  return typeof name === 'string' ? name : ''
}

function isPlainHead(headers: Headers, name: string): boolean {
  const accept = headers.get('accept')
  return (
    headers.get('mcp-protocol-version') === PLAIN_REVISION &&
    headers.get('mcp-method') === 'tools/call' &&
    headers.get('mcp-name') === name &&
    headers.get('content-type') === 'application/json' &&
    accept !== null &&
    takes(accept, 'application/json') &&
    takes(accept, 'text/event-stream') &&
    !headers.has('mcp-session-id')
  )
}

function takes(accept: string, type: string): boolean {
  return accept.split(',').some((item) => item.trim() === type)
}

function isPlainMeta(meta: unknown): meta is Readonly<Record<string, unknown>> {
  if (!hasOnly(meta, META) || meta[VERSION] !== PLAIN_REVISION) return false
  const { [CAPABILITIES]: capabilities, [INFO]: info = UNNAMED } = meta
  return (
    hasOnly(capabilities, CAPABLE) &&
    // What is inside of them has rules of its own.
    Object.values(capabilities).every((capability) => hasOnly(capability, [])) &&
    hasExactly(info, Object.keys(UNNAMED)) &&
    Object.values(info).every((value) => typeof value === 'string')
  )
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnly(value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> {
  return isObject(value) && Object.keys(value).every((name) => names.includes(name))
}

function hasExactly(value: unknown, names: readonly string[]): value is Readonly<Record<string, unknown>> {
  return hasOnly(value, names) && Object.keys(value).length === names.length
}
