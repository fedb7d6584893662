import workerUrl from './large-body-worker.ts?worker&url'
import { startWorker } from './page-worker.ts'
import type { OutputText } from './stores/output-text.ts'

interface LargeBodyListener {
  readonly onOutput: (output: OutputText) => void
  /** Null where the browser computes no hashes. */
  readonly onHash: (hash: string | null) => void
  readonly onFailure: () => void
}

/** Formats and hashes an answer's body beside the page; `signal` ends it. */
export function readLargeBody(text: string, listener: LargeBodyListener, signal: AbortSignal): void {
  const worker = startWorker(workerUrl)
  const end = () => worker.terminate()
  signal.addEventListener('abort', end)
  worker.onerror = () => {
    end()
    listener.onFailure()
  }
  worker.onmessage = ({ data }: MessageEvent<{ output: OutputText } | { hash: string | null }>) => {
    if ('output' in data) return listener.onOutput(data.output)
    end()
    listener.onHash(data.hash)
  }
  worker.postMessage(text)
}
