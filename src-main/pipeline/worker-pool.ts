import { GatewayError } from '../../src-shared/errors.ts'
import { WORKER_DEADLINE_MS, WORKER_HEAP_MB, WORKER_LOAD_MS } from '../../src-shared/limits.ts'
import { openProcess, openThread, type OpenHost, type WorkerHost } from './worker-host.ts'
import type { WorkerReply, WorkerTask } from './worker-messages.ts'

/** How long a process waits for the next call, whose memory is another's meanwhile. */
const IDLE_MS = 60_000

export interface WorkerPoolOptions {
  /** The built (or, in tests, the source) file of tool-worker.ts. */
  readonly workerUrl: URL
  readonly size?: number
  readonly deadlineMs?: number
  /** How long a thread may take to start and to load a tool's libraries, before the deadline counts. */
  readonly loadMs?: number
  readonly heapMb?: number
  readonly maxQueue?: number
  /** What runs the calls; threads unless told otherwise. */
  readonly openHost?: OpenHost
}

export interface WorkerCall {
  readonly slug: string
  /** Which part of the tool runs; its handler unless told otherwise. */
  readonly part?: 'handler' | 'compute'
  /** The tool works in native code, and so runs in a process. */
  readonly native?: boolean | undefined
  readonly input: Record<string, unknown>
  readonly now: number
  readonly signal: AbortSignal
  readonly onProgress: (percent: number, status: string) => void
}

/** How a worker's run ended. */
export type WorkerOutcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'invalid'; readonly path: string; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'cancelled' }

interface Job extends WorkerCall {
  readonly resolve: (outcome: WorkerOutcome) => void
}

interface Thread {
  readonly host: WorkerHost
  job: Job | null
  taskId: number
  timer: NodeJS.Timeout | undefined
  onAbort: (() => void) | undefined
}

/**
 * Runs tools in worker threads, one call a thread at a time. A call past its deadline or its memory is ended by
 * ending its thread, which is the only thing that stops a running regular expression; a fresh one takes its place.
 * Tools of native code run alike in a process, one at a time.
 */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>
  readonly #threads = new Set<Thread>()
  readonly #queue: Job[] = []
  #nextTaskId = 1
  #natives: WorkerPool | null = null
  #closed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = {
      size: 2,
      deadlineMs: WORKER_DEADLINE_MS,
      loadMs: WORKER_LOAD_MS,
      heapMb: WORKER_HEAP_MB,
      maxQueue: 1_000,
      openHost: openThread,
      ...options,
    }
  }

  /**
   * Runs one tool. The deadline counts from the moment the handler starts.
   * @throws GatewayError overloaded when too many calls wait already
   */
  run(call: WorkerCall): Promise<WorkerOutcome> {
    if (this.#closed)
      throw new GatewayError('overloaded', 'The gateway is stopping. Try again once it is back.')
    if (call.native && this.#options.openHost !== openProcess) return this.#nativePool().run(call)
    if (this.#queue.length >= this.#options.maxQueue) {
      throw new GatewayError(
        'overloaded',
        'Too many calls are waiting for a worker. Try again in a second.',
        {
          retry_after: 1,
        },
      )
    }
    return new Promise((resolve) => {
      this.#queue.push({ ...call, resolve })
      this.#assign()
    })
  }

  /** How many calls wait for a thread. */
  get waiting(): number {
    return this.#queue.length + (this.#natives?.waiting ?? 0)
  }

  /** Ends every thread; calls that are still running come out as cancelled. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#natives?.close()
    for (const job of this.#queue.splice(0)) job.resolve({ kind: 'cancelled' })
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, { kind: 'cancelled' })))
  }

  #nativePool(): WorkerPool {
    this.#natives ??= new WorkerPool({ ...this.#options, openHost: openProcess, size: 1 })
    return this.#natives
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const thread = this.#idleThread()
      if (!thread) return
      const job = this.#queue.shift()!
      if (job.signal.aborted) job.resolve({ kind: 'cancelled' })
      else this.#start(thread, job)
    }
  }

  #idleThread(): Thread | null {
    for (const thread of this.#threads) if (!thread.job) return thread
    return this.#threads.size < this.#options.size ? this.#spawn() : null
  }

  #spawn(): Thread {
    const { openHost, workerUrl, heapMb } = this.#options
    const host = openHost(workerUrl, heapMb, {
      onReply: (reply) => this.#onReply(thread, reply),
      onError: (error) => void this.#end(thread, outcomeOfCrash(error)),
      onExit: () => void this.#end(thread, { kind: 'failed', message: 'The worker ended' }),
    })
    const thread: Thread = { host, job: null, taskId: 0, timer: undefined, onAbort: undefined }
    this.#threads.add(thread)
    return thread
  }

  #start(thread: Thread, job: Job): void {
    thread.job = job
    thread.taskId = this.#nextTaskId++
    thread.host.hold()
    this.#endAfter(thread, this.#options.loadMs)
    thread.onAbort = () => void this.#end(thread, { kind: 'cancelled' })
    job.signal.addEventListener('abort', thread.onAbort, { once: true })
    const { slug, part = 'handler', input, now } = job
    const task: WorkerTask = { id: thread.taskId, slug, part, input, now }
    thread.host.send(task)
  }

  #endAfter(thread: Thread, ms: number): void {
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => void this.#end(thread, { kind: 'timed_out' }), ms)
  }

  #onReply(thread: Thread, reply: WorkerReply): void {
    if (reply.id !== thread.taskId || !thread.job) return
    if (reply.kind === 'started') {
      this.#endAfter(thread, this.#options.deadlineMs)
      return
    }
    if (reply.kind === 'progress') {
      thread.job.onProgress(reply.percent, reply.status)
      return
    }
    const { id: _id, ...outcome } = reply
    this.#finish(thread, outcome)
    thread.host.release()
    this.#assign()
    if (this.#options.openHost === openProcess && !thread.job) this.#endIdle(thread)
  }

  #endIdle(thread: Thread): void {
    thread.timer = setTimeout(() => void this.#end(thread, { kind: 'cancelled' }), IDLE_MS)
    thread.timer.unref()
  }

  #finish(thread: Thread, outcome: WorkerOutcome): void {
    const job = thread.job
    clearTimeout(thread.timer)
    if (job && thread.onAbort) job.signal.removeEventListener('abort', thread.onAbort)
    thread.job = null
    job?.resolve(outcome)
  }

  async #end(thread: Thread, outcome: WorkerOutcome): Promise<void> {
    if (!this.#threads.delete(thread)) return
    this.#finish(thread, outcome)
    await thread.host.end()
    if (!this.#closed) this.#assign()
  }
}

function outcomeOfCrash(error: unknown): WorkerOutcome {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { kind: 'out_of_memory' }
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
}
