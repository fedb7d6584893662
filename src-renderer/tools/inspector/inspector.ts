import { defineStore } from 'pinia'
import { ref, watch } from 'vue'
import { useRun } from '../result/run.ts'

export type InspectorTab = 'headers' | 'envelope' | 'events' | 'trace' | 'verify'

/** Which side of an answer the inspector shows. */
export const useInspector = defineStore('inspector', () => {
  const run = useRun()
  const tab = ref<InspectorTab>('headers')
  watch(
    () => run.request,
    (request) => {
      if (request?.stream) tab.value = 'events'
      else if (request?.modes?.trace) tab.value = 'trace'
      else if (tab.value === 'events' || tab.value === 'trace') tab.value = 'headers'
    },
  )
  return { tab }
})
