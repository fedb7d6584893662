import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { BatchRow } from '../rows/batch-row.ts'
import { type ColumnMap, guessColumns, guessTool, slugColumnOf, type Target } from './column-map.ts'
import { loadTable } from './load-table.ts'
import { makeRows } from './make-rows.ts'
import { columnsOf, type Table, UnreadableTable } from './table.ts'
import { useBatch } from '../batch.ts'
import { useCatalogue } from '../../tools/catalogue.ts'

/** A table on its way into the run: how it was read and where its columns go. */
export const useBatchImport = defineStore('batch-import', () => {
  const catalogue = useCatalogue()
  const batch = useBatch()

  const open = ref(false)
  const reading = ref(false)
  const problem = ref('')
  const source = ref('')
  const table = shallowRef<Table | null>(null)
  const header = ref(false)
  const map = shallowRef<ColumnMap>({ slug: null, targets: [] })
  /** The rows as they will be added; null while they are being made. */
  const made = shallowRef<readonly BatchRow[] | null>(null)
  let making = new AbortController()

  const columns = computed(() =>
    table.value ? columnsOf(table.value, header.value) : { names: [], rows: [] },
  )
  const tool = computed(() => (map.value.slug === null ? null : catalogue.bySlug.get(map.value.slug)))
  const valid = computed(() => made.value?.filter((row) => row.problem === '') ?? [])
  const cost = computed(() => valid.value.reduce((sum, row) => sum + row.cost, 0))
  /** What is wrong with the other rows, the commonest first. */
  const problems = computed(() => {
    const counts = new Map<string, number>()
    for (const row of made.value ?? [])
      if (row.problem) counts.set(row.problem, (counts.get(row.problem) ?? 0) + 1)
    return [...counts].sort((a, b) => b[1] - a[1])
  })

  /** Reads a text or a file and opens the dialog with a guess. `name` says where it came from. */
  async function read(from: string | Blob, name: string): Promise<void> {
    reading.value = true
    problem.value = ''
    try {
      const read = await loadTable(from)
      source.value = name
      table.value = read
      header.value = read.header
      guess()
      open.value = true
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error
      problem.value = error.message
    } finally {
      reading.value = false
    }
  }

  function guess(): void {
    const preferred = catalogue.openSlug || (catalogue.tools[0]?.slug ?? '')
    const named = slugColumnOf(columns.value, catalogue.bySlug) >= 0
    setTool(named ? null : guessTool(columns.value, catalogue.bySlug, preferred))
  }

  function setHeader(value: boolean): void {
    header.value = value
    guess()
  }

  /** One tool for all rows; null has a column name it. */
  function setTool(slug: string | null): void {
    map.value = guessColumns(columns.value, slug, catalogue.bySlug)
    void make()
  }

  function setTarget(column: number, target: Target): void {
    // A field is filled by one column; so is the slug.
    const isSame = (other: Target): boolean =>
      target.kind === 'field'
        ? other.kind === 'field' && other.field === target.field
        : target.kind === other.kind && (target.kind === 'slug' || target.kind === 'input')
    const targets = map.value.targets.map((other, at): Target =>
      at === column ? target : isSame(other) ? { kind: 'none' } : other,
    )
    map.value = { slug: map.value.slug, targets }
    void make()
  }

  async function make(): Promise<void> {
    making.abort()
    making = new AbortController()
    const { signal } = making
    made.value = null
    const rows = await makeRows({
      columns: columns.value,
      map: map.value,
      tools: catalogue.bySlug,
      check: batch.check,
      from: 0,
      signal,
    })
    if (!signal.aborted) made.value = rows
  }

  /** Adds the rows to the run. @returns how many there was room for */
  function commit(): number {
    if (!made.value) return 0
    const name = source.value.replace(/\.\w{1,6}$/, '').slice(0, 200) || 'Pasted rows'
    const added = batch.add(made.value, { name, source: source.value.slice(0, 300) })
    cancel()
    return added
  }

  function cancel(): void {
    making.abort()
    open.value = false
    table.value = null
    made.value = null
  }

  const state = {
    open,
    reading,
    problem,
    source,
    table,
    header,
    map,
    made,
    columns,
    tool,
    valid,
    cost,
    problems,
  }
  return { ...state, read, setHeader, setTool, setTarget, commit, cancel }
})
