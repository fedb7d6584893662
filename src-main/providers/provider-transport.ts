import { request as requestOverHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestOverHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'

interface ProviderRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Ends the request, and the answer with it. */
  readonly signal: AbortSignal
  /** Ends the request, but what the provider has sent by then is still read. */
  readonly hangUp?: AbortSignal
}

/** How long a provider may take to notice that nobody waits any more. */
const HANG_UP_MS = 1_000

export interface ProviderAnswer {
  readonly status: number
  readonly statusText: string
  readonly headers: [string, string][]
  /** Fails when the answer breaks off. */
  readonly body: Readable
}

/** How a request is sent: over the network, or to a provider inside this process. No redirect is followed. */
export type Transport = (url: URL, request: ProviderRequest) => Promise<ProviderAnswer>

/**
 * Sends over the network, with Node's own client and its kept connections. A fetch would pass each piece of an
 * answer through two more streams.
 * @param lookup finds the addresses of a provider's name
 */
export function networkTransport(lookup: LookupFunction): Transport {
  return async (url, request) => {
    try {
      return await exchange(url, request, lookup)
    } catch (error) {
      // A connection that this end has closed breaks in the same way, and then nobody asks any more.
      if (!(error instanceof KeptConnectionLost) || request.hangUp?.aborted) throw error
      return await exchange(url, request, lookup)
    }
  }
}

/** The provider closed a kept connection just as it was used again, so it has not read the request. */
class KeptConnectionLost extends Error {}

function exchange(
  url: URL,
  { body, hangUp, ...options }: ProviderRequest,
  lookup: LookupFunction,
): Promise<ProviderAnswer> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestOverHttps : requestOverHttp
    // A server that compresses waits until it has enough to compress.
    const headers = { ...options.headers, 'accept-encoding': 'identity' }
    const sent = send(url, { ...options, headers, lookup })
    sent.on('error', (error) => {
      reject(isLost(sent, error) ? new KeptConnectionLost() : error)
    })
    sent.on('response', (response) => resolve(toAnswer(response)))
    hangUp?.addEventListener('abort', () => hangUpOn(sent), { once: true })
    sent.end(body ?? undefined)
  })
}

// Closing only this end lets the provider's last words through; it closes its own end once it notices.
function hangUpOn(sent: ClientRequest): void {
  const { socket } = sent
  // Nobody can have answered a question that has not left completely.
  if (!socket || socket.connecting || socket.writableLength > 0) return void sent.destroy()
  // What has arrived by then is read before the connection is destroyed.
  const timer = setTimeout(() => setImmediate(() => sent.destroy()), HANG_UP_MS)
  sent.once('close', () => clearTimeout(timer))
  socket.end()
}

function isLost(sent: ClientRequest, error: Error): boolean {
  return sent.reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
}

function toAnswer(response: IncomingMessage): ProviderAnswer {
  const { statusCode = 0, statusMessage = '', rawHeaders } = response
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.push([rawHeaders[at]!, rawHeaders[at + 1]!])
  return { status: statusCode, statusText: statusMessage, headers, body: response }
}
