import type { Envelope } from '../../src-shared/envelope.ts'
import type { FromWorker, ToWorker } from './large-answer-message.ts'
import workerUrl from './large-answer-worker.ts?worker&url'
import { startWorker } from './page-worker.ts'
import { type MainOutput, type OutputText, outputTextOf } from './output-text.ts'
import { hashOf } from './verify-hash.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** An answer that a worker reads; the page only gets its texts. */
export interface LargeAnswer {
  /** The start of the output, shown until all of it is formatted. */
  readonly head: OutputText
  readonly output: Promise<OutputText>
  /** Null if the browser cannot compute hashes. */
  readonly hash: Promise<string | null>
  /** The whole envelope, formatted on request; null once another call has started. */
  readonly envelope: () => Promise<string | null>
}

interface Answer {
  readonly body: unknown
  readonly large?: LargeAnswer
}

/** Answers with more bytes than this are parsed, formatted and hashed in a worker. */
const LARGE_BYTES = 1_000_000

/** A worker started in advance, so that the first large answer does not wait for one. */
let spare: Worker | null = null

/** Starts the worker for the next large answer once the page is idle. */
export function prepareForLargeAnswers(): void {
  if ('requestIdleCallback' in globalThis)
    requestIdleCallback(() => void (spare ??= startWorker(workerUrl)))
}

/**
 * Reads an answer's body, a large one in a worker. `signal` stops the worker and drops the data; `main` is where the
 * tool's main output is.
 * @throws SyntaxError if the body is not JSON
 */
export async function readAnswer(
  bytes: ArrayBuffer,
  main: MainOutput,
  signal: AbortSignal,
): Promise<Answer> {
  if (bytes.byteLength <= LARGE_BYTES || typeof Worker === 'undefined') return { body: parse(bytes) }
  const worker = spare ?? startWorker(workerUrl)
  spare = null
  return await readInWorker(worker, { bytes, main }, signal)
}

function parse(bytes: ArrayBuffer): unknown {
  return parseJson(new TextDecoder().decode(bytes))
}

/** Reads one answer in the worker. */
function readInWorker(
  worker: Worker,
  asked: Exclude<ToWorker, 'envelope'>,
  signal: AbortSignal,
): Promise<Answer> {
  const opened = Promise.withResolvers<Answer>()
  const output = Promise.withResolvers<OutputText>()
  const hash = Promise.withResolvers<string | null>()
  const envelope = askEnvelope(worker, signal)
  /** Kept in case the worker fails; dropped after its last message. */
  let kept: ArrayBuffer | null = asked.bytes
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
    // The page reads the answer itself, which blocks it for a moment.
    const body = parse(kept) as Envelope // The same type as in the worker.
    end()
    opened.resolve({ body })
    output.resolve(outputTextOf(body.data, asked.main))
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
  say(worker, asked)
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
      say(worker, 'envelope')
    })
}

function say(worker: Worker, words: ToWorker): void {
  worker.postMessage(words)
}
