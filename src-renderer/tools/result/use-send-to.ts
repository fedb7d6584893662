import { computed } from 'vue'
import { useRouter } from 'vue-router'
import type { Tool } from '../../gateway/gateway-types.ts'
import { useCatalogue } from '../catalogue.ts'
import { useDraft } from '../call/draft.ts'
import { focusCall } from '../call/focus-call.ts'
import { envelopePartsOf } from '../inspector/envelope-parts.ts'
import { inputFor, toolsAfter } from '../search/read-text.ts'
import { useRun } from './run.ts'
import { useSentChain } from './sent-chain.ts'
import { useToasts } from '../../ui/kept/toasts.ts'
import { useToolWeight } from '../search/tool-weight.ts'

/** A form with longer text could not be edited any more. */
const MAX_SENT_CHARS = 2_000_000

/** The tools that accept the output on screen, and a function that sends it to one. */
export function useSendTo() {
  const run = useRun()
  const catalogue = useCatalogue()
  const draft = useDraft()
  const toasts = useToasts()
  const router = useRouter()
  const weigh = useToolWeight()
  const chain = useSentChain()

  const text = computed(() => {
    const made = run.state.kind === 'done' ? (run.output?.text ?? '') : ''
    return made.length > MAX_SENT_CHARS ? '' : made
  })
  const from = computed(() => catalogue.bySlug.get(run.request?.slug ?? '') ?? null)
  const offers = computed(() => {
    if (text.value === '' || run.state.kind !== 'done') return []
    const { agent } = envelopePartsOf(run.state.result)
    const next = [...new Set([...(agent?.suggestions ?? []), ...(from.value?.related ?? [])])]
    const made = { text: text.value, kind: from.value?.produces }
    return toolsAfter(catalogue.tools, made, weigh.value, next).filter(({ tool }) => tool !== from.value)
  })
  const tools = computed(() => offers.value.map(({ tool }) => tool))

  /** Which field of a tool the output would fill. */
  function wordsOf(tool: Tool): string {
    const field = offers.value.find((offer) => offer.tool === tool)?.field
    return field ? `fills ${field}` : ''
  }

  /** Opens a tool with the output in its field, without running it. */
  async function send(tool: Tool): Promise<void> {
    const offer = offers.value.find((each) => each.tool === tool)
    if (!offer) return
    const name = from.value?.name ?? 'the previous call'
    const input = inputFor(offer, text.value)
    // All else is of an example, and is not what was sent.
    chain.note(tool.slug, Object.hasOwn(input, offer.field) ? { [offer.field]: input[offer.field] } : input)
    draft.useInput(tool, input)
    await router.push({ name: 'tools', params: { slug: tool.slug } })
    toasts.say(`${tool.name} opened with the output of ${name}`, () => router.back())
    await focusCall()
  }

  return { tools, wordsOf, send }
}
