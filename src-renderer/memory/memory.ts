import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import { useGateway } from '../gateway/gateway.ts'
import { type MemoryDraft, type MemoryEntry, type MemoryValue, secondsLeft } from './memory-entry.ts'
import { createMemoryList } from './memory-list.ts'
import { createMemoryTools } from './memory-tools.ts'
import { createShownProblem } from './shown-problem.ts'

/** What the agents of the page's key remembered. */
export const useMemory = defineStore('memory', () => {
  const gateway = useGateway()
  const tools = createMemoryTools(gateway.client)
  const { readAll, readMore, find, ...list } = createMemoryList(tools)

  const { problem, attempt } = createShownProblem()
  const state = ref<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  /** The open entry; `missing` when it has expired or been deleted. */
  const open = shallowRef<MemoryValue | 'missing' | null>(null)

  /** Reads the list again. */
  async function load(): Promise<void> {
    if (state.value !== 'ready') state.value = 'loading'
    state.value = (await attempt(readAll)) ? 'ready' : 'failed'
  }

  /** Reads entries further down the list. */
  async function loadMore(): Promise<void> {
    await attempt(readMore)
  }

  /** Searches every namespace; an empty text ends the search. */
  async function search(text: string): Promise<void> {
    if (text.trim() === '') return await find(text)
    await attempt(() => find(text))
  }

  async function show(namespace: string, key: string): Promise<void> {
    await attempt(async () => {
      open.value = (await tools.get(namespace, key)) ?? 'missing'
    })
  }

  /** Stores an entry and opens it. */
  async function save(draft: MemoryDraft): Promise<boolean> {
    return await attempt(async () => {
      await tools.set(draft)
      await load()
      await show(draft.namespace, draft.key)
    })
  }

  /** Deletes an entry. @returns a function that brings it back for the time it had left */
  async function remove({ namespace, key }: MemoryEntry | MemoryValue) {
    const held: { value: MemoryValue | null } = { value: null }
    const ok = await attempt(async () => {
      held.value = await tools.get(namespace, key)
      await tools.remove(namespace, key)
      open.value = null
      await load()
      if (list.query.value) await search(list.query.value)
    })
    const before = held.value
    if (!ok || !before) return null
    const ttlSeconds = secondsLeft(before.expires_at, Date.now())
    return () => save({ ...before, ttlSeconds })
  }

  const actions = { attempt, load, loadMore, search, show, save, remove, readValues: tools.getAll }
  return { state, problem, open, ...list, ...actions }
})
