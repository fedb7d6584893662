import { createParser } from 'eventsource-parser'
import { z } from 'zod'
import { sendHttp, textOf } from '../client/http.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** A JSON-RPC message as far as the bridge reads it. */
const message = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }).optional(),
  result: z.looseObject({ protocolVersion: z.string().optional() }).optional(),
})
type Message = z.infer<typeof message>

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const INTERNAL_ERROR = -32603
const PARSE_ERROR = -32700

export interface BridgeOptions {
  /** The gateway's MCP address, with the requested toolset. */
  readonly url: string
  readonly key: string
  /** Whether the key may be sent now; another program may have taken the port of a gateway that ended. */
  readonly isSafe: () => Promise<boolean>
  /** Writes one message to the client. */
  readonly write: (line: string) => void
}

/**
 * Carries MCP messages between a client on stdin and stdout and the gateway over HTTP, so that both transports use
 * the same server, ledger and rules.
 */
export class McpBridge {
  readonly #options: BridgeOptions
  readonly #running = new Map<string | number, AbortController>()
  #sessionId: string | null = null
  /** The last check that a gateway of ours answers. Checks run one by one, so that no message overtakes another. */
  #looked = Promise.resolve(true)
  /** The revision that an older client has agreed on; the newer one names it in each message. */
  #version: string | null = null

  constructor(options: BridgeOptions) {
    this.#options = options
  }

  /** Takes one line from the client. Resolves when its answer, if it has one, is written. */
  async receive(line: string): Promise<void> {
    const read = message.safeParse(parse(line))
    if (!read.success) {
      this.#fail(null, PARSE_ERROR, 'This line is not a JSON-RPC message.')
      return
    }
    const asked = read.data
    if (asked.method === 'notifications/cancelled') this.#cancel(asked)
    const abort = new AbortController()
    if (asked.id !== undefined) this.#running.set(asked.id, abort)
    try {
      await this.#send(asked, line, abort.signal)
    } catch (error) {
      if (abort.signal.aborted) return
      const reason = error instanceof Error ? error.message : String(error)
      if (asked.id !== undefined)
        this.#fail(asked.id, INTERNAL_ERROR, `The gateway does not answer: ${reason}`)
    } finally {
      if (asked.id !== undefined) this.#running.delete(asked.id)
    }
  }

  /** Cancels running calls, which releases their credits, and ends the session. */
  async close(): Promise<void> {
    for (const abort of this.#running.values()) abort.abort()
    if (this.#sessionId === null || !(await this.#isSafe())) return
    const ended = sendHttp(this.#options.url, { method: 'DELETE', headers: this.#headers() })
    await ended.then(textOf).catch(() => undefined)
  }

  // In the newer revision closing the stream cancels the call; an older session gets the client's own message.
  #cancel({ params }: Message): void {
    const id = params?.requestId
    if (this.#sessionId === null && (typeof id === 'string' || typeof id === 'number'))
      this.#running.get(id)?.abort()
  }

  async #send(asked: Message, line: string, signal: AbortSignal): Promise<void> {
    if (!(await this.#isSafe())) throw new Error('it has ended. Restart it, or restart this client.')
    const headers = { ...this.#headers(), ...headersOf(asked) }
    const answer = await sendHttp(this.#options.url, { method: 'POST', headers, body: line, signal })
    this.#sessionId = answer.headers['mcp-session-id']?.toString() ?? this.#sessionId
    const type = answer.headers['content-type'] ?? ''
    if (type.startsWith('text/event-stream')) await this.#pipe(answer.body)
    else this.#pass(asked, answer.status, await textOf(answer))
  }

  #isSafe(): Promise<boolean> {
    this.#looked = this.#looked.then(() => this.#options.isSafe())
    return this.#looked
  }

  async #pipe(body: AsyncIterable<Uint8Array>): Promise<void> {
    const parser = createParser({ onEvent: ({ data }) => this.#deliver(data) })
    const decoder = new TextDecoder()
    for await (const piece of body) parser.feed(decoder.decode(piece, { stream: true }))
  }

  #pass(asked: Message, status: number, text: string): void {
    const answer = parse(text)
    if (isRpc(answer)) this.#deliver(text)
    else if (asked.id !== undefined && status >= 400)
      this.#fail(asked.id, INTERNAL_ERROR, reasonIn(answer, status))
  }

  #deliver(json: string): void {
    const { data } = message.safeParse(parse(json))
    if (data?.result?.protocolVersion !== undefined) this.#version = data.result.protocolVersion
    // A message is one line; JSON.stringify writes no line ends.
    this.#options.write(JSON.stringify(parseJson(json)))
  }

  #fail(id: string | number | null, code: number, text: string): void {
    this.#options.write(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: text } }))
  }

  #headers(): Record<string, string> {
    return {
      authorization: `Bearer ${this.#options.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(this.#version === null ? {} : { 'mcp-protocol-version': this.#version }),
      ...(this.#sessionId === null ? {} : { 'mcp-session-id': this.#sessionId }),
    }
  }
}

// The newer revision repeats in headers what a proxy may need (2026-07-28, "Streamable HTTP").
function headersOf({ method, params }: Message): Record<string, string> {
  const version = params?._meta?.[VERSION_KEY]
  if (typeof version !== 'string' || method === undefined) return {}
  const name = params?.name ?? params?.uri
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // The schema sees the difference: undefined is not a message.
    return undefined
  }
}

function isRpc(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'jsonrpc' in value
}

function reasonIn(answer: unknown, status: number): string {
  const said = z.object({ error: z.object({ message: z.string() }) }).safeParse(answer)
  return said.data?.error.message ?? `The gateway answered ${status}.`
}
