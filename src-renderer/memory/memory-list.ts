import { computed, ref, shallowRef } from 'vue'
import type { MemoryEntry } from './memory-entry.ts'
import type { MemoryTools } from './memory-tools.ts'

/** A namespace of the list: how many entries it has, and when the last one was written. */
export interface Namespace {
  readonly name: string
  readonly count: number
  readonly updated: string
}

/** The entries read so far, and those that the current search found. */
export function createMemoryList(tools: MemoryTools) {
  const entries = shallowRef<readonly MemoryEntry[]>([])
  /** The entry after which more were left unread; null when all are read. */
  const cursor = shallowRef<MemoryEntry | null>(null)
  const query = ref('')
  /** Null when nothing is searched for. */
  const found = shallowRef<readonly MemoryEntry[] | null>(null)
  const namespaces = computed(() => namespacesOf(entries.value))
  let newest = 0

  /** Reads the list again; the old one stays until the answer comes. */
  async function readAll(): Promise<void> {
    const { entries: list, next } = await tools.list(null)
    entries.value = list
    cursor.value = next
  }

  async function readMore(): Promise<void> {
    const { entries: list, next } = await tools.list(cursor.value)
    entries.value = [...entries.value, ...list]
    cursor.value = next
  }

  /** Searches every namespace; an empty text ends the search. */
  async function find(text: string): Promise<void> {
    query.value = text
    const mine = ++newest
    if (text.trim() === '') return void (found.value = null)
    const hits = await tools.search(text)
    // A newer search overtook this one.
    if (mine === newest) found.value = hits
  }

  return { entries, cursor, query, found, namespaces, readAll, readMore, find }
}

function namespacesOf(entries: readonly MemoryEntry[]): readonly Namespace[] {
  return [...Map.groupBy(entries, ({ namespace }) => namespace)].map(([name, list]) => ({
    name,
    count: list.length,
    updated: list.reduce((last, { updated_at: at }) => (at > last ? at : last), ''),
  }))
}
