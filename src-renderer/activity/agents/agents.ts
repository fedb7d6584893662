import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ActivityEntry, ActivityPage, ActivitySession } from '../../../src-shared/activity.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { createReading, createRemote } from '../../gateway/remote.ts'
import { groupCalls, groupSessions, idOfSession, isRefused, queryOf } from './session-groups.ts'

const HOUR_MS = 60 * 60 * 1_000
const MAX_CALLS = 200

/** Which calls of a session are listed. */
export type Shown = 'all' | 'refused' | 'answered'

/** What each client's sessions did, cost and were refused, and the calls of one of them. */
export const useAgents = defineStore('agents', () => {
  const { client } = useGateway()
  /** How many hours back; an empty text for all that is recorded. */
  const hours = ref('24')
  const chosen = ref<string | null>(null)
  const shown = ref<Shown>('all')
  /** Whether new calls appear by themselves. */
  const follows = ref(true)
  const entries = shallowRef<readonly ActivityEntry[]>([])
  const calls = createReading()
  const { value: sessions, ...reading } = createRemote<readonly ActivitySession[]>(async () => {
    const since = hours.value === '' ? 0 : Date.now() - Number(hours.value) * HOUR_MS
    const path = `/app/activity/sessions?since=${since}`
    return (await client.ask<{ sessions: readonly ActivitySession[] }>('GET', path)).sessions
  }, [])

  const groups = computed(() => groupSessions(sessions.value))
  const session = computed(
    () => sessions.value.find((one) => idOfSession(one) === chosen.value) ?? sessions.value[0] ?? null,
  )
  const listed = computed(() =>
    groupCalls(shown.value === 'refused' ? entries.value.filter(isRefused) : entries.value),
  )

  async function loadCalls(): Promise<void> {
    const of = session.value
    if (of === null) return void (entries.value = [])
    const query = queryOf(of)
    query.set('limit', String(MAX_CALLS))
    if (shown.value !== 'all') query.set('ok', String(shown.value === 'answered'))
    await calls.whole(
      () => client.ask<ActivityPage>('GET', `/app/activity?${query}`),
      (page) => (entries.value = page.entries),
    )
  }

  /** Reads the sessions, and the calls of the chosen one. */
  async function load(): Promise<void> {
    await reading.load()
    // What is on screen stays there when another session makes the next call.
    if (session.value) chosen.value ??= idOfSession(session.value)
    await loadCalls()
  }

  /** Shows the calls of a session. */
  async function choose(one: ActivitySession): Promise<void> {
    chosen.value = idOfSession(one)
    entries.value = []
    await loadCalls()
  }

  /** Lists all calls of the session, those that were refused, or those that were answered. */
  async function show(which: Shown): Promise<void> {
    shown.value = which
    await loadCalls()
  }

  const list = { groups, session, sessions, hours, state: reading.state, error: reading.error }
  return { ...list, shown, follows, listed, callsState: calls.state, chosen, load, choose, show }
})
