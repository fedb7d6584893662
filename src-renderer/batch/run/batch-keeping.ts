import { ref } from 'vue'
import type { GatewayClient } from '../../gateway/gateway-client.ts'
import { CallError } from '../../gateway/gateway-types.ts'
import type { BatchRow } from '../rows/batch-row.ts'
import { type BatchInfo, createBatchSaver } from './batch-saver.ts'

/** The run to save, read at the moment of saving. */
interface Kept {
  readonly info: () => BatchInfo
  readonly rowAt: (position: number) => BatchRow | undefined
  /** Whether runs may be saved; only a signed-in page may. */
  readonly may: () => boolean
}

/**
 * Saves the open run in the gateway and reports whether that worked. A failure does not stop the
 * run.
 */
export function createKeeping(json: GatewayClient['json'], { info, rowAt, may }: Kept) {
  const id = ref<string | null>(null)
  /** `off` without a session or rows; `failed` with the reason in `keptProblem`. */
  const kept = ref<'off' | 'saving' | 'saved' | 'failed'>('off')
  const keptProblem = ref('')
  let saver = createBatchSaver(json)

  /** Switches to another run: a new one, or one that is already saved. */
  function start(batchId: string | null): void {
    saver = createBatchSaver(json, batchId)
    id.value = batchId
    kept.value = batchId === null ? 'off' : 'saved'
  }

  function changed(what: 'input' | 'outcome' | 'info', positions: readonly number[] = []): void {
    if (what === 'info') saver.infoChanged()
    else if (what === 'input') saver.inputChanged(positions)
    else saver.outcomeChanged(positions)
  }

  /** Saves all unsaved changes. */
  async function save(): Promise<void> {
    if (!may() || rowAt(0) === undefined) return void (kept.value = 'off')
    const used = saver
    kept.value = 'saving'
    try {
      const saved = await used.flush(info, (position) => (used === saver ? rowAt(position) : undefined))
      if (used !== saver) return
      id.value = saved
      kept.value = 'saved'
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (used !== saver) return
      kept.value = 'failed'
      keptProblem.value = error.message
    }
  }

  return { id, kept, keptProblem, leftOut: () => saver.leftOut(), start, changed, save }
}
