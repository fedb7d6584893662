import { setTimeout as pause } from 'node:timers/promises'
import { counted } from '../../../src-shared/counted.ts'
import { SOURCE_LIMITS } from '../source.ts'
import type { Progress, Upstream } from './upstream.ts'

/** Progress makes a call's time begin again, up to so many times as much in all. */
const MOST_TIMES = 4

/** A call of a tool at its server. */
export interface UpstreamCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  /** How long it may take, in milliseconds. */
  readonly ms: number
  readonly signal: AbortSignal
  /** Whether it may be sent again where nobody knows if it has acted. */
  readonly isRepeatable: boolean
  /** Throws when the tool may not be called any more, now that its server has listed it again. */
  readonly check: () => void
  readonly progressed: (progress: Progress) => void
}

/**
 * Sends a call and waits for its answer, as long as it may take.
 * @throws UpstreamFailure
 */
export async function sendCall(
  upstream: Upstream,
  { name, args, ms, signal, progressed }: UpstreamCall,
): Promise<unknown> {
  const mostMs = ms * MOST_TIMES
  const began = performance.now()
  const late = (): void => {
    sent.cancel(
      `did not answer within ${counted(Math.round((performance.now() - began) / 1_000), 'second')}`,
    )
    void endSilent(upstream)
  }
  const sent = upstream.request('tools/call', { name, arguments: args }, (progress) => {
    clearTimeout(timer)
    timer = setTimeout(late, Math.max(0, Math.min(ms, began + mostMs - performance.now())))
    progressed(progress)
  })
  let timer = setTimeout(late, ms)
  const left = (): void => sent.cancel('was left alone by the caller')
  signal.addEventListener('abort', left, { once: true })
  try {
    return await sent.answer
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', left)
  }
}

/** Ends a server that says nothing for half a minute and does not even answer a ping. */
async function endSilent(upstream: Upstream): Promise<void> {
  const silentMs = (): number => performance.now() - upstream.heardAt
  await pause(Math.max(0, SOURCE_LIMITS.silentMs - silentMs()), undefined, { ref: false })
  if (upstream.isOver || silentMs() < SOURCE_LIMITS.silentMs) return
  if (!(await upstream.answersPing()))
    await upstream.close('did not answer for half a minute and was ended')
}
