import type { LookupFunction, Socket } from 'node:net'
import type { buildConnector } from 'undici'
import type { OutboundRequest } from '../tool-kit/tool-context.ts'
import { decodeBounded, readBounded, type BoundedBody } from './bounded-body.ts'
import type { HostAddress } from './resolve-once.ts'

/** A request whose target, addresses and headers have been checked. */
export interface CheckedRequest {
  readonly target: URL
  /** The only addresses that it may connect to. */
  readonly addresses: readonly HostAddress[]
  readonly method: OutboundRequest['method']
  readonly headers: ReadonlyMap<string, string>
  readonly body: string | Uint8Array | null
  /** The answer's body is cut after this many bytes. */
  readonly maxAnswerBytes: number
  /** How long connecting may take; the signal ends the rest. */
  readonly deadlineMs: number
  /** Awaited once the connection is made; the request is written in the turn in which it resolves. */
  readonly leaving: (socket: Socket) => Promise<void>
  readonly signal: AbortSignal
}

export interface HttpAnswer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: BoundedBody
}

/**
 * One request over one connection of its own: no pool, so that no connection outlives its check, no proxy, no
 * redirect, no HTTP/2. Host and SNI contain the name, while only the checked addresses are dialled.
 */
export async function sendHttp(request: CheckedRequest): Promise<HttpAnswer> {
  const { target, method, signal, maxAnswerBytes } = request
  const { Client, buildConnector: build } = await import('undici')
  const dial = build({
    allowH2: false,
    lookup: pinnedTo(request.addresses),
    autoSelectFamily: true,
    // The signal ends a request in time, but only this timer closes a socket that never gets connected.
    timeout: request.deadlineMs,
  })
  const client = new Client(target.origin, {
    allowH2: false,
    pipelining: 0,
    connect: leavingOnce(dial, request.leaving),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  // The client obeys the signal once it is connected; until then only this ends the wait. A connection that is
  // still being made is not worth waiting for either.
  const hangUp = () => void client.destroy()
  signal.addEventListener('abort', hangUp, { once: true })
  try {
    const response = await client.request({
      path: target.pathname + target.search,
      method,
      headers: Object.fromEntries(request.headers),
      body: request.body,
      signal,
    })
    const headers = toPlainHeaders(response.headers)
    const received = await readBounded(response.body, maxAnswerBytes)
    const body = await decodeBounded(received, headers['content-encoding'] ?? '', maxAnswerBytes)
    return { status: response.statusCode, headers, body }
  } finally {
    signal.removeEventListener('abort', hangUp)
    hangUp()
  }
}

// The client writes the request as soon as it is given the connection.
function leavingOnce(
  dial: buildConnector.connector,
  leaving: CheckedRequest['leaving'],
): buildConnector.connector {
  return (options, callback) =>
    dial(options, (...[error, socket]) => {
      if (!socket) return callback(error ?? new Error('No connection was made'), null)
      leaving(socket).then(
        () => callback(null, socket),
        (reason: Error) => {
          socket.destroy()
          callback(reason, null)
        },
      )
    })
}

/**
 * Instead of asking DNS again, returns the checked addresses of the host. It is not called when the host is an address
 * already; that address has been checked as well.
 */
export function pinnedTo(addresses: readonly HostAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}

/** Values of one name are joined with a comma (RFC 9110, 5.3); cookies contain commas, so they get a line each. */
export function toPlainHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const plain = Object.entries(headers).map(([name, value]) => {
    const values = value === undefined ? [] : [value].flat()
    return [name, values.join(name === 'set-cookie' ? '\n' : ', ')] as const
  })
  return Object.fromEntries(plain)
}
