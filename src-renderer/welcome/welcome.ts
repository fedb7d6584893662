import { defineStore } from 'pinia'
import { computed } from 'vue'
import { createKept } from '../ui/kept/kept.ts'

/** Whether the welcome was shown on this instance: it is shown once, and again when it is asked for. */
export const useWelcome = defineStore('welcome', () => {
  const kept = createKept<{ readonly seen: boolean }>('/app/welcome', { seen: false })
  /** Known to be a first visit; false while it is not known. */
  const due = computed(() => kept.state.value === 'loaded' && !kept.value.value.seen)

  return { due, state: kept.state, markSeen: () => kept.set({ seen: true }) }
})
