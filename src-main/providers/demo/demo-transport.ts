import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Transport } from '../provider-fetch.ts'
import { demoAnswer, DEMO_MODEL } from './demo-answer.ts'
import { FRAMES, MODEL_LISTS, questionOf, type Frame } from './wire.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** Between two words, so that streaming can be seen. */
const GAP_MS = 15

/** Answers as a provider's server would, inside this process and without a port. */
export const demoTransport: Transport = async (url, init) => {
  if (url.pathname.endsWith('/models')) return Response.json(MODEL_LISTS.openai([DEMO_MODEL]))
  const sent: unknown = typeof init.body === 'string' ? parseJson(init.body) : null
  const question = questionOf(url.pathname, sent)
  if (!question) return new Response(null, { status: 404 })
  const frames = FRAMES[question.protocol](demoAnswer(question))
  const stream = Readable.toWeb(
    Readable.from(spoken(frames, init.signal ?? undefined), { objectMode: false }),
  )
  // Node types its web streams apart from those of the DOM, and they are the same.
  return new Response(stream as ReadableStream, {
    headers: { 'content-type': 'text/event-stream' },
  })
}

async function* spoken(
  frames: readonly Frame[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const { carries, text } of frames) {
    if (carries === 'text') await pause(GAP_MS, undefined, signal ? { signal } : {})
    yield encoder.encode(text)
  }
}
