import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { SOURCE_LIMITS } from '../source.ts'
import { joined, masked, maskedInTurns, masksOf, type Mask } from '../secret-masks.ts'
import { problemOfLong, problemOfShort, SHORT_CHARS, wellFormed } from '../message-limits.ts'
import type { Delivery, Transport, TransportEvents } from '../processes/transport.ts'

/** The newest revision of MCP that begins with `initialize`; a server may answer with an older one. */
const REVISION = '2025-11-25'

const NOBODY: Delivery = { refused: () => undefined, failed: () => undefined }

/** What a request got instead of an answer. */
export class UpstreamFailure extends Error {
  /** Whether the server can have got the request, and can have acted. */
  readonly wasSent: boolean
  /** Whether it has answered, with an error of its own. */
  readonly isAnswer: boolean

  constructor(message: string, { wasSent, isAnswer = false }: { wasSent: boolean; isAnswer?: boolean }) {
    super(message)
    this.name = 'UpstreamFailure'
    this.wasSent = wasSent
    this.isAnswer = isAnswer
  }
}

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (failure: UpstreamFailure) => void
  readonly progressed: ((progress: Progress) => void) | undefined
  wasSent: boolean
}

/** What a server says of a request that takes long. */
export interface Progress {
  readonly progress: number
  readonly total: number | null
  readonly message: string | null
}

/** How a connection is opened, and who hears of it. */
export interface UpstreamParts {
  readonly connect: (events: TransportEvents) => Transport
  /** Our own version. */
  readonly version: string
  /** The values that nobody may see; a sign-in gets others from time to time. */
  readonly secrets: () => readonly string[]
  /** Reads a long JSON text without holding up others. */
  readonly parse: (text: string) => Promise<unknown>
  readonly ended: (why: string) => void
  readonly listChanged: () => void
  /** It could not be opened. @param stderr what it has written, without secrets */
  readonly failed: (stderr: string) => void
}

/** A request that is under way. */
export interface Sent {
  readonly answer: Promise<unknown>
  /** Tells the server that nobody waits any more. @param why for those who do */
  readonly cancel: (why: string) => void
}

/** One connection to a server of MCP. */
export class Upstream {
  readonly #parts: UpstreamParts
  readonly #transport: Transport
  readonly #waiting = new Map<number, Waiting>()
  #masks: readonly Mask[] = []
  #masked: readonly string[] = []
  #nextId = 1
  #why: string | null = null
  /** When it was heard last, in milliseconds of the process's clock. */
  heardAt = performance.now()
  readonly startedAt = performance.now()
  serverName: string | null = null
  serverVersion: string | null = null

  private constructor(parts: UpstreamParts) {
    this.#parts = parts
    this.#transport = parts.connect({
      line: (line) => void this.#read(line),
      tooLong: (head, tail) => this.#tooLong(head, tail),
      ended: (why) => this.#ended(why),
    })
  }

  /**
   * Starts a server and greets it.
   * @throws UpstreamFailure when it ends, or does not answer in time; then nothing of it is left
   */
  static async open(parts: UpstreamParts): Promise<Upstream> {
    const upstream = new Upstream(parts)
    try {
      const { answer } = upstream.request('initialize', {
        protocolVersion: REVISION,
        // Without sampling, elicitation and roots a server hides the tools that need them.
        capabilities: {},
        clientInfo: { name: 'toolgate', title: 'Toolgate', version: parts.version },
      })
      const told = await within(answer, SOURCE_LIMITS.startMs, 'did not greet back within 30 seconds')
      const info = isObject(told) && isObject(told.serverInfo) ? told.serverInfo : {}
      upstream.serverName = textOf(info.name)
      upstream.serverVersion = textOf(info.version)
      const revision = isObject(told) ? textOf(told.protocolVersion) : null
      upstream.#transport.greeted(revision ?? REVISION)
      upstream.notify('notifications/initialized')
      return upstream
    } catch (error) {
      await upstream.close('ended')
      parts.failed(upstream.stderr)
      throw error
    }
  }

  get pid(): number | null {
    return this.#transport.pid
  }

  get isOver(): boolean {
    return this.#transport.isOver
  }

  /** What it has written to stderr last, without secrets. */
  get stderr(): string {
    return this.mask(this.#transport.stderr)
  }

  /** How much memory its processes take, in bytes. */
  memory(): Promise<number> {
    return this.#transport.memory()
  }

  /** Sends a request. */
  request(method: string, params: object, progressed?: (progress: Progress) => void): Sent {
    const id = this.#nextId++
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    if (this.#transport.isOver) {
      reject(new UpstreamFailure(this.#why ?? 'ended', { wasSent: false }))
      return { answer: promise, cancel: () => undefined }
    }
    const waiting: Waiting = { resolve, reject, progressed, wasSent: true }
    this.#waiting.set(id, waiting)
    const asked = progressed ? { ...params, _meta: { progressToken: id } } : params
    const stop = this.#transport.write(JSON.stringify({ jsonrpc: '2.0', id, method, params: asked }), {
      refused: () => (waiting.wasSent = false),
      failed: (why, how) => {
        if (this.#waiting.delete(id)) reject(new UpstreamFailure(why, how))
      },
    })
    return {
      answer: promise,
      cancel: (why) => {
        if (!this.#waiting.delete(id)) return
        this.notify('notifications/cancelled', { requestId: id, reason: why })
        stop()
        reject(new UpstreamFailure(why, { wasSent: waiting.wasSent }))
      },
    }
  }

  /** Sends a message that has no answer. */
  notify(method: string, params?: object): void {
    this.#transport.write(JSON.stringify({ jsonrpc: '2.0', method, ...(params ? { params } : {}) }), NOBODY)
  }

  /** Whether it answers at all, within five seconds. */
  async answersPing(): Promise<boolean> {
    const { answer, cancel } = this.request('ping', {})
    try {
      await within(answer, SOURCE_LIMITS.pingMs, 'is silent')
      return true
    } catch (error) {
      cancel('is silent')
      // An error is an answer, too.
      return error instanceof UpstreamFailure && error.isAnswer
    }
  }

  /** Ends the server. @param why for those who wait */
  close(why: string): Promise<void> {
    return this.#transport.close(why)
  }

  /** A text of the server's without secrets. */
  mask(text: string): string {
    return masked(text, this.#masksNow())
  }

  #masksNow(): readonly Mask[] {
    const secrets = this.#parts.secrets()
    const isSame =
      secrets.length === this.#masked.length && secrets.every((one, at) => one === this.#masked[at])
    // Those of before stay: a server may still tell them.
    if (!isSame) this.#masks = joined([...masksOf(secrets), ...this.#masks])
    this.#masked = secrets
    return this.#masks
  }

  async #read(line: Buffer): Promise<void> {
    this.heardAt = performance.now()
    const isShort = line.length <= SHORT_CHARS
    const said = line.toString('utf8')
    const text = isShort ? this.mask(said) : await maskedInTurns(said, this.#masksNow())
    const refuse = (why: string): void => this.#refuse(text.slice(0, 256), text.slice(-256), why)
    // Short messages are taken in the turn in which they come, and so in their order.
    const problem = isShort ? problemOfShort(text) : await problemOfLong(text)
    if (problem !== null) return refuse(problem)
    let message: unknown
    try {
      message = isShort ? parseJson(text) : await this.#parts.parse(text)
    } catch {
      // Some servers write what is meant for people to stdout.
      return
    }
    const whole = wellFormed(message, text)
    if (isObject(whole)) this.#take(whole)
  }

  #take(message: Readonly<Record<string, unknown>>): void {
    const { id, method, params } = message
    if (typeof method === 'string') {
      if (id !== undefined) return this.#answer(id, method)
      if (method === 'notifications/progress' && isObject(params)) return this.#progress(params)
      if (method === 'notifications/tools/list_changed') this.#parts.listChanged()
      return
    }
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (!waiting || typeof id !== 'number') return
    this.#waiting.delete(id)
    if (!isObject(message.error)) return waiting.resolve(message.result)
    const said = textOf(message.error.message) ?? 'an error without words'
    waiting.reject(new UpstreamFailure(said, { wasSent: true, isAnswer: true }))
  }

  // Servers may ask whether we are there; whatever else they ask, we have not declared.
  #answer(id: unknown, method: string): void {
    const outcome =
      method === 'ping'
        ? { result: {} }
        : { error: { code: -32601, message: `Toolgate does not answer ${method.slice(0, 80)}` } }
    this.#transport.write(JSON.stringify({ jsonrpc: '2.0', id, ...outcome }), NOBODY)
  }

  #progress({ progressToken, progress, total, message }: Readonly<Record<string, unknown>>): void {
    const waiting = typeof progressToken === 'number' ? this.#waiting.get(progressToken) : undefined
    if (!waiting?.progressed || typeof progress !== 'number') return
    waiting.progressed({
      progress,
      total: typeof total === 'number' ? total : null,
      message: textOf(message),
    })
  }

  #tooLong(head: string, tail: string): void {
    this.heardAt = performance.now()
    const mib = SOURCE_LIMITS.answerBytes / 1024 / 1024
    this.#refuse(head, tail, `answered with more than ${mib} MiB, which is more than is read`)
  }

  // The answer is not read, but whom it is for can be seen at one of its ends.
  #refuse(head: string, tail: string, why: string): void {
    const found =
      /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+)\s*,/.exec(head) ??
      /"id"\s*:\s*(\d+)\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(tail)
    const [only] = this.#waiting.size === 1 ? this.#waiting.keys() : []
    const id = found ? Number(found[1]) : only
    const waiting = id === undefined ? undefined : this.#waiting.get(id)
    if (id === undefined || !waiting) return
    this.#waiting.delete(id)
    waiting.reject(new UpstreamFailure(why, { wasSent: true }))
  }

  #ended(why: string): void {
    this.#why = why
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject, wasSent } of waiting) reject(new UpstreamFailure(why, { wasSent }))
    this.#parts.ended(why)
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, 2_000) : null
}

/** Waits for an answer, but not for ever. @throws UpstreamFailure */
export async function within<T>(answer: Promise<T>, ms: number, why: string): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new UpstreamFailure(why, { wasSent: true })), ms)
  try {
    return await Promise.race([answer, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
