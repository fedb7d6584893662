import { computed, type Ref } from 'vue'
import type { Tool } from '../../gateway/gateway-types.ts'
import { useCatalogue } from '../catalogue.ts'

/** More rows than this nobody reads; the query narrows them. */
const MAX_SHOWN = 60

/** The tools of a list that fit a query: as they are without one, else as the search ranks them. */
export function usePickedTools(query: Readonly<Ref<string>>, tools: () => readonly Tool[]) {
  const catalogue = useCatalogue()
  void catalogue.prepareSearch()

  const fitting = computed(() => {
    const needed = query.value.trim().toLowerCase()
    if (needed === '') return tools()
    const offered = new Set(tools())
    const found = catalogue.index.search(needed).flatMap(({ tool }) => (offered.has(tool) ? [tool] : []))
    const giving = tools().filter((tool) => gives(tool, needed) || holds(tool, needed))
    return [...new Set([...giving.filter((tool) => holds(tool, needed)), ...found, ...giving])]
  })

  return {
    shown: computed(() => fitting.value.slice(0, MAX_SHOWN)),
    total: computed(() => fitting.value.length),
  }
}

function holds({ name, slug }: Tool, needed: string): boolean {
  return name.toLowerCase().includes(needed) || slug.includes(needed)
}

function gives({ produces }: Tool, needed: string): boolean {
  return produces === needed
}
