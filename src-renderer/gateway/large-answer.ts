import type { Envelope } from '../../src-shared/envelope.ts'
import type { FromWorker } from './large-answer-message.ts'
import workerUrl from './large-answer-worker.ts?worker&url'
import { startWorker } from './page-worker.ts'
import { type OutputText, outputTextOf } from './output-text.ts'
import { hashOf } from './verify-hash.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** An answer that is read beside the page, which gets to see its texts only. */
export interface LargeAnswer {
  /** How the output begins, for the moment until all of it is written out. */
  readonly head: OutputText
  readonly output: Promise<OutputText>
  /** Null where the browser computes no hashes. */
  readonly hash: Promise<string | null>
  /** The whole envelope, written out when it is asked for; null once another call was begun. */
  readonly envelope: () => Promise<string | null>
}

interface Answer {
  readonly body: unknown
  readonly large?: LargeAnswer
}

/** Answers beyond this, in bytes, are parsed, written out and hashed beside the page. */
const LARGE_BYTES = 1_000_000

/** A worker started ahead, so that the first large answer does not wait for one. */
let spare: Worker | null = null

/** Starts the worker that the next large answer will need, when nothing else is to be done. */
export function prepareForLargeAnswers(): void {
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(() => void (spare ??= startWorker(workerUrl)))
}

/**
 * Reads an answer's body; a large one beside the page. `signal` ends the reading and forgets the data.
 * @throws SyntaxError when it is no JSON
 */
export async function readAnswer(bytes: ArrayBuffer, signal: AbortSignal): Promise<Answer> {
  if (bytes.byteLength <= LARGE_BYTES || typeof Worker === 'undefined') return { body: parse(bytes) }
  const worker = spare ?? startWorker(workerUrl)
  spare = null
  return await readBeside(worker, bytes, signal)
}

function parse(bytes: ArrayBuffer): unknown {
  return parseJson(new TextDecoder().decode(bytes))
}

/** One reading: what the worker has yet to say. */
function readBeside(worker: Worker, bytes: ArrayBuffer, signal: AbortSignal): Promise<Answer> {
  const opened = Promise.withResolvers<Answer>()
  const output = Promise.withResolvers<OutputText>()
  const hash = Promise.withResolvers<string | null>()
  const envelope = askEnvelope(worker, signal)
  /** For the case that the worker fails; let go of with its last word. */
  let kept: ArrayBuffer | null = bytes
  const end = () => {
    worker.terminate()
    kept = null
  }
  signal.addEventListener('abort', () => {
    end()
    opened.reject(new DOMException('The call was stopped.', 'AbortError'))
  })
  worker.onerror = () => {
    if (!kept) return
    // The page holds still for a moment instead, and reads the answer itself.
    const body = parse(kept) as Envelope // As the worker takes it.
    end()
    opened.resolve({ body })
    output.resolve(outputTextOf(body.data))
    hash.resolve(hashOf(body.data).catch(() => null))
  }
  worker.addEventListener('message', ({ data: said }: MessageEvent<FromWorker>) => {
    if (said.opened) {
      const { body, head } = said.opened
      opened.resolve({ body, large: { head, output: output.promise, hash: hash.promise, envelope } })
    }
    if (said.output) output.resolve(said.output)
    if (said.problem !== undefined) {
      end()
      opened.reject(new SyntaxError(said.problem))
    }
    if (said.hash === undefined) return
    kept = null
    hash.resolve(said.hash)
    prepareForLargeAnswers()
  })
  worker.postMessage(bytes)
  return opened.promise
}

function askEnvelope(worker: Worker, signal: AbortSignal): LargeAnswer['envelope'] {
  return () =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve(null)
      signal.addEventListener('abort', () => resolve(null))
      worker.addEventListener('message', ({ data: said }: MessageEvent<FromWorker>) => {
        if (said.envelope !== undefined) resolve(said.envelope)
      })
      worker.postMessage('envelope')
    })
}
