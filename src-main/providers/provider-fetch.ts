import { brokenOff, ProviderFailure } from './provider-failure.ts'

/** Bounds of one request to a provider. */
export interface ProviderLimits {
  /** How long nothing at all may arrive. A local server loads its model before the first byte. */
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

/** How a request leaves: the network's fetch, or that of a provider inside this process. */
export type Transport = (url: URL, init: RequestInit) => Promise<Response>

export const networkTransport: Transport = (url, init) => fetch(url, init)

/**
 * A fetch that reaches one origin and no other, follows no redirect, and ends an answer that is too slow or too
 * long with a ProviderFailure.
 */
export function providerFetch(
  target: { readonly name: string; readonly baseUrl: string },
  limits: ProviderLimits,
  transport: Transport,
): typeof fetch {
  const { origin } = new URL(target.baseUrl)
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.origin !== origin) throw new Error('A provider was about to be asked at another address')
    const watch = new Watch(target.name, limits, init.signal ?? null)
    try {
      const response = await transport(url, { ...init, redirect: 'manual', signal: watch.signal })
      watch.heard(0)
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel()
        throw redirected(target.name)
      }
      const { status, statusText, headers } = response
      const body = response.body ? bounded(response.body, watch) : null
      if (!body) watch.end()
      return new Response(body, { status, statusText, headers })
    } catch (error) {
      watch.end()
      throw watch.failure ?? error
    }
  }
}

/** Looks after one request: ends it when it is silent, late or too long, or when nobody waits for it any more. */
class Watch {
  readonly #name: string
  readonly #limits: ProviderLimits
  readonly #ended = new AbortController()
  readonly #caller: AbortSignal | null
  readonly #deadline: NodeJS.Timeout
  #silence: NodeJS.Timeout
  #bytes = 0
  /** Why it was ended, when it was not the caller who did. */
  failure: ProviderFailure | null = null

  constructor(name: string, limits: ProviderLimits, caller: AbortSignal | null) {
    this.#name = name
    this.#limits = limits
    this.#caller = caller
    caller?.addEventListener('abort', this.#leave, { once: true })
    if (caller?.aborted) this.#leave()
    this.#deadline = setTimeout(() => this.#tooSlow(limits.deadlineMs), limits.deadlineMs)
    this.#silence = this.#timeSilence()
  }

  get signal(): AbortSignal {
    return this.#ended.signal
  }

  /** Counts what has arrived and starts the silence anew. @throws ProviderFailure when it is too much */
  heard(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > this.#limits.maxBytes) {
      this.#fail(
        new ProviderFailure('broken', `${this.#name} sent more than ${this.#limits.maxBytes} bytes.`),
      )
      throw this.failure!
    }
    this.#silence.refresh()
  }

  /** Why an answer that had begun has no end. */
  brokenOff(cause: unknown): unknown {
    this.end()
    if (this.#ended.signal.aborted) return this.failure ?? cause
    return brokenOff(this.#name, cause)
  }

  /** Nothing is waited for any more. */
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
        `${this.#name} did not answer in full within ${ms / 1_000} seconds.`,
      ),
    )
  }

  #fail(failure: ProviderFailure): void {
    this.failure ??= failure
    this.#ended.abort(failure)
    this.end()
  }

  #leave = (): void => {
    this.#ended.abort(this.#caller?.reason)
    this.end()
  }
}

function bounded(body: ReadableStream<Uint8Array>, watch: Watch): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (done) {
            watch.end()
            controller.close()
            return
          }
          watch.heard(value.byteLength)
          controller.enqueue(value)
        } catch (error) {
          controller.error(watch.brokenOff(error))
        }
      },
      cancel: async (reason) => {
        watch.end()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

function redirected(name: string): ProviderFailure {
  return new ProviderFailure(
    'refused',
    `${name} answers with a redirect, which is not followed so that the key stays with it. The owner can ` +
      'set the address that it leads to.',
  )
}
