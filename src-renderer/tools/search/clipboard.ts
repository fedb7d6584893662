import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { MAX_CLIPBOARD_CHARS } from '../../../src-shared/desktop-bridge.ts'
import { detectContent, type Detected } from './detect-content.ts'
import { keepChoice, keptChoice } from '../../ui/kept/kept-choice.ts'
import { suggestTools } from './suggest-tools.ts'
import { useCatalogue } from '../catalogue.ts'
import { useToolWeight } from './tool-weight.ts'

const STORAGE_KEY = 'toolgate.watch-clipboard'

interface Offer {
  readonly text: string
  /** Whether it was pasted here, or lay in the clipboard when the window came to the front. */
  readonly from: 'paste' | 'clipboard'
  readonly detected: Detected
}

/**
 * A text that was pasted where no field took it, or that lies in the clipboard. It is only ever offered: it fills a
 * tool when a chip is pressed, it runs nothing, and it is kept nowhere.
 */
export const useClipboard = defineStore('clipboard', () => {
  const catalogue = useCatalogue()
  const weigh = useToolWeight()
  const offer = shallowRef<Offer | null>(null)
  const tools = computed(() =>
    offer.value ? suggestTools(catalogue.tools, offer.value.detected, weigh.value) : [],
  )

  const watches = ref(keptChoice(STORAGE_KEY) !== 'off')
  watch(watches, (on) => keepChoice(STORAGE_KEY, on ? 'on' : 'off'))
  /** What the clipboard held when it was last looked at, as a number from which no text can be had back. */
  let looked: number | null = null

  /** Offers a text; false when it says nothing or looks like a secret. */
  function take(text: string, from: Offer['from'] = 'paste'): boolean {
    const detected = detectContent(text)
    offer.value = detected ? { text, from, detected } : null
    return detected !== null
  }

  /** Looks at what the clipboard holds: a text is offered once, and not again after it was sent away. */
  function look(text: string): void {
    const now = markOf(text)
    if (!watches.value || now === looked) return
    looked = now
    // What says nothing leaves an offer that is still there.
    if (detectContent(text)) take(text, 'clipboard')
  }

  /** A text that comes from here is nothing new to this page. */
  function passOver(text: string): void {
    looked = markOf(text.slice(0, MAX_CLIPBOARD_CHARS))
  }

  function dismiss(): boolean {
    if (!offer.value) return false
    offer.value = null
    return true
  }

  return { offer, tools, watches, take, look, passOver, dismiss }
})

// FNV-1a: enough to tell whether a text is another one.
function markOf(text: string): number {
  let mark = 0x811c9dc5
  for (let at = 0; at < text.length; at++) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193)
  return mark
}
