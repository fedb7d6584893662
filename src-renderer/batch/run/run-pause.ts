import type { ShallowRef } from 'vue'

/** How the run stands. `waiting` for a rate limit, `paused` while the gateway does not answer. */
export type RunPhase =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'waiting'; readonly untilMs: number }
  | { readonly kind: 'paused'; readonly untilMs: number }

/** Waits that can be ended early, and that the phase tells of. */
export function createPause(phase: ShallowRef<RunPhase>) {
  let wake = new AbortController()

  async function wait(kind: 'waiting' | 'paused', ms: number): Promise<void> {
    wake = new AbortController()
    phase.value = { kind, untilMs: Date.now() + ms }
    const { signal } = wake
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    phase.value = { kind: 'running' }
  }

  return { wait, end: () => wake.abort() }
}
