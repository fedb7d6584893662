import { onScopeDispose, ref } from 'vue'

/** The current time in epoch milliseconds, updated while the component exists. */
export function useClock(everyMs: number) {
  const now = ref(Date.now())
  const timer = setInterval(() => (now.value = Date.now()), everyMs)
  onScopeDispose(() => clearInterval(timer))
  return now
}
