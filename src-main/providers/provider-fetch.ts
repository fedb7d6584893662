import type { Readable } from 'node:stream'
import { brokenOff, ProviderFailure } from './provider-failure.ts'
import type { Transport } from './provider-transport.ts'
import { HangUp } from './question-end.ts'
import { counted } from '../../src-shared/counted.ts'

/** Limits of one request to a provider. */
export interface ProviderLimits {
  /** The longest silence. A local server loads its model before the first byte. */
  readonly silenceMs: number
  /** For the whole answer. */
  readonly deadlineMs: number
  readonly maxBytes: number
}

export const PROVIDER_LIMITS: ProviderLimits = {
  silenceMs: 60_000,
  deadlineMs: 180_000,
  maxBytes: 16 * 1024 * 1024,
}

/**
 * A fetch that reaches only one origin, follows no redirect, and ends an answer that is too slow or too long with a
 * ProviderFailure.
 */
export function providerFetch(
  target: { readonly name: string; readonly baseUrl: string },
  limits: ProviderLimits,
  transport: Transport,
): typeof fetch {
  const { origin } = new URL(target.baseUrl)
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) throw new Error('A request to a provider was about to go to another address')
    const watch = new Watch(target.name, limits, init.signal ?? null)
    try {
      const { status, statusText, headers, body } = await transport(url, {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        // The AI SDK's packages only ever send JSON.
        body: typeof init.body === 'string' ? init.body : null,
        signal: watch.signal,
        hangUp: watch.hangUp,
      })
      watch.heard(0)
      if (status >= 300 && status < 400) throw redirected(target.name)
      return new Response(bounded(body, watch), { status, statusText, headers })
    } catch (error) {
      watch.giveUp(error)
      throw watch.failure ?? error
    }
  }
}

/** Watches one request: ends it when it is silent, late or too long, or when its caller has left. */
class Watch {
  readonly #name: string
  readonly #limits: ProviderLimits
  readonly #ended = new AbortController()
  readonly #hungUp = new AbortController()
  readonly #caller: AbortSignal | null
  readonly #deadline: NodeJS.Timeout
  #silence: NodeJS.Timeout
  #bytes = 0
  /** Why it was ended, unless the caller ended it. */
  failure: ProviderFailure | null = null

  constructor(name: string, limits: ProviderLimits, caller: AbortSignal | null) {
    this.#name = name
    this.#limits = limits
    this.#caller = caller
    caller?.addEventListener('abort', this.#leave, { once: true })
    if (caller?.aborted) this.giveUp(caller.reason)
    this.#deadline = setTimeout(() => this.#tooSlow(limits.deadlineMs), limits.deadlineMs)
    this.#silence = this.#timeSilence()
  }

  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** Aborts when the request should end, but what is on its way is still to be read. */
  get hangUp(): AbortSignal {
    return this.#hungUp.signal
  }

  /** Counts what has arrived and restarts the timer of silence, or ends the request when it is too much. */
  heard(bytes: number): void {
    this.#bytes += bytes
    const { maxBytes } = this.#limits
    if (this.#bytes > maxBytes)
      this.#fail(new ProviderFailure('broken', `${this.#name} sent more than ${maxBytes} bytes.`))
    else this.#silence.refresh()
  }

  /** Why an answer broke off. */
  brokenOff(cause: unknown): unknown {
    this.end()
    if (this.#ended.signal.aborted) return this.failure ?? cause
    return brokenOff(this.#name, cause)
  }

  /** Ends the request and its answer. */
  giveUp(reason: unknown): void {
    this.#ended.abort(reason)
    this.end()
  }

  /** Stops all timers. */
  end(): void {
    clearTimeout(this.#deadline)
    clearTimeout(this.#silence)
    this.#caller?.removeEventListener('abort', this.#leave)
  }

  #timeSilence(): NodeJS.Timeout {
    return setTimeout(() => this.#tooSlow(this.#limits.silenceMs), this.#limits.silenceMs)
  }

  #tooSlow(ms: number): void {
    this.#fail(
      new ProviderFailure(
        'timed_out',
        `${this.#name} did not answer completely within ${counted(ms / 1_000, 'second')}.`,
      ),
    )
  }

  #fail(failure: ProviderFailure): void {
    this.failure ??= failure
    this.giveUp(failure)
  }

  #leave = (): void => {
    const reason: unknown = this.#caller?.reason
    if (!(reason instanceof HangUp)) return this.giveUp(reason)
    reason.atOnce.addEventListener('abort', () => this.giveUp(reason), { once: true })
    this.#hungUp.abort()
  }
}

function bounded(body: Readable, watch: Watch): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      body.on('data', (bytes: Uint8Array) => {
        watch.heard(bytes.byteLength)
        if (watch.failure) return
        controller.enqueue(bytes)
        if ((controller.desiredSize ?? 0) <= 0) body.pause()
      })
      body.on('end', () => {
        watch.end()
        controller.close()
      })
      body.on('error', (error) => {
        body.pause()
        controller.error(watch.brokenOff(error))
      })
    },
    pull: () => void body.resume(),
    cancel: () => {
      watch.end()
      // Only destroying it would still deliver what it has buffered.
      body.pause()
      body.destroy()
    },
  })
}

function redirected(name: string): ProviderFailure {
  return new ProviderFailure(
    'refused',
    `${name} answers with a redirect, which is not followed to protect the key. The owner can ` +
      'set the new address as base_url.',
  )
}
