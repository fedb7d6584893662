import { computed, ref, shallowRef } from 'vue'
import { useCatalogue } from '../../tools/catalogue.ts'
import {
  type ColumnMap,
  guessColumns,
  guessTool,
  slugColumnOf,
  type Target,
  withTarget,
} from './column-map.ts'
import { columnsOf, type Table } from './table.ts'

/** A table that was read, and where its columns go: first a guess, then as the owner says. */
export function createColumnMapping(changed: () => void) {
  const catalogue = useCatalogue()
  const table = shallowRef<Table | null>(null)
  /** Whether the first line of the table names its columns. */
  const header = ref(false)
  const map = shallowRef<ColumnMap>({ slug: null, targets: [] })
  const columns = computed(() =>
    table.value ? columnsOf(table.value, header.value) : { names: [], rows: [] },
  )
  /** The tool of every row; null when a column names it. */
  const tool = computed(() => (map.value.slug === null ? null : catalogue.bySlug.get(map.value.slug)))

  function take(read: Table): void {
    table.value = read
    setHeader(read.header)
  }

  function setHeader(value: boolean): void {
    header.value = value
    const preferred = catalogue.openSlug || (catalogue.tools[0]?.slug ?? '')
    const named = slugColumnOf(columns.value, catalogue.bySlug) >= 0
    setTool(named ? null : guessTool(columns.value, catalogue.bySlug, preferred))
  }

  /** Uses one tool for all rows; null lets a column name it. */
  function setTool(slug: string | null): void {
    map.value = guessColumns(columns.value, slug, catalogue.bySlug)
    changed()
  }

  function setTarget(column: number, target: Target): void {
    map.value = withTarget(map.value, column, target)
    changed()
  }

  return { table, header, map, columns, tool, take, setHeader, setTool, setTarget }
}
