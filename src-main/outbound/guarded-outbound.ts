import { OUTBOUND_DEADLINE_MS } from '../../src-shared/limits.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { CallFailed, InvalidInput } from '../tools/tool-context.ts'
import type { Outbound, OutboundAnswer, OutboundRequest } from '../tools/tool-context.ts'
import type { Answer } from './exchange.ts'
import { exchange } from './exchange.ts'
import { toSafeHeaders } from './header-policy.ts'
import type { Lookup } from './resolve-once.ts'
import { lookupBySystem, resolveOnce } from './resolve-once.ts'
import { toSendFailure } from './send-failure.ts'
import { SendSlots } from './send-slots.ts'
import { toTarget } from './target-url.ts'

export interface GuardedOutboundOptions {
  /** Origins as toAllowedOrigin writes them; read at every send, so a change takes effect at once. */
  readonly allowedOrigins: Pick<ReadonlySet<string>, 'has'>
  readonly lookup?: Lookup
  /** For the whole send: waiting for a slot, DNS, connecting, reading. */
  readonly deadlineMs?: number
  readonly maxAnswerBytes?: number
  readonly userAgent?: string
  readonly sendsAtOnce?: number
}

const DEFAULTS = {
  lookup: lookupBySystem,
  deadlineMs: OUTBOUND_DEADLINE_MS,
  maxAnswerBytes: 1024 * 1024,
  userAgent: 'Toolgate',
  sendsAtOnce: 64,
}
const SENDS_IN_LINE = 256

/** The only way out to the network: resolves once, checks every address, dials the checked one. */
export class GuardedOutbound implements Outbound {
  readonly #options: Required<GuardedOutboundOptions>
  readonly #slots: SendSlots

  constructor(options: GuardedOutboundOptions) {
    this.#options = { ...DEFAULTS, ...options }
    this.#slots = new SendSlots(this.#options.sendsAtOnce, SENDS_IN_LINE)
  }

  /**
   * Sends one request and reads its answer; a redirect is an answer like any other.
   * @throws InvalidInput for a URL or headers that may not be sent, before anything leaves this machine
   * @throws CallFailed with a plain sentence when the network or the receiver fails
   */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const started = performance.now()
    const target = toTarget(request.url)
    const headers = this.#headersOf(request)
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), this.#options.deadlineMs)
    const signal = AbortSignal.any([request.signal, deadline.signal])
    try {
      const answer = await this.#slots.run(signal, () => this.#exchange(request, target, headers, signal))
      const { bytes, truncated } = answer.body
      const durationMs = performance.now() - started
      return { status: answer.status, headers: answer.headers, body: bytes, truncated, durationMs }
    } catch (error) {
      if (error instanceof InvalidInput || error instanceof GatewayError) throw error
      request.signal.throwIfAborted()
      if (deadline.signal.aborted)
        throw new CallFailed(
          `${target.host} did not answer in full within ${this.#options.deadlineMs / 1000} seconds.`,
          { timedOut: true, cause: error },
        )
      throw toSendFailure(error, target)
    } finally {
      clearTimeout(timer)
    }
  }

  async #exchange(
    request: OutboundRequest,
    target: URL,
    headers: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<Answer> {
    const { allowedOrigins, lookup, maxAnswerBytes, deadlineMs } = this.#options
    const resolving = resolveOnce(target, allowedOrigins.has(target.origin), lookup)
    const addresses = await unlessAborted(resolving, signal)
    const { method, body = null } = request
    return exchange({ target, addresses, method, headers, body, maxAnswerBytes, deadlineMs, signal })
  }

  #headersOf(request: OutboundRequest): ReadonlyMap<string, string> {
    const headers = toSafeHeaders(request.headers ?? {})
    if (!headers.has('user-agent')) headers.set('user-agent', this.#options.userAgent)
    return headers.set('accept-encoding', 'identity')
  }
}

// A DNS lookup cannot be cancelled, only left behind.
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
