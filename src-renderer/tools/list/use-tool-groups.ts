import { computed, ref, shallowRef, watch } from 'vue'
import { useCatalogue } from '../catalogue.ts'
import { useFavourites } from './favourites.ts'
import { useRecents } from './recents.ts'
import { useToolWeight } from '../search/tool-weight.ts'
import { groupTools, type ListedTool, type ListTab } from './filter-tools.ts'

/** A line of the list: a heading or a tool. Each kind has a fixed height. */
export type ListLine =
  | { readonly kind: 'heading'; readonly id: string; readonly title: string; readonly count: number }
  | { readonly kind: 'tool'; readonly id: string; readonly row: ListedTool; readonly place: number }

/** The groups and lines of the list for its filter and tab. */
export function useToolGroups() {
  const catalogue = useCatalogue()
  const favourites = useFavourites()
  const recents = useRecents()
  const weigh = useToolWeight()
  const query = ref('')
  const tab = ref<ListTab>('all')
  const toolset = shallowRef<readonly string[]>([])
  watch(query, () => void catalogue.prepareSearch())

  const groups = computed(() =>
    groupTools({
      tools: catalogue.tools,
      index: catalogue.index,
      query: query.value,
      tab: tab.value,
      favourites: favourites.slugs,
      recent: recents.slugs,
      toolset: toolset.value,
      weigh: weigh.value,
    }),
  )
  const rows = computed(() => groups.value.flatMap((group) => group.tools))
  const lines = computed<readonly ListLine[]>(() => {
    let place = 0
    return groups.value.flatMap(({ title, tools }) => [
      { kind: 'heading', id: `heading-${title}`, title, count: tools.length } as const,
      ...tools.map((row) => ({ kind: 'tool', id: row.id, row, place: ++place }) as const),
    ])
  })

  return { query, tab, toolset, rows, lines }
}
