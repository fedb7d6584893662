import type { Dispatcher } from 'undici'
import type { HostAddress } from './resolve-once.ts'
import { pinnedTo, toPlainHeaders } from './send-http.ts'

/** A request to the origin of a channel. */
export interface ChannelRequest {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly headers: ReadonlyMap<string, string>
  readonly body: string | null
  readonly signal: AbortSignal
}

/** An answer whose body is read by the caller; leaving it early ends the connection. */
export interface ChannelAnswer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<Buffer>
  /** Reads the rest and keeps nothing of it. */
  readonly drop: () => Promise<void>
}

/** Errors of a connection that was never made, so that nothing can have been sent. */
const NEVER_MADE = new Set(
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'].concat([
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  ]),
)

/** Whether a request with this code of an error surely did not leave. */
export function wasNeverSent(code: string): boolean {
  return NEVER_MADE.has(code)
}

/**
 * Connections to one address of the web that are kept for further requests. They go to the addresses that were
 * checked when the channel was opened, and nowhere else: no redirect, no proxy.
 */
export class OriginChannel {
  readonly #target: URL
  readonly #addresses: readonly HostAddress[]
  readonly #connectMs: number
  #pool: Promise<Dispatcher> | undefined

  constructor(target: URL, addresses: readonly HostAddress[], connectMs: number) {
    this.#target = target
    this.#addresses = addresses
    this.#connectMs = connectMs
  }

  /** Sends a request. @throws what Node or undici say */
  async request({ method, headers, body, signal }: ChannelRequest): Promise<ChannelAnswer> {
    const pool = await (this.#pool ??= this.#open())
    const { pathname, search } = this.#target
    const answer = await pool.request({
      path: pathname + search,
      method,
      headers: Object.fromEntries(headers),
      body,
      signal,
    })
    return {
      status: answer.statusCode,
      headers: toPlainHeaders(answer.headers),
      body: answer.body,
      drop: async () => await answer.body.dump({ limit: 64 * 1024 }),
    }
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await (await this.#pool)?.destroy()
  }

  async #open(): Promise<Dispatcher> {
    const { Pool } = await import('undici')
    return new Pool(this.#target.origin, {
      allowH2: false,
      pipelining: 1,
      // Eight calls, a stream that listens, and what cancels them.
      connections: 12,
      connect: {
        lookup: pinnedTo(this.#addresses),
        autoSelectFamily: true,
        timeout: this.#connectMs,
      },
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  }
}
