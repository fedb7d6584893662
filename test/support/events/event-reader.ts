import { createParser } from 'eventsource-parser'
import type { Json } from '../gateway/test-gateway.ts'

/** One Server-Sent Event, its data read as JSON. */
export interface ReadEvent {
  readonly event: string
  readonly id: string
  readonly data: Json
}

/** Reads an open event stream one event at a time, through a parser that is not ours. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #events: ReadEvent[] = []
  readonly #decoder = new TextDecoder()
  readonly comments: string[] = []
  readonly #parser = createParser({
    onEvent: ({ event, id, data }) =>
      this.#events.push({ event: event ?? 'message', id: id ?? '', data: JSON.parse(data) }),
    onComment: (comment) => this.comments.push(comment),
    onError: (error) => {
      throw error
    },
  })

  constructor(response: Response) {
    if (response.status !== 200 || !response.body) throw new Error(`No stream but ${response.status}`)
    this.#reader = response.body.getReader()
  }

  /** The next event; null when the stream has ended. */
  async next(): Promise<ReadEvent | null> {
    while (this.#events.length === 0) {
      if (!(await this.readMore())) return null
    }
    return this.#events.shift()!
  }

  /** The next events, of which there must be so many. */
  async take(count: number): Promise<ReadEvent[]> {
    const events: ReadEvent[] = []
    while (events.length < count) {
      const event = await this.next()
      if (!event) throw new Error(`The stream ended after ${events.length} of ${count} events`)
      events.push(event)
    }
    return events
  }

  /** Waits for the next bytes; false when there will be none. */
  async readMore(): Promise<boolean> {
    const { done, value } = await this.#reader.read()
    if (done) return false
    this.#parser.feed(this.#decoder.decode(value, { stream: true }))
    return true
  }

  async close(): Promise<void> {
    await this.#reader.cancel()
  }
}
