import { type CallResult, headerOf } from '../gateway-types.ts'
import { readLargeBody } from '../large-body.ts'
import { type OutputText, outputTextOf } from './output-text.ts'
import { hashOf } from './verify-hash.ts'

/** What the page's own check of `output_hash` came to. */
export interface HashCheck {
  readonly state: 'none' | 'checking' | 'verified' | 'different' | 'impossible'
  readonly claimed: string
  readonly computed: string
}

export const NO_CHECK: HashCheck = { state: 'none', claimed: '', computed: '' }

interface ResultListener {
  readonly onOutput: (output: OutputText) => void
  /** Told twice: while the hash is computed, and with what came out. */
  readonly onHash: (check: HashCheck) => void
}

/** Writes a result's output out and checks its hash, a large one beside the page. `signal` ends it. */
export function readResult(result: CallResult, signal: AbortSignal, listener: ResultListener): void {
  const claimed = result.meta.output_hash ?? headerOf(result.headers, 'X-Output-Hash') ?? ''
  const conclude = (computed: string | null) => {
    if (!signal.aborted) listener.onHash(toCheck(claimed, computed))
  }
  const readHere = () => {
    listener.onOutput(outputTextOf(result.data))
    void computeHash(result.data).then(conclude)
  }
  listener.onHash({ state: 'checking', claimed, computed: '' })
  if (result.largeText === undefined) return readHere()
  // Without a worker the page holds still for a moment instead.
  const { onOutput } = listener
  readLargeBody(result.largeText, { onOutput, onHash: conclude, onFailure: readHere }, signal)
}

function toCheck(claimed: string, computed: string | null): HashCheck {
  if (computed === null) return { state: 'impossible', claimed, computed: '' }
  return { state: computed === claimed ? 'verified' : 'different', claimed, computed }
}

async function computeHash(data: unknown): Promise<string | null> {
  try {
    return await hashOf(data)
  } catch (error) {
    // Browsers give WebCrypto to loopback and https addresses only.
    if (globalThis.isSecureContext) throw error
    return null
  }
}
