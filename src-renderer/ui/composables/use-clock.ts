import { onScopeDispose, ref } from 'vue'

/** The present time in epoch milliseconds, renewed while the component is there. */
export function useClock(everyMs: number) {
  const now = ref(Date.now())
  const timer = setInterval(() => (now.value = Date.now()), everyMs)
  onScopeDispose(() => clearInterval(timer))
  return now
}
