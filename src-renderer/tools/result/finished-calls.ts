import { markRaw, shallowRef } from 'vue'
import type { Header } from '../../gateway/gateway-types.ts'
import type { OutputText } from '../../gateway/output-text.ts'
import type { HashCheck } from './read-result.ts'
import type { CallRequest, RunState } from './run-state.ts'

/** A finished call, with everything its pane showed. */
export interface FinishedCall {
  readonly at: number
  readonly request: CallRequest
  readonly state: RunState
  readonly headers: readonly Header[]
  readonly output: OutputText | null
  readonly hash: HashCheck
}

const MAX_CALLS = 20
/** The most characters that kept outputs may have in total. */
const MAX_CHARS = 4_000_000
const MAX_CALL_CHARS = 1_000_000

/** The last calls of this page, for stepping back; Activity has those of all clients. */
export function createFinishedCalls() {
  const calls = shallowRef<readonly FinishedCall[]>([])
  /** The index of the call on screen, 0 for the newest; -1 if it is not in the list. */
  const at = shallowRef(-1)

  function add(call: FinishedCall): void {
    at.value = -1
    if (sizeOf(call) > MAX_CALL_CHARS) return
    let chars = 0
    calls.value = [call, ...calls.value]
      .slice(0, MAX_CALLS)
      .filter((each) => (chars += sizeOf(each)) <= MAX_CHARS)
    at.value = 0
  }

  /** Adds the hash to a call, which is known a moment after the output. */
  function amend(call: FinishedCall, hash: HashCheck): void {
    calls.value = calls.value.map((each) => (each === call ? { ...each, hash } : each))
  }

  /** Steps to an older (1) or a newer (-1) call; null at the ends. */
  function step(by: number): FinishedCall | null {
    return show(Math.max(-1, at.value) + by)
  }

  function show(index: number): FinishedCall | null {
    const call = calls.value[index]
    if (!call) return null
    at.value = index
    return call
  }

  return markRaw({ calls, at, add, amend, step, show })
}

function sizeOf({ output }: FinishedCall): number {
  return output?.text.length ?? 0
}
