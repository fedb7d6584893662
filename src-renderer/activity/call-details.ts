import type { ActivityDetail } from '../../src-shared/activity.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'

const PATH = '/app/activity'
/** Bodies are long, so the page holds only the calls opened last. */
const MAX_DETAILS = 20

/** The calls opened last, with their bodies. */
export function createCallDetails(client: GatewayClient) {
  const known = new Map<number, ActivityDetail>()

  /** Finds a call by its id in the record, or by its request id. */
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
