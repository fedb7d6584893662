/** A call handed to a worker. Ids start at 1 and are never reused by a pool. */
export interface WorkerTask {
  readonly id: number
  readonly slug: string
  /** Which part of the tool to run. */
  readonly part: 'handler' | 'compute'
  readonly input: Record<string, unknown>
  /** The start of the call in milliseconds since 1970, used as the worker's clock. */
  readonly now: number
  /** Processor time that starting and loading the tool's libraries may take, in milliseconds. */
  readonly loadMs: number
  /** Processor time that the handler may take, in milliseconds. */
  readonly deadlineMs: number
}

/**
 * What a tool's thread says. `started`: libraries are loaded, the handler runs; `invalid`: the input is at
 * fault; `failed`: the tool is; `timed_out`: the tool has enforced a deadline of its own.
 */
export type ThreadReply =
  | { readonly id: number; readonly kind: 'started' }
  | { readonly id: number; readonly kind: 'progress'; readonly percent: number; readonly status: string }
  | ThreadEnd

type ThreadEnd =
  | { readonly id: number; readonly kind: 'done'; readonly output: unknown }
  | { readonly id: number; readonly kind: 'invalid'; readonly path: string; readonly message: string }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string }
  | { readonly id: number; readonly kind: 'timed_out' }

/** A worker's answer: what its thread says, and at the end how much processor time the call has taken. */
export type WorkerReply = Exclude<ThreadReply, ThreadEnd> | (ThreadEnd & { readonly cpuMs: number })
