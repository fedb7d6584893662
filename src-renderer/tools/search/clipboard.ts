import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import { MAX_CLIPBOARD_CHARS } from '../../../src-shared/desktop-bridge.ts'
import { keepChoice, keptChoice } from '../../ui/kept/kept-choice.ts'
import { useCatalogue } from '../catalogue.ts'
import { useDraft } from '../call/draft.ts'
import type { TextReading } from './read-text.ts'
import { useToolWeight } from './tool-weight.ts'

const STORAGE_KEY = 'toolgate.watch-clipboard'

type Reader = typeof import('./read-text.ts')

interface Offer {
  readonly text: string
  /** Whether it was pasted here, or lay in the clipboard when the window came to the front. */
  readonly from: 'paste' | 'clipboard'
  readonly reading: TextReading
  readonly reader: Reader
}

/**
 * A text that was pasted where no field took it, or that lies in the clipboard. It is only ever offered: it fills a
 * tool when a chip is pressed, it runs nothing, and it is kept nowhere.
 */
export const useClipboard = defineStore('clipboard', () => {
  const catalogue = useCatalogue()
  const draft = useDraft()
  const weigh = useToolWeight()
  const offer = shallowRef<Offer | null>(null)
  const offers = computed(() =>
    offer.value ? offer.value.reader.toolsFor(catalogue.tools, offer.value.reading, weigh.value) : [],
  )
  const tools = computed(() => offers.value.map(({ tool }) => tool))

  const watches = ref(keptChoice(STORAGE_KEY) !== 'off')
  watch(watches, (on) => keepChoice(STORAGE_KEY, on ? 'on' : 'off'))
  /** What the clipboard held when it was last looked at, as a number from which no text can be had back. */
  let looked: number | null = null
  let turn = 0

  /** Offers a text that was pasted; one that says nothing or looks like a secret only ends the offer before. */
  async function take(text: string): Promise<void> {
    offer.value = null
    await consider(text, 'paste')
  }

  /** Looks at what the clipboard holds: a text is offered once, and not again after it was sent away. */
  async function look(text: string): Promise<void> {
    const now = markOf(text)
    if (!watches.value || now === looked) return
    looked = now
    // What says nothing leaves an offer that is still there.
    await consider(text, 'clipboard')
  }

  // The first screen does not need the part that reads texts.
  async function consider(text: string, from: Offer['from']): Promise<void> {
    const mine = ++turn
    const reader = await import('./read-text.ts')
    const reading = mine === turn ? reader.readText(text) : null
    if (reading) offer.value = { text, from, reading, reader }
  }

  /** Fills a tool with the offered text, without running it. */
  function fill(slug: string): void {
    const found = offers.value.find(({ tool }) => tool.slug === slug)
    if (!offer.value) return
    if (found) draft.useInput(found.tool, offer.value.reader.inputFor(found, offer.value.text))
    else draft.fillMain(slug, offer.value.text)
  }

  /** A text that comes from here is nothing new to this page. */
  function passOver(text: string): void {
    looked = markOf(text.slice(0, MAX_CLIPBOARD_CHARS))
  }

  function dismiss(): boolean {
    turn += 1
    if (!offer.value) return false
    offer.value = null
    return true
  }

  return { offer, tools, watches, take, look, fill, passOver, dismiss }
})

// FNV-1a: enough to tell whether a text is another one.
function markOf(text: string): number {
  let mark = 0x811c9dc5
  for (let at = 0; at < text.length; at++) mark = Math.imul(mark ^ text.charCodeAt(at), 0x01000193)
  return mark
}
