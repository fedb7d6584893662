import type { LookedJson } from '../guards/look-through-json.ts'
import type { InvalidFields } from '../registry/check-input.ts'

/**
 * What a worker does for a call. `handler`: runs the tool on a checked input; `call`: the same on fields as they were
 * sent; `check`: checks such fields and runs nothing; `compute`: runs the tool's part of that name; `guard`: looks
 * through what the call sends or answers; `script`: reads or runs a script of the owner's.
 */
export type WorkerPart = 'handler' | 'call' | 'check' | 'compute' | 'guard' | 'script'

/** The fields of a large call, which only a worker reads. A type, so that it is also a record. */
export type LargeFields = {
  /** An object with the fields as they were sent. */
  readonly json: string
  /** Members of that object which are not fields of the tool; none if left out. */
  readonly except?: readonly string[]
}

/** What a worker found out about the fields of a large call. */
export type CheckedFields =
  | InvalidFields
  | {
      readonly valid: true
      /** The canonical JSON of the fields as they were sent, hashed: hexadecimal. */
      readonly sentHash: string
      /** The fingerprint of the tool and the checked input. */
      readonly fingerprint: string
    }

/** What guards have found in an argument or a result. */
export interface LookedTask extends LookedJson {
  /** Whether a result with labels in it matches the schema of its tool, if that is one of this build. */
  readonly matches?: boolean
}

/** A call handed to a worker. Ids start at 1 and are never reused by a pool. */
export interface WorkerTask {
  readonly id: number
  readonly slug: string
  readonly part: WorkerPart
  /** What the part takes; a LargeFields for `call` and `check`, a GuardTask for `guard`, a ScriptTask for `script`. */
  readonly input: Record<string, unknown>
  /** The start of the call in milliseconds since 1970, used as the worker's clock. */
  readonly now: number
  /** Processor time that starting and loading the tool's libraries may take, in milliseconds. */
  readonly loadMs: number
  /** Processor time that the handler may take, in milliseconds. */
  readonly deadlineMs: number
}

/** The first message of a worker: it runs and can take a task. */
export interface WorkerUp {
  readonly kind: 'up'
}

/**
 * What a tool's thread says. `started`: libraries are loaded, the handler runs; `spent`: a process of the tool's has
 * used processor time; `done`: with a WrittenOutput, for `check` with CheckedFields, for `guard` with LookedTask, for
 * `compute` with what it returned; `invalid`: the input is at fault; `failed`: the tool is; `broken`: its
 * output does not match its schema; `timed_out`: the tool has enforced a deadline of its own.
 */
export type ThreadReply =
  | { readonly id: number; readonly kind: 'started' }
  | { readonly id: number; readonly kind: 'progress'; readonly percent: number; readonly status: string }
  | ThreadSpent
  | ThreadEnd

interface ThreadSpent {
  readonly id: number
  readonly kind: 'spent'
  readonly cpuMs: number
}

type ThreadEnd =
  | { readonly id: number; readonly kind: 'done'; readonly output: unknown }
  | { readonly id: number; readonly kind: 'invalid'; readonly path: string; readonly message: string }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string }
  | { readonly id: number; readonly kind: 'broken'; readonly message: string }
  | { readonly id: number; readonly kind: 'timed_out' }

/** A worker's answer: what its thread says, and at the end how much processor time the call has taken. */
export type WorkerReply =
  | Exclude<ThreadReply, ThreadEnd | ThreadSpent>
  | (ThreadEnd & { readonly cpuMs: number })
