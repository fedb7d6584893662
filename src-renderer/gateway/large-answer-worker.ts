import type { Envelope } from '../../src-shared/envelope.ts'
import type { FromWorker, ToWorker } from './large-answer-message.ts'
import { formatJson } from './format-json.ts'
import { outputHeadOf, outputTextOf } from './output-text.ts'
import { hashOf } from './verify-hash.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

// Runs in a worker, so that a large answer never blocks the page.

/** Characters in the first screens of an output. */
const HEAD_CHARS = 100_000

let envelope: Envelope | null = null

globalThis.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data === 'envelope') say({ envelope: formatJson(envelope) })
  else void read(data)
}

async function read({ bytes, main }: Exclude<ToWorker, 'envelope'>): Promise<void> {
  try {
    // The gateway fixes its type; parseJson throws if the text is not JSON.
    envelope = parseJson(new TextDecoder().decode(bytes)) as Envelope
  } catch (error) {
    return say({ problem: error instanceof Error ? error.message : 'The answer is not JSON.' })
  }
  const { data } = envelope
  const size = { bytes: bytes.byteLength }
  // The part that is visible first is sent first.
  const head = { ...outputHeadOf(data, main, HEAD_CHARS), ...size }
  say({ opened: { body: { ...envelope, data: { _engine: data._engine } }, head } })
  say({ output: { ...outputTextOf(data, main), ...size } })
  say({ hash: await hashOf(data).catch(() => null) })
}

function say(words: FromWorker): void {
  globalThis.postMessage(words)
}
