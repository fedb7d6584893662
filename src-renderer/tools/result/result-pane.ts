import { shallowRef } from 'vue'
import type { CallResult, Header } from '../../gateway/gateway-types.ts'
import type { OutputText } from '../../gateway/output-text.ts'
import { createStreamView } from './cards/stream-view.ts'
import { createFinishedCalls, type FinishedCall } from './finished-calls.ts'
import { type HashCheck, NO_CHECK, readResult } from './read-result.ts'
import type { CallRequest, RunState } from './run-state.ts'

/** What the result pane shows of one call, and the calls of this page it showed before. */
export function createResultPane() {
  const state = shallowRef<RunState>({ kind: 'idle' })
  const request = shallowRef<CallRequest | null>(null)
  const headers = shallowRef<readonly Header[]>([])
  const hash = shallowRef<HashCheck>(NO_CHECK)
  /** What the tool made, as text; null while a large output is written, which begins with `head`. */
  const output = shallowRef<OutputText | null>(null)
  const head = shallowRef<OutputText | null>(null)
  const streamed = createStreamView()
  const finished = createFinishedCalls()

  /** Shows that a call runs, and nothing of the one before; a live one leaves that until its own result is there. */
  function begin(call: CallRequest, stream: boolean, startedMs: number): void {
    if (call.live && state.value.kind === 'done' && request.value?.slug === call.slug)
      return void (request.value = call)
    clear()
    request.value = call
    state.value = { kind: 'running', startedMs, stream }
  }

  /** Writes out a result and checks its hash. `signal` ends both. */
  function read(call: CallRequest, result: CallResult, signal: AbortSignal): void {
    let done: FinishedCall | null = null
    hash.value = NO_CHECK
    readResult(result, call.main, signal, {
      onHead: (begun) => (head.value = begun),
      onOutput: (made) => {
        output.value = made
        done = remember(call)
      },
      onHash: (check) => {
        hash.value = check
        if (done) finished.amend(done, check)
      },
    })
  }

  /** Adds what is on screen to the finished calls. */
  function remember(call: CallRequest): FinishedCall {
    const shown = { state: state.value, headers: headers.value, output: output.value, hash: hash.value }
    const done = { at: Date.now(), request: call, ...shown }
    finished.add(done)
    return done
  }

  /** Shows a finished call again. */
  function restore(call: FinishedCall): void {
    clear()
    request.value = call.request
    headers.value = call.headers
    output.value = call.output
    hash.value = call.hash
    state.value = call.state
  }

  function clear(): void {
    request.value = null
    state.value = { kind: 'idle' }
    headers.value = []
    hash.value = NO_CHECK
    output.value = null
    head.value = null
    streamed.clear()
  }

  const view = { state, request, headers, hash, output, head, streamed, finished }
  return { view, begin, read, remember, restore, clear }
}

export type ResultPane = ReturnType<typeof createResultPane>
