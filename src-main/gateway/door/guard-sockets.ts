import { hash, randomUUID } from 'node:crypto'
import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { FairShare } from '../../shares/fair-share.ts'
import { helpLink } from '../reply/error-reply.ts'
import { SocketPlaces } from './socket-places.ts'

/**
 * Limits what a socket may do before a request reaches the door: slow heads and bodies, idle connections, too many
 * of them, and bytes that are not an HTTP request. Node looks for late requests every 30 s, so a slow one ends at
 * most that long after its limit.
 * @param share the places of connections, by address
 */
export function guardSockets(server: Server, share: FairShare): void {
  server.headersTimeout = 5_000
  server.requestTimeout = 25_000
  server.keepAliveTimeout = 30_000
  server.maxRequestsPerSocket = 0
  // A missing Host header is refused by the door, in the gateway's own words.
  ;(server as Server & { requireHostHeader: boolean }).requireHostHeader = false
  const latest = new WeakMap<Duplex, ServerResponse>()
  new SocketPlaces(share, (socket) => latest.get(socket)).guard(server)
  const refused = new WeakSet<Duplex>()
  server.on('request', (request, answer) => void latest.set(request.socket, answer))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (refused.has(socket)) return
    refused.add(socket)
    const answer = latest.get(socket)
    // Bytes after a whole request are refused after its answer: a refusal written earlier would pass for that answer.
    if (answer?.req.complete && !answer.writableFinished)
      answer.once('finish', () => refuse(socket, toRefusal(error)))
    else refuse(socket, toRefusal(error))
  })
  server.on('checkExpectation', (_req, res) => {
    const refusal = new GatewayError(
      'invalid_request',
      'This Expect header is not supported. Leave it out.',
    )
    refuse(res.socket, refusal)
  })
  // Nobody listens for `upgrade`, so an offered protocol is ignored and the request answered (RFC 9110, 7.8).
  server.on('connect', (_req, socket: Duplex) =>
    refuse(socket, new GatewayError('method_not_allowed', 'Toolgate is not a proxy and opens no tunnels.')),
  )
}

function toRefusal(error: NodeJS.ErrnoException): GatewayError {
  if (error.code === 'HPE_HEADER_OVERFLOW') {
    return new GatewayError('headers_too_large', 'The request headers are larger than 16 KiB.')
  }
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new GatewayError('request_timeout', 'The request did not arrive in time. Send it again.')
  }
  return new GatewayError('invalid_request', 'This is not a readable HTTP/1.1 request.')
}

// There is no response object here: the answer is written by hand, with the headers every answer carries.
function refuse(socket: Duplex | null, error: GatewayError): void {
  if (!socket || socket.destroyed || !socket.writable) return
  const body = canonicalJson({ ok: false, error: error.toErrorObject() })
  const head = [
    `HTTP/1.1 ${error.status} `,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    'cache-control: no-store',
    `x-request-id: ${randomUUID()}`,
    'x-credits-used: 0',
    'x-latency-ms: 0',
    'x-engine: error',
    'x-cost-usd: 0',
    `x-output-hash: ${hash('sha256', body)}`,
    'x-cache: MISS',
    'server-timing: total;dur=0',
    'x-content-type-options: nosniff',
    helpLink(error).join(': '),
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
