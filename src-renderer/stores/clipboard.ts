import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { detectContent, type Detected } from '../detect-content.ts'
import { suggestTools } from '../suggest-tools.ts'
import { useCatalogue } from './catalogue.ts'
import { useToolWeight } from './tool-weight.ts'

interface Offer {
  readonly text: string
  readonly detected: Detected
}

/**
 * A text that was pasted where no field took it. It is only ever offered: it fills a tool when a chip is pressed, it
 * runs nothing, and it is kept nowhere.
 */
export const useClipboard = defineStore('clipboard', () => {
  const catalogue = useCatalogue()
  const weigh = useToolWeight()
  const offer = shallowRef<Offer | null>(null)
  const tools = computed(() =>
    offer.value ? suggestTools(catalogue.tools, offer.value.detected, weigh.value) : [],
  )

  /** Offers a text; false when it says nothing or looks like a secret. */
  function take(text: string): boolean {
    const detected = detectContent(text)
    offer.value = detected ? { text, detected } : null
    return detected !== null
  }

  function dismiss(): boolean {
    if (!offer.value) return false
    offer.value = null
    return true
  }

  return { offer, tools, take, dismiss }
})
