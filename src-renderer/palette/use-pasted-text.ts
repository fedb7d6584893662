import { computed, type Ref } from 'vue'
import { useCatalogue } from '../tools/catalogue.ts'
import { useClipboard } from '../tools/search/clipboard.ts'
import { readText, toolsFor } from '../tools/search/read-text.ts'
import { useToolWeight } from '../tools/search/tool-weight.ts'
import type { PastedText } from './palette-rows.ts'

/** A query must be this surely of a kind to be taken for a text, since it may be words to search for. */
const SURE = 0.9

/** The text that the palette offers tools for: the query if it is one, else a text that was pasted. */
export function usePastedText(query: Readonly<Ref<string>>) {
  const clipboard = useClipboard()
  const catalogue = useCatalogue()
  const weigh = useToolWeight()

  return computed<PastedText | null>(() => {
    const pasted = clipboard.offer?.from === 'paste' ? clipboard.offer.text : null
    const typed = query.value.trim()
    const text = typed === '' ? pasted : typed
    const reading = text === null ? null : readText(text)
    if (text === null || !reading || (typed !== '' && reading.kinds[0]!.confidence < SURE)) return null
    const offers = toolsFor(catalogue.tools, reading, weigh.value)
    return { text, label: reading.label, offers }
  })
}
