/** When the first step is taken: most programs that start a gateway for one call have left by then. */
const AFTER_MS = 2_000
/** Between two steps, and between two looks whether nothing is being answered. */
const PAUSE_MS = 250

export interface WarmUpOptions {
  /** What first requests would otherwise wait for, one after the other. */
  readonly steps: readonly (() => unknown)[]
  /** Whether a request is being answered, which goes first. */
  readonly isBusy: () => boolean
  readonly report: (error: unknown) => void
  /** Until the first step, in milliseconds; tests need not wait. */
  readonly afterMs?: number
  readonly pauseMs?: number
}

/**
 * Takes the steps in moments without requests, each in a turn of the event loop of its own. A step that fails is
 * reported; the request that needs it tries again.
 * @returns ends it; a step that has begun goes on
 */
export function warmUp({
  steps,
  isBusy,
  report,
  afterMs = AFTER_MS,
  pauseMs = PAUSE_MS,
}: WarmUpOptions): () => void {
  const rest = [...steps]
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const wait = (ms: number): void => {
    // A gateway may end before it is warm.
    if (rest.length > 0 && !hasEnded) timer = setTimeout(() => void next(), ms).unref()
  }
  const next = async (): Promise<void> => {
    const step = isBusy() ? undefined : rest.shift()
    try {
      await step?.()
    } catch (error) {
      report(error)
    }
    wait(pauseMs)
  }
  wait(afterMs)
  return () => {
    hasEnded = true
    clearTimeout(timer)
  }
}
