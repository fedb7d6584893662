import { defineStore } from 'pinia'
import { ref } from 'vue'
import type { SavedBatch } from '../../src-shared/saved-batch.ts'
import { loadBatch } from './run/batch-saver.ts'
import { CallError } from '../gateway/gateway-types.ts'
import { useBatch } from './batch.ts'
import { useGateway } from '../gateway/gateway.ts'

/** Opens kept runs, and tells whether the open one is as the gateway knows it. */
export const useBatchOpen = defineStore('batch-open', () => {
  const gateway = useGateway()
  const batch = useBatch()
  const loading = ref(false)
  /** Why the run cannot be shown. */
  const problem = ref('')

  /**
   * Opens a kept run; the one that is open already stays as it is.
   * @returns whether it is a table, which is not shown here
   */
  async function open(id: string): Promise<boolean> {
    if (id === batch.id) return false
    batch.clear()
    loading.value = true
    problem.value = ''
    try {
      const { info, rows } = await loadBatch(gateway.client.json, id)
      if (info.options.table) return true
      batch.restore(id, info, rows)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      problem.value = error.message
    } finally {
      loading.value = false
    }
    return false
  }

  /** Whether the gateway knows of the run what the page does; another window may have gone on with it. */
  async function isCurrent(): Promise<boolean> {
    if (batch.id === null || batch.kept !== 'saved') return true
    try {
      const path = `/app/batches/${encodeURIComponent(batch.id)}`
      const { done, failed, rows } = (await gateway.client.json<SavedBatch>('GET', path)).body
      const mine = batch.tally
      return done === mine.done && failed === mine.failed && rows === mine.rows
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return true // The run itself will meet whatever is wrong.
    }
  }

  /** Reads the open run again. */
  async function reopen(): Promise<void> {
    const { id } = batch
    if (id === null) return
    batch.clear()
    await open(id)
  }

  return { loading, problem, open, isCurrent, reopen }
})
