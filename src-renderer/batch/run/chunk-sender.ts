import type { ShallowRef } from 'vue'
import type { BatchAnswer } from '../../../src-shared/envelope.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { useBalance } from '../../balance/balance.ts'
import type { GatewayClient } from '../../gateway/gateway-client.ts'
import { CallError, headerOf } from '../../gateway/gateway-types.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { useSession } from '../../gateway/session.ts'
import { useBatch } from '../batch.ts'
import type { BatchRow, RowError } from '../rows/batch-row.ts'
import { readChunk, type RowAnswer } from './read-chunk.ts'
import { remedyOf } from './remedy.ts'
import type { RunEnd } from './run-end.ts'
import type { Pause, RunPhase } from './run-pause.ts'

/** What is said of a row whose answer will never come. */
export const LOST: RowError = {
  code: 'answer_lost',
  message: 'The answer was not fetched within a day, so it was deleted. The call may have been charged.',
}

/** Sends one request of rows at a time, and does what a refused request asks for. */
export function createChunkSender(phase: ShallowRef<RunPhase>, pause: Pause) {
  const gateway = useGateway()
  const session = useSession()
  const balance = useBalance()
  const batch = useBatch()
  /** Requests that failed since the last answer. */
  let failures = 0

  /** Sends the rows and notes what became of them. @returns why the run cannot go on, or null */
  async function send(rows: readonly BatchRow[]): Promise<RunEnd | null> {
    try {
      const { body, headers } = await postChunk(gateway.client.json, rows)
      phase.value = { kind: 'running' }
      failures = 0
      balance.note(body.balance)
      return settle(rows, readChunk(body, headerOf(headers, 'X-Request-Id')))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return await handleFailure(error, rows)
    }
  }

  function settle(rows: readonly BatchRow[], answers: readonly RowAnswer[]): RunEnd | null {
    const byPosition = new Map(rows.map((row, at) => [row.position, answers[at]]))
    batch.note(
      [...byPosition.keys()],
      ({ position }) => byPosition.get(position) ?? { state: 'failed', error: LOST },
    )
    void batch.save()
    const short = answers.find(({ refusal }) => refusal !== null)?.refusal
    return short ? { kind: 'short', text: short } : null
  }

  async function handleFailure(error: CallError, rows: readonly BatchRow[]): Promise<RunEnd | null> {
    const { unsent, wait } = remedyOf(error, failures++)
    const positions = rows.map(({ position }) => position)
    // None of these calls ran, so the rows count as never sent.
    if (unsent) batch.note(positions, () => ({ state: 'ready', chunk: null, sent_at: null }))
    if (wait) await pause.wait(wait.kind, wait.ms)
    if (error.status === 401) session.expire(error.details.demo_key)
    return wait ? null : { kind: 'refused', text: error.message }
  }

  return { send, reset: () => void (failures = 0) }
}

/** The key makes a repeated request harmless; the same rows give the same bytes. */
async function postChunk(json: GatewayClient['json'], rows: readonly BatchRow[]) {
  const calls = rows.map(({ slug, input }) => ({ slug, input: parseJson(input) }))
  const headers = { 'idempotency-key': rows[0]?.chunk ?? '' }
  return await json<BatchAnswer>('POST', '/v1/batch', { calls }, { headers })
}
