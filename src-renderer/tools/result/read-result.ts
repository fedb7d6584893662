import { type CallResult, headerOf } from '../../gateway/gateway-types.ts'
import { type MainOutput, type OutputText, outputTextOf } from '../../gateway/output-text.ts'
import { hashOf } from '../../gateway/verify-hash.ts'

/** The result of the page's own check of `output_hash`. */
export interface HashCheck {
  readonly state: 'none' | 'checking' | 'verified' | 'different' | 'impossible'
  readonly claimed: string
  readonly computed: string
}

export const NO_CHECK: HashCheck = { state: 'none', claimed: '', computed: '' }

interface ResultListener {
  /** Called with the start of a large output, before `onOutput`. */
  readonly onHead: (head: OutputText) => void
  readonly onOutput: (output: OutputText) => void
  /** Called twice: when the computation starts, and with its result. */
  readonly onHash: (check: HashCheck) => void
}

/** Formats a result's main output and checks its hash. `signal` stops it. */
export function readResult(
  result: CallResult,
  main: MainOutput,
  signal: AbortSignal,
  listener: ResultListener,
): void {
  const claimed = result.meta.output_hash ?? headerOf(result.headers, 'X-Output-Hash') ?? ''
  const conclude = (computed: string | null) => {
    if (!signal.aborted) listener.onHash(toCheck(claimed, computed))
  }
  listener.onHash({ state: 'checking', claimed, computed: '' })
  if (result.large) {
    listener.onHead(result.large.head)
    void result.large.output.then((output) => {
      if (!signal.aborted) listener.onOutput(output)
    })
    void result.large.hash.then(conclude)
  } else {
    listener.onOutput(outputTextOf(result.data, main))
    void computeHash(result.data).then(conclude)
  }
}

function toCheck(claimed: string, computed: string | null): HashCheck {
  if (computed === null) return { state: 'impossible', claimed, computed: '' }
  return { state: computed === claimed ? 'verified' : 'different', claimed, computed }
}

async function computeHash(data: unknown): Promise<string | null> {
  try {
    return await hashOf(data)
  } catch (error) {
    // Browsers offer WebCrypto only on loopback and HTTPS addresses.
    if (globalThis.isSecureContext) throw error
    return null
  }
}
