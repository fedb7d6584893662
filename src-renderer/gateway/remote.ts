import { ref, shallowRef } from 'vue'
import { CallError } from './gateway-types.ts'

export type RemoteState = 'idle' | 'loading' | 'ready' | 'failed'

/**
 * Something the gateway knows, and how far the page is with asking for it. What was read stays while it is asked for
 * again, and when that fails.
 */
export function createRemote<T>(ask: () => Promise<T>, empty: T) {
  const value = shallowRef<T>(empty)
  const state = ref<RemoteState>('idle')
  const error = shallowRef<CallError | null>(null)
  let newest = 0

  async function load(): Promise<void> {
    const mine = ++newest
    if (state.value !== 'ready') state.value = 'loading'
    try {
      const answer = await ask()
      // An answer that was overtaken by a later question says what was, not what is.
      if (mine !== newest) return
      value.value = answer
      error.value = null
      state.value = 'ready'
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause
      if (mine !== newest) return
      error.value = cause
      if (state.value !== 'ready') state.value = 'failed'
    }
  }

  return { value, state, error, load }
}

/** Does something and tells in a sentence why it did not work; null when it did. */
export async function attempt(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof CallError) return error.message
    throw error
  }
}
