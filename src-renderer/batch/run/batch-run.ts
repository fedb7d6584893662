import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import { counted } from '../../../src-shared/counted.ts'
import { useBalance } from '../../balance/balance.ts'
import { notifyDesktop } from '../../shell/desktop-bridge.ts'
import { useBatch } from '../batch.ts'
import { createRowSender } from './row-sender.ts'
import { type RunEnd, stoppedWith } from './run-end.ts'
import { createRunLock } from './run-lock.ts'
import { createPause, type RunPhase } from './run-pause.ts'

/** Whoever waited longer probably looks at something else by now. */
const LONG_RUN_MS = 5_000

/** Sends the rows of the open run, one request of at most 50 at a time. */
export const useBatchRun = defineStore('batch-run', () => {
  const balance = useBalance()
  const batch = useBatch()

  const phase = shallowRef<RunPhase>({ kind: 'idle' })
  const end = shallowRef<RunEnd | null>(null)
  const stopping = ref(false)
  const startedMs = ref(0)
  const elapsedMs = ref(0)
  const running = computed(() => phase.value.kind !== 'idle')
  const pause = createPause(phase)
  const sender = createRowSender(phase, pause, () => stopping.value)
  const ifAlone = createRunLock((why) => {
    end.value = why
    phase.value = { kind: 'idle' }
  })

  /** Runs all waiting rows, or only these. The button has shown the price. */
  async function start(only: ReadonlySet<number> | null = null): Promise<void> {
    if (running.value) return
    stopping.value = false
    end.value = null
    sender.reset()
    startedMs.value = Date.now()
    phase.value = { kind: 'running' }
    await ifAlone(() => runAll(only))
  }

  async function runAll(only: ReadonlySet<number> | null): Promise<void> {
    try {
      end.value = await sender.sendAll(only)
      if (batch.options.retry_once && !stopping.value) end.value ??= await sender.retryFailed()
      if (stopping.value) end.value ??= stoppedWith(batch.tally.sendable)
    } finally {
      elapsedMs.value = Date.now() - startedMs.value
      phase.value = { kind: 'idle' }
      stopping.value = false
    }
    await Promise.all([batch.save(), balance.refresh()])
    const { done, failed } = batch.tally
    if (elapsedMs.value > LONG_RUN_MS) notifyDesktop(`${counted(done, 'row')} done, ${failed} failed.`)
  }

  /** Sends the failed rows again, or only these of them. */
  async function retry(only: ReadonlySet<number> | null = null): Promise<void> {
    if (running.value) return
    const positions = batch.resetFailed(only)
    await batch.save()
    await start(new Set(positions))
  }

  /** Sends nothing more; calls on their way are finished. @returns false if nothing was running */
  function stop(): boolean {
    if (!running.value || stopping.value) return false
    stopping.value = true
    pause.end()
    return true
  }

  /** Forgets how the last run ended. */
  function clear(): void {
    end.value = null
    elapsedMs.value = 0
  }

  return { phase, end, stopping, startedMs, elapsedMs, running, start, retry, stop, clear }
})
