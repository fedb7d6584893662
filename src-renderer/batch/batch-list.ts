import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { SavedBatch } from '../../src-shared/saved-batch.ts'
import { CallError } from '../gateway/gateway-types.ts'
import { useGateway } from '../gateway/gateway.ts'

/** The runs that the gateway keeps. */
export const useBatchList = defineStore('batch-list', () => {
  const gateway = useGateway()
  const batches = shallowRef<readonly SavedBatch[]>([])
  const problem = ref('')

  async function load(): Promise<void> {
    await attempt(async () => {
      type List = { batches: readonly SavedBatch[] }
      batches.value = (await gateway.client.json<List>('GET', '/app/batches')).body.batches
    })
  }

  async function remove(id: string): Promise<void> {
    await attempt(() => gateway.client.json('DELETE', `/app/batches/${encodeURIComponent(id)}`))
    await load()
  }

  async function restore(id: string): Promise<void> {
    await attempt(() => gateway.client.json('POST', `/app/batches/${encodeURIComponent(id)}/restore`))
    await load()
  }

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    problem.value = ''
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      problem.value = error.message
    }
  }

  return { batches, problem, load, remove, restore }
})
