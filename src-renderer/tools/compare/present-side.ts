import { computed } from 'vue'
import { useRun } from '../result/run.ts'
import { type ComparedSide, sideOf } from './compared-side.ts'

/** The result on screen as one side of a comparison. */
export function createPresentSide() {
  const run = useRun()
  // A tool that needs a key made nothing that could be compared.
  const possible = computed(
    () => run.state.kind === 'done' && run.state.result.meta.engine !== 'needs_key' && run.output !== null,
  )
  const present = computed<ComparedSide | null>(() =>
    possible.value && run.output ? sideOf(run.output, run.headers) : null,
  )
  return { possible, present }
}
