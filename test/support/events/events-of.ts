import { createParser } from 'eventsource-parser'
import type { Json } from '../gateway/test-gateway.ts'

/** One Server-Sent Event, its data read as JSON. */
export interface SentEvent {
  readonly event: string
  readonly data: Json
}

/** Reads a stream's text by the rules of the HTML standard, through a reader that is not ours. */
export function eventsOf(text: string): SentEvent[] {
  const events: SentEvent[] = []
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ event: event ?? 'message', data: JSON.parse(data) }),
    onError: (error) => {
      throw error
    },
  })
  parser.feed(text)
  return events
}
