import { ref, shallowRef } from 'vue'
import { CallError } from './gateway-types.ts'

export type RemoteState = 'idle' | 'loading' | 'ready' | 'failed'

/**
 * A value from the gateway and the state of loading it. The last value stays during a reload, and
 * when the reload fails.
 */
export function createReading() {
  const state = ref<RemoteState>('idle')
  const error = shallowRef<CallError | null>(null)
  let newest = 0

  async function read<T>(mine: number, ask: () => Promise<T>, take: (answer: T) => void): Promise<void> {
    if (state.value !== 'ready') state.value = 'loading'
    try {
      const answer = await ask()
      // A newer request is on its way, so this answer is out of date.
      if (mine !== newest) return
      take(answer)
      error.value = null
      state.value = 'ready'
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause
      if (mine !== newest) return
      error.value = cause
      if (state.value !== 'ready') state.value = 'failed'
    }
  }

  return {
    state,
    error,
    /** Asks for everything. Answers to earlier questions are dropped when they arrive. */
    whole: <T>(ask: () => Promise<T>, take: (answer: T) => void) => read(++newest, ask, take),
    /** Asks for a part. Several can run at once; the next question for everything drops them. */
    part: <T>(ask: () => Promise<T>, take: (answer: T) => void) => read(newest, ask, take),
  }
}

/** Holds one answer of the gateway, and how far the page is with asking for it. */
export function createRemote<T>(ask: () => Promise<T>, empty: T) {
  const value = shallowRef<T>(empty)
  const { state, error, whole } = createReading()
  const load = () => whole(ask, (answer) => (value.value = answer))
  return { value, state, error, load }
}

/** Runs some work. @returns why it failed, as a sentence; null if it succeeded */
export async function attempt(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof CallError) return error.message
    throw error
  }
}
