import type { ErrorCode } from '../../src-shared/errors.ts'
import type { TraceSpan } from '../../src-shared/envelope.ts'
import type { AskedModel } from '../providers/asked-model.ts'
import type { ListedTool } from '../registry/registry.ts'
import type { Answer, Call } from './call.ts'

/** A call that has ended, as a trace shows it: what it was and how long each step took, never what it said. */
export interface EndedCall {
  readonly call: Call
  /** Null when the slug names no tool. */
  readonly tool: ListedTool | null
  /** Milliseconds since 1970, by the machine's own clock. */
  readonly startedAt: number
  readonly durationMs: number
  /** Null for a call that was refused before its first step. */
  readonly spans: readonly TraceSpan[] | null
  /** Its answer, or the code that it failed with. */
  readonly outcome: Answer | ErrorCode
}

/** Hands calls on to a system that collects traces. */
export interface CallTracer {
  /** Takes note of a question that a call has put to a model; it is told with the call. */
  asked(call: Call, question: AskedModel): void
  /** Takes note of a call; never waits and never fails. */
  ended(call: EndedCall): void
  /** Sends what is left, for at most two seconds. */
  close(): Promise<void>
}
