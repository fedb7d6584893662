import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  FRAMES,
  MODEL_LISTS,
  questionOf,
  REFUSALS,
  type WireQuestion,
} from '../../../src-main/providers/demo/wire.ts'
import type { Protocol } from '../../../src-main/providers/provider-kinds.ts'
import { bodyOf } from '../network/receiver.ts'
import type { Json } from '../gateway/test-gateway.ts'

/** How the server answers; the defaults are those of a good provider. */
export interface LlmScript {
  /** The pieces of the answer; a function makes them of the question. */
  pieces?: readonly string[] | ((question: WireQuestion) => readonly string[])
  usage?: { read: number; written: number } | null
  /** Before each piece. */
  gapMs?: number
  /** What the server waits for between the first piece and the second. */
  hold?: Promise<unknown>
  status?: number
  message?: string
  headers?: Record<string, string>
  /** Accepts the request and says nothing. */
  hang?: boolean
  /** With `hang`: says one word when this resolves, also to a client that has closed its own end by then. */
  lastWord?: Promise<unknown>
  /** Closes the connection, or ends the answer as if it were whole, after so many pieces. */
  cutAfter?: number
  endAfter?: number
  /** Sends this instead of the piece of this number. */
  garbleAt?: number
  models?: readonly string[]
}

/** A request as the server saw it. */
export interface SeenRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The body as it was sent; null for none. */
  readonly body: Json
  readonly question: WireQuestion | null
  /** Resolves when the connection of this request is gone. */
  readonly closed: Promise<void>
  /** Resolves once the first piece of the answer is on its way. */
  readonly spoken: Promise<void>
}

const MODELS = ['stub-large', 'stub-small']
export const DEFAULT_PIECES = ['Hel', 'lo', ' wor', 'ld.']

/** A server of language models on loopback, over real sockets, that speaks every protocol and fails as it is told. */
export class LlmServer {
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #speaks = new WeakMap<ServerResponse, () => void>()
  readonly seen: SeenRequest[] = []
  script: LlmScript = {}
  origin = ''

  static async start(script: LlmScript = {}): Promise<LlmServer> {
    const server = new LlmServer()
    server.script = script
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve))
    // A listening TCP server has an address with a port.
    server.origin = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`
    return server
  }

  get last(): SeenRequest {
    const last = this.seen.at(-1)
    if (!last) throw new Error('Nobody has asked the server anything')
    return last
  }

  /** Where a provider of this protocol finds it. */
  baseUrl(protocol: Protocol = 'openai'): string {
    return `${this.origin}/${protocol === 'google' ? 'v1beta' : 'v1'}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0]!
    const text = await bodyOf(request)
    const body: Json = text === '' ? null : JSON.parse(text)
    const question: WireQuestion | null = body === null ? null : questionOf(path, body)
    const closed = new Promise<void>((resolve) => response.on('close', resolve))
    const spoken = Promise.withResolvers<void>()
    this.#speaks.set(response, spoken.resolve)
    this.seen.push({ path, headers: request.headers, body, question, closed, spoken: spoken.promise })
    const protocol = question?.protocol ?? protocolOf(request.headers)
    const { script } = this
    if (script.hang) return void this.#sayLastWord(question, script, response)
    if (script.status !== undefined) {
      response.writeHead(script.status, { 'content-type': 'application/json', ...script.headers })
      response.end(JSON.stringify(REFUSALS[protocol](script.status, script.message ?? 'as told')))
      return
    }
    if (!question) {
      response.writeHead(path.endsWith('/models') ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(MODEL_LISTS[protocol](script.models ?? MODELS)))
      return
    }
    await this.#speak(question, script, response)
  }

  async #sayLastWord(
    question: WireQuestion | null,
    { lastWord }: LlmScript,
    response: ServerResponse,
  ): Promise<void> {
    if (lastWord === undefined || question === null) return
    // Node would close its own end at once.
    Object.assign(this.#server, { httpAllowHalfOpen: true })
    await lastWord
    const frames = FRAMES[question.protocol]({ model: question.model, pieces: ['Hello'] })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const { carries, text } of frames) if (carries !== 'end') response.write(text)
  }

  async #speak(question: WireQuestion, script: LlmScript, response: ServerResponse): Promise<void> {
    const { pieces = DEFAULT_PIECES, usage = { read: 7, written: 4 }, gapMs = 0 } = script
    const said = typeof pieces === 'function' ? pieces(question) : pieces
    const frames = FRAMES[question.protocol]({
      model: question.model,
      pieces: said,
      ...(usage ? { usage } : {}),
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    let piece = 0
    for (const { carries, text } of frames) {
      if (response.destroyed) return
      if (carries === 'text') {
        if (gapMs > 0) await pause(gapMs)
        if (piece === 1) await script.hold
        if (piece === script.cutAfter) {
          response.destroy()
          return
        }
        if (piece === script.endAfter) break
        if (piece++ === script.garbleAt) {
          response.write('data: {"choices": [{"delta": \n\n')
          continue
        }
      }
      response.write(text)
      if (carries === 'text') this.#speaks.get(response)?.()
    }
    response.end()
  }
}

function protocolOf(headers: IncomingHttpHeaders): Protocol {
  if (headers['x-goog-api-key']) return 'google'
  return headers['anthropic-version'] ? 'anthropic' : 'openai'
}
