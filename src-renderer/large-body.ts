import workerUrl from './large-body-worker.ts?worker&url'
import type { OutputText } from './stores/output-text.ts'

interface LargeBodyListener {
  readonly onOutput: (output: OutputText) => void
  /** Null where the browser computes no hashes. */
  readonly onHash: (hash: string | null) => void
  readonly onFailure: () => void
}

interface ScriptPolicy {
  createScriptURL(url: string): string
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy
}

// The page's policy lets scripts be named by this rule alone, and the rule knows one address.
const trustedTypes = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes // Not every browser has them.
const onlyOurWorker = {
  createScriptURL: (url: string) => {
    if (url !== workerUrl) throw new TypeError('Only the worker of this page may be started.')
    return url
  },
}
const policy = trustedTypes?.createPolicy('toolgate-worker', onlyOurWorker) ?? onlyOurWorker

/** Formats and hashes an answer's body beside the page; `signal` ends it. */
export function readLargeBody(text: string, listener: LargeBodyListener, signal: AbortSignal): void {
  const worker = new Worker(policy.createScriptURL(workerUrl), { type: 'module' })
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
