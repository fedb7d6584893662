import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { counted } from '../../../../src-shared/counted.ts'
import { useBalance } from '../../../balance/balance.ts'
import { useGateway } from '../../../gateway/gateway.ts'
import { notifyDesktop } from '../../../shell/desktop-bridge.ts'
import { CONTINUED_ELSEWHERE, ELSEWHERE, type RunEnd } from '../../run/run-end.ts'
import { withLock } from '../../run/run-lock.ts'
import { createPause, type RunPhase } from '../../run/run-pause.ts'
import { askAll } from './ask-all.ts'
import { createCellSender } from './cell-sender.ts'
import { type CellPlace, resetForRetry } from './cell-retry.ts'
import { useEnrich } from '../enrich.ts'
import { isCurrent, openKept } from '../kept-table.ts'

const LONG_RUN_MS = 5_000

/** Asks the tools for the new cells of the open table, at most 50 in a request. */
export const useEnrichRun = defineStore('enrich-run', () => {
  const { client } = useGateway()
  const balance = useBalance()
  const enrich = useEnrich()

  const phase = shallowRef<RunPhase>({ kind: 'idle' })
  const end = shallowRef<RunEnd | null>(null)
  const stopping = ref(false)
  const running = computed(() => phase.value.kind !== 'idle')
  const pause = createPause(phase)
  const sender = createCellSender(phase, pause, () => stopping.value)

  /** Runs the first rows, or all of them. The button has shown the price. */
  async function start(count = enrich.rows.length): Promise<void> {
    await run(() => Array.from({ length: Math.min(count, enrich.rows.length) }, (_, row) => row))
  }

  /** Asks for one cell again, and for those of its row that waited for it; for all failed ones without a cell. */
  async function retry(cell: CellPlace | null): Promise<void> {
    await run(() => resetForRetry(enrich, cell))
  }

  async function run(find: () => readonly number[] | Promise<readonly number[]>): Promise<void> {
    if (running.value) return
    stopping.value = false
    end.value = null
    sender.reset()
    phase.value = { kind: 'running' }
    const startedMs = Date.now()
    try {
      const rows = await find()
      await withLock(`toolgate-batch-${enrich.id}`, async (isMine) => {
        if (!isMine) end.value = ELSEWHERE
        else if (await isCurrent(client, enrich))
          end.value = await askAll(enrich, sender, rows, () => stopping.value)
        else {
          if (enrich.id) await openKept(client, enrich, enrich.id)
          end.value = CONTINUED_ELSEWHERE
        }
      })
    } finally {
      phase.value = { kind: 'idle' }
      stopping.value = false
    }
    await Promise.all([enrich.save(), balance.refresh()])
    const done = enrich.tally.columns.reduce((sum, column) => sum + column.done, 0)
    if (Date.now() - startedMs > LONG_RUN_MS)
      notifyDesktop(`${counted(done, 'cell is', 'cells are')} filled.`)
  }

  /** Sends nothing more; calls on their way are finished. @returns false if nothing was running */
  function stop(): boolean {
    if (!running.value || stopping.value) return false
    stopping.value = true
    pause.end()
    return true
  }

  return { phase, end, stopping, running, start, retry, stop }
})
