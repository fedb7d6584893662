import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { readLinkedInput } from './linked-input.ts'
import { useCatalogue } from './catalogue.ts'
import { useDraft } from './call/draft.ts'

/** Writes what a link brings along (`#/tools/<slug>?input=…`) into the tool's form. It fills and never runs. */
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
      // Gone from the address, so that a reload does not write over what was changed since.
      void router.replace({ name: 'tools', params: route.params })
    },
    { immediate: true },
  )
}
