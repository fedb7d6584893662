import { defineStore } from 'pinia'
import { computed, reactive, ref, shallowRef } from 'vue'
import type {
  ActivityDetail,
  ActivityEntry,
  ActivityErrorGroup,
  ActivityPage,
} from '../../src-shared/activity.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { CallError, headerOf } from '../gateway/gateway-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createRemote } from '../gateway/remote.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

const PAGE_ENTRIES = 100
const MAX_NEW = 200
/** Entries in memory; what lies further back is asked for again when it is looked at. */
const MAX_ENTRIES = 2_000
/** Bodies are long, so only those looked at last are held. */
const MAX_DETAILS = 20
const PATH = '/app/activity'
const HOUR_MS = 60 * 60 * 1_000

export interface ActivityQuery {
  slug: string
  key_id: string
  ok: '' | 'true' | 'false'
  code: string
  q: string
  /** Hours back from now that are shown, as a text; empty for all. */
  hours: string
}

const NOTHING: ActivityQuery = { slug: '', key_id: '', ok: '', code: '', q: '', hours: '' }

/** Finished calls of every client as the gateway keeps them, the ones looked at, and what can be done with them. */
export const useActivity = defineStore('activity', () => {
  const { client } = useGateway()
  const wish = reactive<ActivityQuery>({ ...NOTHING })
  const entries = shallowRef<readonly ActivityEntry[]>([])
  const cursor = ref<number | null>(null)
  const mode = ref<ActivityPage['mode']>('full')
  const missed = ref(0)
  const state = ref<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  const error = shallowRef<CallError | null>(null)
  /** At most two: the first is looked at, or compared with the second. */
  const selected = shallowRef<readonly number[]>([])
  const details = createDetails(client)
  const errors = createErrors(client)
  const filtered = computed(() => Object.values(wish).some(Boolean))
  let turn = 0

  /** Reads the newest page of what is wished for. */
  async function load(): Promise<void> {
    const mine = ++turn
    if (state.value !== 'ready') state.value = 'loading'
    await read(mine, async () => {
      const page = await ask(PAGE_ENTRIES)
      return () => {
        entries.value = page.entries
        cursor.value = page.next_cursor ?? null
        note(page)
      }
    })
  }

  /** Reads what came since, and puts it on top. */
  async function refresh(): Promise<void> {
    const newest = entries.value[0]?.id
    if (state.value !== 'ready' || newest === undefined) return await load()
    const mine = turn
    await read(mine, async () => {
      const page = await ask(MAX_NEW, `&after=${newest}`)
      return () => {
        // So much came that what lies between would be missing.
        if (page.next_cursor !== undefined) return void load()
        note(page)
        // Two that asked at the same time were told the same.
        const top = entries.value[0]?.id ?? 0
        prepend(page.entries.filter(({ id }) => id > top))
      }
    })
  }

  function prepend(fresh: readonly ActivityEntry[]): void {
    if (fresh.length === 0) return
    const all = [...fresh, ...entries.value]
    entries.value = all.slice(0, MAX_ENTRIES)
    if (all.length > MAX_ENTRIES) cursor.value = entries.value.at(-1)?.id ?? null
  }

  async function more(): Promise<void> {
    if (cursor.value === null || entries.value.length >= MAX_ENTRIES) return
    const mine = turn
    await read(mine, async () => {
      const page = await ask(PAGE_ENTRIES, `&cursor=${cursor.value}`)
      return () => {
        entries.value = [...entries.value, ...page.entries]
        cursor.value = page.next_cursor ?? null
      }
    })
  }

  function note(page: ActivityPage): void {
    mode.value = page.mode
    missed.value = page.missed
  }

  const ask = (limit: number, place = '') =>
    client.ask<ActivityPage>('GET', `${PATH}?${queryOf(wish, limit)}${place}`)

  // What an older wish found is not shown under a newer one.
  async function read(mine: number, work: () => Promise<() => void>): Promise<void> {
    try {
      const apply = await work()
      if (mine !== turn) return
      apply()
      error.value = null
      state.value = 'ready'
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause
      if (mine !== turn) return
      error.value = cause
      if (state.value !== 'ready') state.value = 'failed'
    }
  }

  /** Shows only calls like these. */
  function filter(next: Partial<ActivityQuery>): void {
    Object.assign(wish, NOTHING, next)
    void load()
  }

  /** Looks at one call, or with `beside` at it and the one that is looked at already. */
  function select(id: number, beside = false): void {
    selected.value = beside ? joined(selected.value, id) : [id]
  }

  /** Sends a call's input once more, at its price, and lays the two answers side by side. */
  async function runAgain(call: ActivityDetail): Promise<void> {
    const result = await client.call(call.slug, parseJson(call.input ?? '{}'))
    const made = await details.get(headerOf(result.headers, 'X-Request-Id') ?? '')
    await refresh()
    selected.value = [call.id, made.id]
  }

  /** Has the gateway forget one call. */
  async function remove(id: number): Promise<void> {
    await client.ask('DELETE', `${PATH}/${id}`)
    details.forget(id)
    if (selected.value.includes(id)) select(id, true)
    entries.value = entries.value.filter((entry) => entry.id !== id)
  }

  /** Has the gateway forget every call. */
  async function clear(): Promise<void> {
    await client.ask('DELETE', PATH)
    details.clear()
    selected.value = []
    await Promise.all([load(), errors.load()])
  }

  return {
    wish,
    entries,
    cursor,
    mode,
    missed,
    state,
    error,
    selected,
    filtered,
    errors: errors.value,
    errorsState: errors.state,
    loadErrors: errors.load,
    load,
    refresh,
    more,
    filter,
    select,
    detail: details.get,
    runAgain,
    remove,
    clear,
  }
})

function queryOf({ hours, ...rest }: ActivityQuery, limit: number): URLSearchParams {
  const wanted = Object.entries(rest).filter(([, value]) => value.trim() !== '')
  if (hours !== '') wanted.push(['since', String(Date.now() - Number(hours) * HOUR_MS)])
  return new URLSearchParams([['limit', String(limit)], ...wanted])
}

function createErrors(client: GatewayClient) {
  const ask = () => client.ask<{ groups: readonly ActivityErrorGroup[] }>('GET', `${PATH}/errors`)
  return createRemote<readonly ActivityErrorGroup[]>(async () => (await ask()).groups, [])
}

/** The calls that were looked at last, with their bodies. */
function createDetails(client: GatewayClient) {
  const known = new Map<number, ActivityDetail>()

  /** By its place in the record, or by its request id. */
  async function get(id: number | string): Promise<ActivityDetail> {
    const held = typeof id === 'number' ? known.get(id) : undefined
    if (held) return held
    const { call } = await client.ask<{ call: ActivityDetail }>('GET', `${PATH}/${encodeURIComponent(id)}`)
    known.set(call.id, call)
    for (const oldest of known.keys()) {
      if (known.size <= MAX_DETAILS) break
      known.delete(oldest)
    }
    return call
  }

  return { get, forget: (id: number) => known.delete(id), clear: () => known.clear() }
}

/** A selection with one more beside the first, or without it where it was selected already. */
function joined(selected: readonly number[], id: number): readonly number[] {
  if (selected.includes(id)) return selected.filter((one) => one !== id)
  return [...selected.slice(0, 1), id]
}
