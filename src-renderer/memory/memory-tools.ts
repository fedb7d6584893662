import { MAX_BATCH_CALLS } from '../../src-shared/limits.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import type { MemoryDraft, MemoryEntry, MemoryValue } from './memory-entry.ts'

/** Pages read at once; the owner can ask for more. */
const MAX_PAGES = 20

/** A part of the list, and the entry after which it goes on; null at its end. */
export interface ListedEntries {
  readonly entries: readonly MemoryEntry[]
  readonly next: MemoryEntry | null
}

interface MemoryReply<Entry> {
  readonly entries: readonly Entry[]
  readonly more: boolean
}

type Place = Pick<MemoryEntry, 'namespace' | 'key'>

/** The page's memory: reading is recorded nowhere, and writing is a call of a tool that costs nothing. */
export function createMemoryTools(client: GatewayClient) {
  /** Reads up to 2,000 entries, those after `from`. */
  async function list(from: MemoryEntry | null): Promise<ListedEntries> {
    const entries: MemoryEntry[] = []
    let next = from
    for (let page = 0; page < MAX_PAGES; page++) {
      const after = next && new URLSearchParams({ after_namespace: next.namespace, after_key: next.key })
      const read = await client.get<MemoryReply<MemoryEntry>>(`/app/memory${after ? `?${after}` : ''}`)
      entries.push(...read.entries)
      next = (read.more && read.entries.at(-1)) || null
      if (next === null) break
    }
    return { entries, next }
  }

  /** Searches the entries of every namespace. */
  async function search(query: string): Promise<readonly MemoryEntry[]> {
    const path = `/app/memory/search?${new URLSearchParams({ q: query })}`
    return (await client.get<MemoryReply<MemoryEntry>>(path)).entries
  }

  /** Reads one entry; null when it has expired or been deleted. */
  async function get(namespace: string, key: string): Promise<MemoryValue | null> {
    return (await getAll([{ namespace, key }]))[0] ?? null
  }

  async function set({ namespace, key, value, tags, ttlSeconds }: MemoryDraft): Promise<void> {
    const ttl = ttlSeconds === null ? {} : { ttl_seconds: ttlSeconds }
    await client.call('memory-set', { namespace, key, value, tags, ...ttl })
  }

  async function remove(namespace: string, key: string): Promise<void> {
    await client.call('memory-delete', { namespace, key })
  }

  /** Reads the values of these entries, in requests of 50; entries that are gone are left out. */
  async function getAll(entries: readonly Place[]): Promise<readonly MemoryValue[]> {
    const values: MemoryValue[] = []
    for (let at = 0; at < entries.length; at += MAX_BATCH_CALLS) {
      const places = entries
        .slice(at, at + MAX_BATCH_CALLS)
        .map(({ namespace, key }) => ({ namespace, key }))
      const read = await client.ask<MemoryReply<MemoryValue>>('POST', '/app/memory/values', {
        entries: places,
      })
      values.push(...read.entries)
    }
    return values
  }

  return { list, search, get, set, remove, getAll }
}

export type MemoryTools = ReturnType<typeof createMemoryTools>
