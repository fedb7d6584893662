import { defineStore } from 'pinia'
import { ref } from 'vue'

/** A part of the place Tools: the list, the call or its result. */
export type Pane = 'list' | 'call' | 'result'

/** Which part a narrow window shows. */
export const usePane = defineStore('pane', () => ({ pane: ref<Pane>('list') }))
