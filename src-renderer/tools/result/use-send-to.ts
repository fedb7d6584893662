import { computed } from 'vue'
import { useRouter } from 'vue-router'
import { detectContent } from '../search/detect-content.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { useCatalogue } from '../catalogue.ts'
import { useDraft } from '../call/draft.ts'
import { envelopePartsOf } from '../inspector/envelope-parts.ts'
import { useRun } from './run.ts'
import { useToasts } from '../../ui/kept/toasts.ts'
import { useToolWeight } from '../search/tool-weight.ts'
import { suggestTools } from '../search/suggest-tools.ts'

const MAX_TOOLS = 12
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

  const text = computed(() => {
    const made = run.state.kind === 'done' ? (run.output?.text ?? '') : ''
    return made.length > MAX_SENT_CHARS ? '' : made
  })
  const from = computed(() => catalogue.bySlug.get(run.request?.slug ?? '') ?? null)
  const tools = computed<readonly Tool[]>(() => {
    if (text.value === '' || run.state.kind !== 'done') return []
    const { agent } = envelopePartsOf(run.state.result)
    const related = [...new Set([...(agent?.suggestions ?? []), ...(from.value?.related ?? [])])]
    return suggestTools(catalogue.tools, detectContent(text.value), weigh.value, related)
      .filter((tool) => tool !== from.value)
      .slice(0, MAX_TOOLS)
  })

  /** Opens a tool with the output in its main field, without running it. */
  function send(tool: Tool): void {
    if (text.value === '') return
    const name = from.value?.name ?? 'the previous call'
    draft.fillMain(tool.slug, text.value)
    void router.push({ name: 'tools', params: { slug: tool.slug } })
    toasts.say(`${tool.name} opened with the output of ${name}`, () => router.back())
  }

  return { tools, send }
}
