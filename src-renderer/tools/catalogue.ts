import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { CallError, type Tool } from '../gateway/gateway-types.ts'
import type { ToolSearchWords } from './search/tool-search.ts'
import { createPlainIndex } from './search/plain-search.ts'
import { useGateway } from '../gateway/gateway.ts'

/** The tools this gateway serves, and the one that is open. */
export const useCatalogue = defineStore('catalogue', () => {
  const gateway = useGateway()
  const tools = shallowRef<readonly Tool[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const problem = ref('')
  const openSlug = ref('')

  const bySlug = computed(() => new Map(tools.value.map((tool) => [tool.slug, tool])))
  const createIndex = shallowRef<typeof import('./search/tool-search.ts').createToolIndex | null>(null)
  const searchWords = shallowRef<readonly ToolSearchWords[]>([])
  /** The search, prepared once for each catalogue that arrives; a plain one is used until then. */
  const index = computed(() =>
    createIndex.value ? createIndex.value(tools.value, searchWords.value) : createPlainIndex(tools.value),
  )
  const open = computed(() => bySlug.value.get(openSlug.value) ?? null)

  let newest = 0

  async function load(): Promise<void> {
    const mine = ++newest
    // A list that was read before stays usable while it is read again.
    if (tools.value.length === 0) state.value = 'loading'
    try {
      const list = await gateway.client.tools()
      // A newer one is on its way, so this one is out of date.
      if (mine !== newest) return
      tools.value = list
      state.value = 'ready'
      // Another version of the gateway may have other words.
      asked = undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (mine !== newest) return
      problem.value = error.message
      state.value = tools.value.length === 0 ? 'failed' : 'ready'
    }
  }

  let asked: Promise<void> | undefined

  /** Fetches the search, and the words that it finds tools by. */
  async function prepareSearch(): Promise<void> {
    try {
      createIndex.value ??= (await import('./search/tool-search.ts')).createToolIndex
    } catch {
      // The plain search goes on; the file is asked for again with the next letter.
      return
    }
    await (asked ??= fetchSearchWords())
  }

  async function fetchSearchWords(): Promise<void> {
    try {
      const { tools: words } = await gateway.client.get<{ tools: readonly ToolSearchWords[] }>(
        '/app/search-words',
      )
      searchWords.value = words
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // What the list says ranks as well, if less well; the words are asked for again with the next letter.
      asked = undefined
    }
  }

  return { tools, state, problem, openSlug, bySlug, index, open, load, prepareSearch }
})
