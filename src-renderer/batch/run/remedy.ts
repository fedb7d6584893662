import { type CallError, headerOf } from '../../gateway/gateway-types.ts'

const PAUSE_MS = [2_000, 4_000, 8_000, 15_000]

/** How to go on after a request that failed. */
export interface Remedy {
  /** None of its calls ran: the rows can be sent again under another Idempotency-Key. */
  readonly unsent: boolean
  /** How long to wait before the next request; null if the run has to end. */
  readonly wait: { readonly kind: 'waiting' | 'paused'; readonly ms: number } | null
}

/**
 * Decides what to do after a failed request. If its calls may have run, the request is repeated
 * under the same Idempotency-Key, which charges nothing twice.
 * @param failures how many requests failed in a row before this one
 */
export function remedyOf(error: CallError, failures: number): Remedy {
  const pauseMs = PAUSE_MS[Math.min(failures, PAUSE_MS.length - 1)] ?? 0
  switch (error.code) {
    case 'rate_limited':
    case 'overloaded':
      return { unsent: true, wait: { kind: 'waiting', ms: retryMs(error) } }
    case 'idempotency_in_progress':
    case 'storage_unavailable':
      return { unsent: false, wait: { kind: 'waiting', ms: retryMs(error) } }
    case 'unreachable':
      return { unsent: false, wait: { kind: 'paused', ms: pauseMs } }
    case 'unreadable_answer':
      return { unsent: false, wait: failures < PAUSE_MS.length ? { kind: 'paused', ms: pauseMs } : null }
    default:
      // After an error of the gateway itself, some of the calls may have run.
      return { unsent: error.status < 500, wait: null }
  }
}

function retryMs({ details }: CallError): number {
  return Number(headerOf(details.headers ?? [], 'Retry-After') ?? details.retry_after ?? 1) * 1_000
}
