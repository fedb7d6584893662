import type { BatchAnswer } from '../../src-shared/envelope.ts'
import { MAX_BATCH_CALLS } from '../../src-shared/limits.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import type { MemoryDraft, MemoryEntry, MemoryValue } from './memory-entry.ts'

const PAGE = 100
/** Pages read at once; the owner can ask for more. */
const MAX_PAGES = 20

/** A part of the list, and where it goes on; null at its end. */
export interface ListedEntries {
  readonly entries: readonly MemoryEntry[]
  readonly next_cursor: string | null
}

/** The memory tools, which cost nothing, as the page calls them. */
export function createMemoryTools(client: GatewayClient) {
  async function call<T>(slug: string, input: object): Promise<T> {
    // The output of one of our own tools, fixed by its schema.
    return (await client.call(slug, input)).data as unknown as T
  }

  /** Reads up to 2,000 entries, from a cursor on. */
  async function list(from: string | null): Promise<ListedEntries> {
    const entries: MemoryEntry[] = []
    let next = from
    for (let page = 0; page < MAX_PAGES; page++) {
      const cursor = next ? { cursor: next } : {}
      const read: ListedEntries = await call<ListedEntries>('memory-list', { limit: PAGE, ...cursor })
      entries.push(...read.entries)
      next = read.next_cursor
      if (next === null) break
    }
    return { entries, next_cursor: next }
  }

  /** Searches the entries of every namespace. */
  async function search(query: string): Promise<readonly MemoryEntry[]> {
    return (await call<ListedEntries>('memory-search', { query, limit: PAGE })).entries
  }

  /** Reads one entry; null when it has expired or been deleted. */
  async function get(namespace: string, key: string): Promise<MemoryValue | null> {
    const { found, ...value } = await call<MemoryValue & { found: boolean }>('memory-get', {
      namespace,
      key,
    })
    return found ? value : null
  }

  async function set({ namespace, key, value, tags, ttlSeconds }: MemoryDraft): Promise<void> {
    const ttl = ttlSeconds === null ? {} : { ttl_seconds: ttlSeconds }
    await call('memory-set', { namespace, key, value, tags, ...ttl })
  }

  async function remove(namespace: string, key: string): Promise<void> {
    await call('memory-delete', { namespace, key })
  }

  /** Reads the values of these entries, in requests of 50; entries that are gone are left out. */
  async function getAll(entries: readonly MemoryEntry[]): Promise<readonly MemoryValue[]> {
    const values: MemoryValue[] = []
    for (let at = 0; at < entries.length; at += MAX_BATCH_CALLS) {
      const calls = entries
        .slice(at, at + MAX_BATCH_CALLS)
        .map(({ namespace, key }) => ({ slug: 'memory-get', input: { namespace, key } }))
      const { body } = await client.json<BatchAnswer>('POST', '/v1/batch', { calls })
      for (const result of body.results) {
        if (!('data' in result) || result.data['found'] !== true) continue
        const { _engine, found: _found, ...rest } = result.data
        // The output of memory-get, fixed by its schema.
        values.push(rest as unknown as MemoryValue)
      }
    }
    return values
  }

  return { list, search, get, set, remove, getAll }
}

export type MemoryTools = ReturnType<typeof createMemoryTools>
