import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProviderAnswer, Transport } from '../provider-transport.ts'
import { demoAnswer, DEMO_MODEL } from './demo-answer.ts'
import { FRAMES, MODEL_LISTS, questionOf, type Frame } from './wire.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** The pause between two words, so that streaming is visible. */
const GAP_MS = 15

/** Answers as a provider's server would, inside this process and without a port. */
export const demoTransport: Transport = async (url, { body, signal, hangUp }) => {
  if (url.pathname.endsWith('/models'))
    return toAnswer(200, 'application/json', [JSON.stringify(MODEL_LISTS.openai([DEMO_MODEL]))])
  const question = questionOf(url.pathname, body === null ? null : parseJson(body))
  if (!question) return toAnswer(404, 'text/plain', [])
  const frames = FRAMES[question.protocol](demoAnswer(question))
  return toAnswer(
    200,
    'text/event-stream',
    spoken(frames, AbortSignal.any([signal, ...(hangUp ? [hangUp] : [])])),
  )
}

function toAnswer(
  status: number,
  type: string,
  texts: Iterable<string> | AsyncIterable<string>,
): ProviderAnswer {
  const body = Readable.from(texts, { objectMode: false })
  return { status, statusText: '', headers: [['content-type', type]], body }
}

async function* spoken(frames: readonly Frame[], signal: AbortSignal): AsyncGenerator<string> {
  for (const { carries, text } of frames) {
    if (carries === 'text') await pause(GAP_MS, undefined, { signal })
    yield text
  }
}
