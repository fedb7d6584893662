import { defineStore } from 'pinia'
import { computed, reactive } from 'vue'
import type { ActivityDetail, ActivityErrorGroup } from '../../src-shared/activity.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { headerOf } from '../gateway/gateway-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { createRemote } from '../gateway/remote.ts'
import { type ActivityQuery, EVERY_CALL } from './activity-query.ts'
import { createCallDetails } from './call-details.ts'
import { createCallList } from './call-list.ts'
import { createCallSelection } from './call-selection.ts'

const PATH = '/app/activity'

/** The finished calls of every client as the gateway recorded them, and what the owner can do with them. */
export const useActivity = defineStore('activity', () => {
  const { client } = useGateway()
  const query = reactive<ActivityQuery>({ ...EVERY_CALL })
  const filtered = computed(() => Object.values(query).some(Boolean))
  const { drop, ...list } = createCallList(client, query)
  const { selected, select, deselect } = createCallSelection()
  const details = createCallDetails(client)
  const errors = createRemote<readonly ActivityErrorGroup[]>(async () => {
    const path = `${PATH}/errors`
    return (await client.ask<{ groups: readonly ActivityErrorGroup[] }>('GET', path)).groups
  }, [])

  /** Shows only calls like these. */
  function filter(next: Partial<ActivityQuery>): void {
    Object.assign(query, EVERY_CALL, next)
    void list.load()
  }

  /** Sends a call's input again, at its price, and compares the two answers. */
  async function runAgain(call: ActivityDetail): Promise<void> {
    const result = await client.call(call.slug, parseJson(call.input ?? '{}'))
    const made = await details.get(headerOf(result.headers, 'X-Request-Id') ?? '')
    await list.refresh()
    selected.value = [call.id, made.id]
  }

  /** Deletes one call from the record. */
  async function remove(id: number): Promise<void> {
    await client.ask('DELETE', `${PATH}/${id}`)
    details.forget(id)
    deselect(id)
    drop(id)
  }

  /** Deletes every call from the record. */
  async function clear(): Promise<void> {
    await client.ask('DELETE', PATH)
    details.clear()
    selected.value = []
    await Promise.all([list.load(), errors.load()])
  }

  const failures = { errors: errors.value, errorsState: errors.state, loadErrors: errors.load }
  const calls = { ...list, ...failures, selected, detail: details.get }
  return { query, filtered, ...calls, filter, select, runAgain, remove, clear }
})
