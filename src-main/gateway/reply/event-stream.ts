import type { Exchange } from '../request/exchange.ts'
import { headersOf, NOTHING_HASHED, type Reply } from './reply.ts'

export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8'
/** Nobody between may keep an event stream, or hold it back. */
export const EVENT_STREAM_HEADERS = [
  ['cache-control', 'no-store'],
  ['x-accel-buffering', 'no'],
] as const

/** Sent now and then on a quiet stream, so that both ends notice a connection that is gone. */
export const HEARTBEAT = ': heartbeat\n\n'

/** One Server-Sent Event as text; `data` is written as one line of JSON. */
export function toEventText(event: string, data: object, id: number): string {
  return `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
}

/** The head of an event stream: every header that an answer carries, with what is known before the first event. */
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
