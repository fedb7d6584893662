import { defineStore } from 'pinia'
import { computed } from 'vue'
import { useCatalogue } from '../catalogue.ts'
import { useRecents } from '../list/recents.ts'
import { createCallRunner } from './call-runner.ts'
import type { FinishedCall } from './finished-calls.ts'
import { createResultPane } from './result-pane.ts'
import type { CallRequest } from './run-state.ts'

/** The call in the result pane: one at a time, started, stopped and shown here. */
export const useRun = defineStore('run', () => {
  const recents = useRecents()
  const catalogue = useCatalogue()
  const pane = createResultPane()
  const runner = createCallRunner(pane)
  const { state, request } = pane.view
  const running = computed(() => state.value.kind === 'running')

  /** Runs a call. The button has shown its price. */
  async function start(call: CallRequest): Promise<void> {
    // What was typed on the way to an input is nothing to come back to.
    if (!call.live) recents.note(call.slug, call.input)
    const main = catalogue.bySlug.get(call.slug)?.main_output ?? null
    await runner.run({ ...call, main })
  }

  /** Shows an earlier call of this page again; nothing runs. */
  function revisit(call: FinishedCall | null): boolean {
    if (!call || running.value) return false
    runner.takeOver()
    pane.restore(call)
    return true
  }

  function stop(): boolean {
    if (!running.value) return false
    runner.stop()
    return true
  }

  /** Runs the call on screen again. */
  function again(): boolean {
    if (!request.value || running.value) return false
    const { live: _live, ...call } = request.value
    void start(call)
    return true
  }

  /** Runs the call on screen again, unless this is the second attempt. */
  function retryOnce(): void {
    if (request.value && !request.value.retried) void start({ ...request.value, retried: true })
  }

  /** Empties the pane. */
  function clear(): void {
    runner.takeOver()
    pane.clear()
  }

  const actions = { start, preview: runner.preview, stop, again, retryOnce, revisit, clear }
  return { ...pane.view, running, ...actions }
})
