import type { ShallowRef } from 'vue'
import { useBalance } from '../../balance/balance.ts'
import { useBatch } from '../batch.ts'
import { createChunkSender, LOST } from './chunk-sender.ts'
import { nextChunk } from './next-chunk.ts'
import { type RunEnd, shortOf } from './run-end.ts'
import type { Pause, RunPhase } from './run-pause.ts'

/** Failures that may not happen again. */
const WORTH_A_RETRY = new Set([
  'handler_error',
  'internal_error',
  'overloaded',
  'rate_limited',
  'storage_full',
  'storage_unavailable',
])

/** Sends the waiting rows of the open run, chunk after chunk. */
export function createRowSender(phase: ShallowRef<RunPhase>, pause: Pause, stopping: () => boolean) {
  const balance = useBalance()
  const batch = useBatch()
  const chunks = createChunkSender(phase, pause)

  /** Sends all waiting rows, or only these. @returns why it ended early, or null */
  async function sendAll(only: ReadonlySet<number> | null): Promise<RunEnd | null> {
    while (!stopping()) {
      const next = nextChunk(batch.rows, spendable(), Date.now(), only)
      if (next.kind === 'none') return null
      if (next.kind === 'short') return short(next.cost)
      const positions = next.rows.map(({ position }) => position)
      if (next.kind === 'lost') {
        batch.note(positions, () => ({ state: 'failed', error: LOST }))
        continue
      }
      if (next.kind === 'new') {
        const chunk = crypto.randomUUID()
        batch.note(positions, () => ({ state: 'sent', chunk, sent_at: Date.now(), error: null }))
        // Saved before it is sent, so that a reloaded page asks for this very answer again.
        await batch.save()
      }
      const end = await chunks.send(positions.flatMap((position) => batch.rows[position] ?? []))
      if (end) return end
    }
    return null
  }

  /** Sends those failed rows again that may succeed now. @returns why it ended early, or null */
  async function retryFailed(): Promise<RunEnd | null> {
    const again = batch.rows.filter(
      ({ state, error }) => state === 'failed' && WORTH_A_RETRY.has(error?.code ?? ''),
    )
    if (again.length === 0) return null
    const positions = new Set(again.map(({ position }) => position))
    return await sendAll(new Set(batch.resetFailed(positions)))
  }

  function short(cost: number): RunEnd {
    return shortOf(cost, balance.credits ?? 0, batch.options.floor, batch.tally.sendable)
  }

  function spendable(): number | null {
    return balance.credits === null ? null : Math.max(0, balance.credits - (batch.options.floor ?? 0))
  }

  return { sendAll, retryFailed, reset: chunks.reset }
}
