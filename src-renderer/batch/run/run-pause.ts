import type { ShallowRef } from 'vue'

/** The phase of a run: `waiting` for a rate limit, `paused` while the gateway is not responding. */
export type RunPhase =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'waiting'; readonly untilMs: number }
  | { readonly kind: 'paused'; readonly untilMs: number }

/** Creates waits that can be ended early and that show in the phase. */
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

export type Pause = ReturnType<typeof createPause>
