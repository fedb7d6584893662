import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { readLinkedInput } from './linked-input.ts'
import { useCatalogue } from './catalogue.ts'
import { useDraft } from './call/draft.ts'
import type { Tool } from '../gateway/gateway-types.ts'
import { useToasts } from '../ui/kept/toasts.ts'

/** Fills the form with the input of a link (`#/tools/<slug>?input=…`), without running the tool. */
export function useLinkedInput(): void {
  const route = useRoute()
  const router = useRouter()
  const catalogue = useCatalogue()
  const draft = useDraft()
  const toasts = useToasts()

  // A link with nothing for this tool leaves the form as it is; a field too many is sent, and the form says so.
  function fill(tool: Tool, fields: Readonly<Record<string, unknown>>): void {
    const names = Object.keys(fields)
    const fits = names.some((name) => name in (tool.input_schema.properties ?? {}))
    if (fits || names.length === 0) draft.useInput(tool, fields)
    else
      toasts.say(
        `${tool.name} has no field ${names.slice(0, 3).join(', ').slice(0, 60)}; the link filled nothing`,
      )
  }

  watch(
    () => [route.query['input'], catalogue.open] as const,
    ([input, tool]) => {
      if (input === undefined || !tool || route.params['slug'] !== tool.slug) return
      const linked = readLinkedInput(input)
      if (linked && 'fields' in linked) fill(tool, linked.fields)
      else if (linked) draft.fillMain(tool.slug, linked.text)
      // Removed from the address, so that a reload does not overwrite later changes.
      void router.replace({ name: 'tools', params: route.params })
    },
    { immediate: true },
  )
}
