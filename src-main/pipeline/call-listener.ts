import type { AskedModel } from '../providers/asked-model.ts'
import type { ListedTool } from '../registry/registry.ts'
import type { Answer, Call } from './call.ts'
import type { Stopwatch } from './stopwatch.ts'

/** A call that has ended: what it was and how long its steps took. */
export interface EndedCall {
  readonly call: Call
  /** Null when there is no tool with this slug. */
  readonly tool: ListedTool | null
  /** Milliseconds since the call began. */
  readonly ms: number
  readonly watch: Stopwatch
}

/**
 * Gets notified when calls end. A listener never waits and never changes an answer; what it throws is
 * reported as a bug.
 */
export interface CallListener {
  /** A call has asked a model a question; called before the call ends. */
  asked?(call: Call, question: AskedModel): void
  /** The call was answered, and its charge is on disk. */
  answered(ended: EndedCall, answer: Answer): void
  /**
   * The call gave no answer; a GatewayError is reported to the caller, and anything else is a bug.
   * @param credits what it was charged all the same: 0 unless its caller left, or its time was over, after something
   *   had happened outside of the gateway
   */
  failed(ended: EndedCall, error: unknown, credits: number): void
}
