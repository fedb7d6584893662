import { computed, ref, watch, type Ref } from 'vue'
import { type ContentKind, KIND_NAMES } from '../../src-shared/kinds/content-kinds.ts'
import { useCatalogue } from '../tools/catalogue.ts'
import { useClipboard } from '../tools/search/clipboard.ts'
import { readText, toolsFor } from '../tools/search/read-text.ts'
import { useToolWeight } from '../tools/search/tool-weight.ts'
import type { PastedText } from './palette-rows.ts'

/** A query must be this surely of a kind to be taken for a text, since it may be words to search for. */
const SURE = 0.9
/** Other kinds that are offered in place of the likeliest one. */
const OTHERS = 3

/**
 * The text that the palette offers tools for: the query if it is one, else a text that was pasted. `readOtherwise`
 * takes it for the next of the kinds that it may be of.
 */
export function usePastedText(query: Readonly<Ref<string>>) {
  const clipboard = useClipboard()
  const catalogue = useCatalogue()
  const weigh = useToolWeight()
  /** How often another kind was asked for. */
  const turn = ref(0)

  const read = computed(() => {
    const given = clipboard.offer?.from === 'paste' ? clipboard.offer.text : null
    const typed = query.value.trim()
    const text = typed === '' ? given : typed
    const reading = text === null ? null : readText(text)
    const [best] = reading?.kinds ?? []
    if (text === null || !best || (typed !== '' && best.confidence < SURE)) return null
    return { text, kinds: reading!.kinds }
  })
  watch(
    () => read.value?.text,
    () => (turn.value = 0),
    { flush: 'sync' },
  )

  const pasted = computed<PastedText | null>(() => {
    if (!read.value) return null
    const { text, kinds } = read.value
    const all = [...kinds.filter(({ kind }) => kind !== 'text').slice(0, OTHERS), ...asText(kinds)]
    const at = turn.value % all.length
    const chosen = all[at]!
    const left = [...all.slice(at + 1), ...all.slice(0, at)]
    // What somebody says that it is counts more than what it looks like.
    const taken = at === 0 ? kinds : [chosen, ...asText(kinds).filter((one) => one !== chosen)]
    return {
      text,
      kind: chosen.kind,
      label: KIND_NAMES[chosen.kind],
      sure: chosen.confidence,
      others: left.map(({ kind }) => KIND_NAMES[kind]),
      offers: toolsFor(catalogue.tools, { label: '', kinds: taken }, weigh.value),
    }
  })

  return { pasted, readOtherwise: () => void turn.value++ }
}

function asText<T extends { readonly kind: ContentKind }>(kinds: readonly T[]): readonly T[] {
  return kinds.filter(({ kind }) => kind === 'text')
}
