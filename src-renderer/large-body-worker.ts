import type { Envelope } from '../src-shared/envelope.ts'
import { outputTextOf } from './stores/output-text.ts'
import { hashOf } from './stores/verify-hash.ts'
import { parseJson } from '../src-shared/parse-json.ts'

// Runs beside the page: what takes long for a large answer must not hold up a key that is pressed meanwhile.
globalThis.onmessage = async ({ data: text }: MessageEvent<string>) => {
  // The page has parsed the same text and found an envelope in it.
  const { data } = parseJson(text) as Envelope
  globalThis.postMessage({ output: outputTextOf(data) })
  const hash = await hashOf(data).catch(() => null)
  globalThis.postMessage({ hash })
}
