import { createParser } from 'eventsource-parser'
import { CallError, type StreamEvent } from './gateway-types.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** The longest event that the page accepts: a body of 4 MiB in JSON escapes, and some. */
const MAX_EVENT_CHARS = 64 * 1024 * 1024

interface EventReader {
  readonly onEvent: (event: StreamEvent) => void
  /** Called for everything that arrives, comments included. */
  readonly onBytes?: () => void
}

/**
 * Reads server-sent events from a response body until it ends. An event without a name is a `message`.
 *
 * @throws CallError unreadable_answer if data is not JSON or an event never ends
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  { onEvent, onBytes }: EventReader,
  now: () => number = () => performance.now(),
): Promise<void> {
  const startedMs = now()
  const parser = createParser({
    maxBufferSize: MAX_EVENT_CHARS,
    onEvent: ({ event, data, id }) =>
      onEvent({
        name: event ?? 'message',
        data: toJson(data),
        text: data,
        atMs: now() - startedMs,
        ...(id === undefined ? {} : { id }),
      }),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') throw unreadable('An event never ended.', error)
    },
  })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onBytes?.()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    // Frees the connection when the parser threw; after a normal end it does nothing.
    void reader.cancel().catch(() => undefined)
  }
}

function toJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw unreadable('An event of the stream is not JSON.', cause)
  }
}

function unreadable(message: string, cause: unknown): CallError {
  return new CallError('unreadable_answer', 200, message, {}, { cause })
}
