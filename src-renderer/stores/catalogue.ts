import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { CallError, type Tool } from '../gateway-types.ts'
import { useGateway } from './gateway.ts'

/** The tools this gateway serves, and the one that is open. */
export const useCatalogue = defineStore('catalogue', () => {
  const gateway = useGateway()
  const tools = shallowRef<readonly Tool[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const problem = ref('')
  const openSlug = ref('')

  const bySlug = computed(() => new Map(tools.value.map((tool) => [tool.slug, tool])))
  const open = computed(() => bySlug.value.get(openSlug.value) ?? null)

  async function load(): Promise<void> {
    state.value = 'loading'
    try {
      tools.value = await gateway.client.tools()
      state.value = 'ready'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      problem.value = error.message
      state.value = 'failed'
    }
  }

  return { tools, state, problem, openSlug, bySlug, open, load }
})
