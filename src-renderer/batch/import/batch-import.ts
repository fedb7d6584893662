import { defineStore } from 'pinia'
import { ref } from 'vue'
import { useCatalogue } from '../../tools/catalogue.ts'
import { useBatch } from '../batch.ts'
import { createColumnMapping } from './column-mapping.ts'
import { loadTable } from './load-table.ts'
import { createRowPreview } from './row-preview.ts'
import { UnreadableTable } from './table.ts'

const MAX_NAME_CHARS = 200
const MAX_SOURCE_CHARS = 300

/** A table on its way into the run: what was read, where its columns go, and the rows it gives. */
export const useBatchImport = defineStore('batch-import', () => {
  const catalogue = useCatalogue()
  const batch = useBatch()

  const open = ref(false)
  const reading = ref(false)
  const problem = ref('')
  const source = ref('')
  const { take, ...mapping } = createColumnMapping(() => {
    const [columns, map] = [mapping.columns.value, mapping.map.value]
    void make({ columns, map, tools: catalogue.bySlug, check: batch.check })
  })
  const { make, discard, ...preview } = createRowPreview()

  /** Reads a text or a file and opens the dialog with a guess. `name` says where it came from. */
  async function read(from: string | Blob, name: string): Promise<void> {
    reading.value = true
    problem.value = ''
    try {
      const table = await loadTable(from)
      source.value = name
      take(table)
      open.value = true
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error
      problem.value = error.message
    } finally {
      reading.value = false
    }
  }

  /** Adds the rows to the run. @returns how many there was room for */
  function commit(): number {
    const made = preview.made.value
    if (!made) return 0
    const name = source.value.replace(/\.\w{1,6}$/, '').slice(0, MAX_NAME_CHARS) || 'Pasted rows'
    const added = batch.add(made, { name, source: source.value.slice(0, MAX_SOURCE_CHARS) })
    cancel()
    return added
  }

  function cancel(): void {
    discard()
    open.value = false
    mapping.table.value = null
  }

  return { open, reading, problem, source, ...mapping, ...preview, read, commit, cancel }
})
