import { computed, onMounted, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useBatch } from './batch.ts'
import { useBatchOpen } from './batch-open.ts'
import { useBatchRun } from './run/batch-run.ts'
import { useCatalogue } from '../tools/catalogue.ts'
import { useSession } from '../gateway/session.ts'

/** Keeps the address in step with the open run, so that a reload opens the run again. */
export function useBatchAddress(): void {
  const route = useRoute()
  const router = useRouter()
  const session = useSession()
  const catalogue = useCatalogue()
  const batch = useBatch()
  const opening = useBatchOpen()
  const run = useBatchRun()
  // Rows are checked against the tools' schemas, so a run opens only once those have loaded.
  const ready = computed(() => session.state === 'signed_in' && catalogue.state === 'ready')

  // An address kept by hand may be that of a table.
  async function show(id: string): Promise<void> {
    const isTable = await opening.open(id)
    if (isTable && route.name === 'batch' && route.params['id'] === id)
      await router.replace(`/batch/table/${id}`)
  }

  watch(
    () => [ready.value, route.name, route.params['id']],
    () => {
      const id = String(route.params['id'] ?? '')
      if (!ready.value || route.name !== 'batch' || !id || id === batch.id || run.running) return
      run.clear()
      void show(id)
    },
    { immediate: true },
  )
  watch(
    () => batch.id,
    (id) => {
      if (route.name === 'batch' && id && id !== route.params['id']) void router.replace(`/batch/${id}`)
    },
  )
  onMounted(() => {
    if (batch.id && !route.params['id']) void router.replace(`/batch/${batch.id}`)
  })
}
