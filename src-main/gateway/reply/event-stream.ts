import type { Exchange } from '../request/exchange.ts'
import { headersOf, NOTHING_HASHED, type Reply } from './reply.ts'

export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8'
/** Proxies must not cache or buffer an event stream. */
export const EVENT_STREAM_HEADERS = [
  ['cache-control', 'no-store'],
  ['x-accel-buffering', 'no'],
] as const

/** Sent now and then on a quiet stream, so that both ends notice a lost connection. */
export const HEARTBEAT = ': heartbeat\n\n'

/** One Server-Sent Event as text; `data` is written as one line of JSON. */
export function toEventText(event: string, data: object, id: number): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

/** The head of an event stream: the headers of every answer, as far as they are known before the first event. */
export function eventStreamHeaders(
  exchange: Exchange,
  known: Pick<Reply, 'engine' | 'balance'>,
): [string, string][] {
  return headersOf(exchange, {
    ...known,
    contentType: EVENT_STREAM_TYPE,
    outputHash: NOTHING_HASHED,
    creditsUsed: 0,
    headers: EVENT_STREAM_HEADERS,
  })
}
