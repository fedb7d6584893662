import { ref, shallowRef } from 'vue'
import type { ActivityEntry, ActivityPage } from '../../src-shared/activity.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { createReading } from '../gateway/remote.ts'
import { type ActivityQuery, searchParamsOf } from './activity-query.ts'

const PATH = '/app/activity'
const PAGE_ENTRIES = 100
const MAX_NEW = 200
/** The page holds so many entries and asks for older ones again when they are scrolled to. */
const MAX_ENTRIES = 2_000

/** The calls that match `query`, newest first, as far back as the owner scrolled. */
export function createCallList(client: GatewayClient, query: ActivityQuery) {
  const entries = shallowRef<readonly ActivityEntry[]>([])
  const cursor = ref<number | null>(null)
  const mode = ref<ActivityPage['mode']>('full')
  const missed = ref(0)
  const { state, error, whole, part } = createReading()

  const ask = (limit: number, place = '') =>
    client.ask<ActivityPage>('GET', `${PATH}?${searchParamsOf(query, limit, Date.now())}${place}`)

  /** Reads the newest page. */
  const load = () =>
    whole(
      () => ask(PAGE_ENTRIES),
      (page) => {
        entries.value = page.entries
        cursor.value = page.next_cursor ?? null
        note(page)
      },
    )

  /** Reads what came since, and puts it on top. */
  async function refresh(): Promise<void> {
    const newest = entries.value[0]?.id
    if (state.value !== 'ready' || newest === undefined) return await load()
    await part(
      () => ask(MAX_NEW, `&after=${newest}`),
      (page) => {
        // More came than one page holds, so the list would have a gap.
        if (page.next_cursor !== undefined) return void load()
        note(page)
        // Another refresh may have brought the same entries.
        const top = entries.value[0]?.id ?? 0
        prepend(page.entries.filter(({ id }) => id > top))
      },
    )
  }

  function prepend(fresh: readonly ActivityEntry[]): void {
    if (fresh.length === 0) return
    const all = [...fresh, ...entries.value]
    entries.value = all.slice(0, MAX_ENTRIES)
    if (all.length > MAX_ENTRIES) cursor.value = entries.value.at(-1)?.id ?? null
  }

  /** Reads the next older page. */
  async function more(): Promise<void> {
    if (cursor.value === null || entries.value.length >= MAX_ENTRIES) return
    await part(
      () => ask(PAGE_ENTRIES, `&cursor=${cursor.value}`),
      (page) => {
        entries.value = [...entries.value, ...page.entries]
        cursor.value = page.next_cursor ?? null
      },
    )
  }

  function note(page: ActivityPage): void {
    mode.value = page.mode
    missed.value = page.missed
  }

  /** Takes an entry off the list. */
  function drop(id: number): void {
    entries.value = entries.value.filter((entry) => entry.id !== id)
  }

  return { entries, cursor, mode, missed, state, error, load, refresh, more, drop }
}
