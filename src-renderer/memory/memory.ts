import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { BatchAnswer } from '../../src-shared/envelope.ts'
import { MAX_BATCH_CALLS } from '../../src-shared/limits.ts'
import { CallError } from '../gateway/gateway-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { type MemoryDraft, type MemoryEntry, type MemoryValue, secondsLeft } from './memory-entry.ts'
import { useSession } from '../gateway/session.ts'

const PAGE = 100
/** Entries that are read at once; more come when they are asked for. */
const MAX_PAGES = 20

interface Listed {
  readonly entries: readonly MemoryEntry[]
  readonly next_cursor: string | null
}

/** What the key's agents have remembered, read and written through the memory tools, which cost nothing. */
export const useMemory = defineStore('memory', () => {
  const gateway = useGateway()
  const session = useSession()

  const state = ref<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  const problem = ref('')
  const entries = shallowRef<readonly MemoryEntry[]>([])
  const cursor = ref<string | null>(null)
  const found = shallowRef<readonly MemoryEntry[] | null>(null)
  const query = ref('')
  /** The open entry; `missing` when it has expired or been deleted meanwhile. */
  const open = shallowRef<MemoryValue | 'missing' | null>(null)
  let asked = 0

  const namespaces = computed(() => {
    const groups = Map.groupBy(entries.value, ({ namespace }) => namespace)
    return [...groups].map(([name, list]) => ({
      name,
      count: list.length,
      updated: list.reduce((last, { updated_at: at }) => (at > last ? at : last), ''),
    }))
  })

  async function tool<T>(slug: string, input: object): Promise<T> {
    // The output of one of our own tools, fixed by its schema.
    return (await gateway.client.call(slug, input)).data as unknown as T
  }

  /** Runs work whose failure is shown in the place. @returns whether it went well */
  async function attempt(work: () => Promise<void>): Promise<boolean> {
    problem.value = ''
    try {
      await work()
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status === 401) session.expire(error.details.demo_key)
      problem.value = error.message
      return false
    }
  }

  /** Reads the list anew; what is shown stays until the answer is there. */
  async function load(): Promise<void> {
    if (state.value !== 'ready') state.value = 'loading'
    const ok = await attempt(async () => {
      const { list, next } = await readPages(null)
      entries.value = list
      cursor.value = next
    })
    state.value = ok ? 'ready' : 'failed'
  }

  async function loadMore(): Promise<void> {
    await attempt(async () => {
      const { list, next } = await readPages(cursor.value)
      entries.value = [...entries.value, ...list]
      cursor.value = next
    })
  }

  async function readPages(from: string | null): Promise<{ list: MemoryEntry[]; next: string | null }> {
    const list: MemoryEntry[] = []
    let next = from
    for (let page = 0; page < MAX_PAGES; page++) {
      const read: Listed = await tool<Listed>('memory-list', {
        limit: PAGE,
        ...(next ? { cursor: next } : {}),
      })
      list.push(...read.entries)
      next = read.next_cursor
      if (next === null) break
    }
    return { list, next }
  }

  /** Searches every namespace; an empty text ends the search. */
  async function search(text: string): Promise<void> {
    query.value = text
    const mine = ++asked
    if (text.trim() === '') return void (found.value = null)
    await attempt(async () => {
      const { entries: hits } = await tool<Listed>('memory-search', { query: text, limit: PAGE })
      // An answer that was overtaken by another key is no longer wanted.
      if (mine === asked) found.value = hits
    })
  }

  async function show(namespace: string, key: string): Promise<void> {
    await attempt(async () => {
      const read = await tool<MemoryValue & { found: boolean }>('memory-get', { namespace, key })
      open.value = read.found ? read : 'missing'
    })
  }

  /** Stores an entry and opens it. */
  async function save({ namespace, key, value, tags, ttlSeconds }: MemoryDraft): Promise<boolean> {
    const ttl = ttlSeconds === null ? {} : { ttl_seconds: ttlSeconds }
    return await attempt(async () => {
      await tool('memory-set', { namespace, key, value, tags, ...ttl })
      await load()
      await show(namespace, key)
    })
  }

  /** Deletes an entry. @returns a way to bring it back as it was, for the time that it still had */
  async function remove(entry: MemoryEntry | MemoryValue): Promise<(() => Promise<boolean>) | null> {
    const { namespace, key } = entry
    let before: (MemoryValue & { found: boolean }) | null = null
    const ok = await attempt(async () => {
      before = await tool<MemoryValue & { found: boolean }>('memory-get', { namespace, key })
      await tool('memory-delete', { namespace, key })
      open.value = null
      await load()
      if (query.value) await search(query.value)
    })
    // Assigned inside the callback, which the compiler does not follow.
    const held = before as (MemoryValue & { found: boolean }) | null
    if (!ok || !held?.found) return null
    const ttlSeconds = secondsLeft(held.expires_at, Date.now())
    return () => save({ ...held, ttlSeconds })
  }

  /** The values of these entries, in requests of 50; those that are gone meanwhile are left out. */
  async function readValues(list: readonly MemoryEntry[]): Promise<readonly MemoryValue[]> {
    const values: MemoryValue[] = []
    for (let at = 0; at < list.length; at += MAX_BATCH_CALLS) {
      const calls = list
        .slice(at, at + MAX_BATCH_CALLS)
        .map(({ namespace, key }) => ({ slug: 'memory-get', input: { namespace, key } }))
      const { body } = await gateway.client.json<BatchAnswer>('POST', '/v1/batch', { calls })
      for (const result of body.results) {
        if (!('data' in result) || result.data['found'] !== true) continue
        const { _engine, found: _found, ...rest } = result.data
        // What memory-get gives, fixed by its schema.
        values.push(rest as unknown as MemoryValue)
      }
    }
    return values
  }

  const view = { state, problem, entries, cursor, found, query, open, namespaces }
  return { ...view, attempt, load, loadMore, search, show, save, remove, readValues }
})
