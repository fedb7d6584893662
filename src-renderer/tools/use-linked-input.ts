import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { readLinkedInput } from './linked-input.ts'
import { useCatalogue } from './catalogue.ts'
import { useDraft } from './call/draft.ts'

/** Fills the form with the input of a link (`#/tools/<slug>?input=…`), without running the tool. */
export function useLinkedInput(): void {
  const route = useRoute()
  const router = useRouter()
  const catalogue = useCatalogue()
  const draft = useDraft()

  watch(
    () => [route.query['input'], catalogue.open] as const,
    ([input, tool]) => {
      if (input === undefined || !tool || route.params['slug'] !== tool.slug) return
      const linked = readLinkedInput(input)
      if (linked && 'fields' in linked) draft.useInput(tool, linked.fields)
      else if (linked) draft.fillMain(tool.slug, linked.text)
      // Removed from the address, so that a reload does not overwrite later changes.
      void router.replace({ name: 'tools', params: route.params })
    },
    { immediate: true },
  )
}
