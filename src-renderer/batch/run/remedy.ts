import { type CallError, headerOf } from '../../gateway/gateway-types.ts'

const PAUSE_MS = [2_000, 4_000, 8_000, 15_000]

/** What a request that had no answer, or a refusal for one, asks for. */
export interface Remedy {
  /** None of its calls was run: the rows can be sent again under another key. */
  readonly unsent: boolean
  /** How long to wait before going on; null when the run cannot go on. */
  readonly wait: { readonly kind: 'waiting' | 'paused'; readonly ms: number } | null
}

/**
 * What to do about a failed request. As long as nobody knows whether its calls were run, they are asked for under
 * the same Idempotency-Key, which charges nothing twice.
 * @param failures how many requests failed before this one without an answer in between
 */
export function remedyOf(error: CallError, failures: number): Remedy {
  const pauseMs = PAUSE_MS[Math.min(failures, PAUSE_MS.length - 1)] ?? 0
  switch (error.code) {
    case 'rate_limited':
    case 'overloaded':
      return { unsent: true, wait: { kind: 'waiting', ms: retryMs(error) } }
    case 'idempotency_in_progress':
      return { unsent: false, wait: { kind: 'waiting', ms: retryMs(error) } }
    case 'unreachable':
      return { unsent: false, wait: { kind: 'paused', ms: pauseMs } }
    case 'unreadable_answer':
      return { unsent: false, wait: failures < PAUSE_MS.length ? { kind: 'paused', ms: pauseMs } : null }
    default:
      // A failure of the gateway itself may have come after some of the calls.
      return { unsent: error.status < 500, wait: null }
  }
}

function retryMs({ details }: CallError): number {
  return Number(headerOf(details.headers ?? [], 'Retry-After') ?? details.retry_after ?? 1) * 1_000
}
