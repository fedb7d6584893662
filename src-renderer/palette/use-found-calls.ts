import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { ActivityEntry, ActivityPage } from '../../src-shared/activity.ts'
import { CallError } from '../gateway/gateway-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { useSession } from '../gateway/session.ts'
import { isPartOfId } from './palette-rows.ts'

/** The gateway searches its whole record, so the search waits until typing pauses. */
const PAUSE_MS = 150
const MAX_FOUND = 6

/** Calls of any client whose request ID or output hash contains the query. */
export function useFoundCalls(query: Readonly<Ref<string>>) {
  const { client } = useGateway()
  const session = useSession()
  const found = shallowRef<readonly ActivityEntry[]>([])
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  async function look(text: string, mine: number): Promise<void> {
    try {
      const asked = new URLSearchParams({ limit: String(MAX_FOUND), q: text })
      const { entries } = await client.ask<ActivityPage>('GET', `/app/activity?${asked}`)
      if (mine === turn) found.value = entries
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The palette works without these calls; a banner reports an unreachable gateway.
    }
  }

  watch(query, (text) => {
    const mine = ++turn
    clearTimeout(timer)
    found.value = []
    if (session.state !== 'signed_in' || session.usesDemoKey || !isPartOfId(text)) return
    timer = setTimeout(() => void look(text.trim(), mine), PAUSE_MS)
  })
  onScopeDispose(() => clearTimeout(timer))

  return found
}
