import type { ShallowRef } from 'vue'
import { counted } from '../../../../src-shared/counted.ts'
import type { BatchAnswer } from '../../../../src-shared/envelope.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'
import { useBalance } from '../../../balance/balance.ts'
import { CallError } from '../../../gateway/gateway-types.ts'
import { useGateway } from '../../../gateway/gateway.ts'
import { useSession } from '../../../gateway/session.ts'
import { ANSWER_KEPT_MS } from '../../run/next-chunk.ts'
import { readChunk } from '../../run/read-chunk.ts'
import { remedyOf } from '../../run/remedy.ts'
import type { RunEnd } from '../../run/run-end.ts'
import type { Pause, RunPhase } from '../../run/run-pause.ts'
import { type CellChunk, markSent, markUnsent, settle } from './cell-requests.ts'
import { type Enrich, useEnrich } from '../enrich.ts'
import type { NextCells } from './next-cells.ts'

/** Sends one request of cells at a time, and does what a refused request asks for. */
export function createCellSender(phase: ShallowRef<RunPhase>, pause: Pause, stopping: () => boolean) {
  const gateway = useGateway()
  const session = useSession()
  const balance = useBalance()
  const enrich = useEnrich()
  let failures = 0

  /** Sends as many of these cells as the balance covers. @returns why the run cannot go on, or null */
  async function send({ column, cells }: NextCells, price: number): Promise<RunEnd | null> {
    const covered = balance.credits === null || price === 0 ? Infinity : Math.floor(balance.credits / price)
    if (covered === 0) return shortOf(enrich, balance.credits ?? 0, price)
    const some = cells.slice(0, covered)
    const chunk = { id: crypto.randomUUID(), column: column.id, cells: some, sentAt: Date.now() }
    markSent(enrich, chunk)
    return (await keep(chunk)) ?? (await ask(chunk))
  }

  // Saved before it is sent, so that a reloaded page asks for this very answer again.
  async function keep(chunk: CellChunk): Promise<RunEnd | null> {
    await enrich.save()
    const isFull = enrich.leftOut() > 0
    if (enrich.kept !== 'failed' && !isFull) return null
    markUnsent(enrich, chunk)
    const why = isFull
      ? 'The gateway keeps at most 64 MiB of a table. Export it, and go on with the rest.'
      : enrich.keptProblem
    return { kind: 'refused', text: `Stopped, because the table could not be saved. ${why}` }
  }

  /** Asks until the answer comes, which charges nothing twice. @returns why the run has to end, or null */
  async function ask(chunk: CellChunk): Promise<RunEnd | null> {
    while (Date.now() - chunk.sentAt < ANSWER_KEPT_MS) {
      try {
        return await post(chunk)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const { unsent, wait } = remedyOf(error, failures++)
        if (unsent) markUnsent(enrich, chunk)
        if (wait) await pause.wait(wait.kind, wait.ms)
        if (error.status === 401) session.expire(error.details.demo_key)
        if (!wait) return { kind: 'refused', text: error.message }
        // Cells that were never sent are found and sent again under another key.
        if (unsent || stopping()) return null
      }
    }
    settle(enrich, chunk, [])
    return null
  }

  async function post(chunk: CellChunk): Promise<RunEnd | null> {
    const slug = enrich.plan.columns.find(({ id }) => id === chunk.column)?.slug ?? ''
    // The same cells give the same bytes.
    const calls = chunk.cells.map(({ input }) => ({ slug, input: parseJson(input) }))
    const headers = { 'idempotency-key': chunk.id }
    const { body } = await gateway.client.json<BatchAnswer>('POST', '/v1/batch', { calls }, { headers })
    phase.value = { kind: 'running' }
    failures = 0
    balance.note(body.balance)
    const answers = readChunk(body, null)
    settle(enrich, chunk, answers)
    const refusal = answers.find((answer) => answer.refusal !== null)?.refusal
    return refusal ? { kind: 'short', text: refusal } : null
  }

  return { send, ask, reset: () => void (failures = 0) }
}

function shortOf({ tally }: Enrich, held: number, price: number): RunEnd {
  const left = counted(tally.calls - tally.sent, 'call was', 'calls were')
  return {
    kind: 'short',
    text: `The next call costs ${price} and your balance is ${held}; ${left} not sent.`,
  }
}

export type CellSender = ReturnType<typeof createCellSender>
