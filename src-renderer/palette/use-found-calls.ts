import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { ActivityEntry, ActivityPage } from '../../src-shared/activity.ts'
import { CallError } from '../gateway/gateway-types.ts'
import { useGateway } from '../gateway/gateway.ts'
import { useSession } from '../gateway/session.ts'
import { isPartOfId } from './palette-rows.ts'

/** The gateway looks through its whole record, so it is asked once the typing has stopped. */
const PAUSE_MS = 150
const MAX_FOUND = 6

/** Calls of any client whose request id or output hash holds the query. */
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
      // Without the record there is nothing to add; a gateway that is gone says so itself.
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
