import { defineStore } from 'pinia'
import { ref } from 'vue'

/** How the next call is made: streamed, enriched for an agent, traced. */
export const useModes = defineStore('modes', () => {
  const stream = ref(false)
  const agent = ref(false)
  const trace = ref(false)
  return { stream, agent, trace }
})
