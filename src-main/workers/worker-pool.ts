import { GatewayError } from '../../src-shared/errors.ts'
import {
  WORKER_DEADLINE_MS,
  WORKER_HEAP_MB,
  WORKER_LOAD_MS,
  WORKER_WALL_FACTOR,
} from '../../src-shared/limits.ts'
import { WorkerStarter, type WorkerEnd, type WorkerHost } from './worker-host.ts'
import type { Walls } from './worker-launch.ts'
import type { WorkerPart, WorkerReply, WorkerTask } from './worker-messages.ts'

/** How long an idle worker waits for the next call; it still holds its memory. */
const IDLE_MS = 5 * 60_000

export interface WorkerPoolOptions {
  /** The built (or, in tests, the source) file of tool-worker.ts. */
  readonly workerUrl: URL
  readonly size?: number
  /** Processor time that a handler may take, in milliseconds. */
  readonly deadlineMs?: number
  /** Processor time that starting a worker and loading a tool's libraries may take, before the deadline counts. */
  readonly loadMs?: number
  readonly heapMb?: number
  readonly maxQueue?: number
  /** Whether workers are put into a sandbox where the system has one; on by default. */
  readonly sandbox?: boolean
}

export interface WorkerCall {
  readonly slug: string
  /** What to do; the handler by default. */
  readonly part?: WorkerPart
  readonly input: Record<string, unknown>
  /** Whether the tool is native; a worker of its own kind runs it. */
  readonly native?: boolean | undefined
  readonly now: number
  readonly signal: AbortSignal
  readonly onProgress: (percent: number, status: string) => void
}

/** How a worker's run ended. */
export type WorkerOutcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'invalid'; readonly path: string; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'cancelled' }

interface Job extends WorkerCall {
  readonly resolve: (outcome: WorkerOutcome) => void
}

interface Worker {
  readonly host: WorkerHost
  readonly native: boolean
  job: Job | null
  taskId: number
  timer: NodeJS.Timeout | undefined
  onAbort: (() => void) | undefined
}

const END_OUTCOMES: Readonly<Record<WorkerEnd, WorkerOutcome>> = {
  out_of_memory: { kind: 'out_of_memory' },
  timed_out: { kind: 'timed_out' },
  ended: { kind: 'failed', message: 'The worker ended' },
}

/**
 * Runs tools in worker processes, one call per worker at a time. A call that exceeds its deadline
 * or memory is ended by ending its worker, because nothing else stops a running regular expression;
 * a new worker replaces it.
 */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>
  readonly #starter: WorkerStarter
  readonly #workers = new Set<Worker>()
  readonly #queue: Job[] = []
  #nextTaskId = 1
  #closed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = {
      size: 2,
      deadlineMs: WORKER_DEADLINE_MS,
      loadMs: WORKER_LOAD_MS,
      heapMb: WORKER_HEAP_MB,
      maxQueue: 1_000,
      sandbox: true,
      ...options,
    }
    const { workerUrl, heapMb, sandbox } = this.#options
    this.#starter = new WorkerStarter({ file: workerUrl, heapMb, sandbox })
  }

  /** The walls around the workers; null before the first of them has started. */
  get walls(): Walls | null {
    return this.#starter.walls
  }

  /**
   * Runs one tool. The deadline counts processor time from the moment the handler starts.
   * @throws GatewayError overloaded when too many calls are already waiting
   */
  run(call: WorkerCall): Promise<WorkerOutcome> {
    if (this.#closed)
      throw new GatewayError('overloaded', 'The gateway is stopping. Try again once it is back.')
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

  /** How many calls wait for a worker. */
  get waiting(): number {
    return this.#queue.length
  }

  /** Ends every worker; running calls are reported as cancelled. */
  async close(): Promise<void> {
    this.#closed = true
    for (const job of this.#queue.splice(0)) job.resolve({ kind: 'cancelled' })
    await Promise.all([...this.#workers].map((worker) => this.#end(worker, { kind: 'cancelled' })))
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const worker = this.#idleWorker(this.#queue[0]!.native ?? false)
      if (!worker) return
      const job = this.#queue.shift()!
      if (job.signal.aborted) job.resolve({ kind: 'cancelled' })
      else this.#start(worker, job)
    }
  }

  #idleWorker(native: boolean): Worker | null {
    const idle = [...this.#workers].filter((worker) => !worker.job)
    const fitting = idle.find((worker) => worker.native === native)
    if (fitting) return fitting
    if (this.#workers.size < this.#options.size) return this.#spawn(native)
    if (!idle[0]) return null
    // One for the other kind of tools makes room.
    void this.#end(idle[0], { kind: 'cancelled' })
    return this.#spawn(native)
  }

  #spawn(native: boolean): Worker {
    const host = this.#starter.start(native, {
      onReply: (reply) => this.#onReply(worker, reply),
      onError: ({ message }) => void this.#end(worker, { kind: 'failed', message }),
      onExit: (end) => void this.#end(worker, END_OUTCOMES[end]),
    })
    const worker: Worker = { host, native, job: null, taskId: 0, timer: undefined, onAbort: undefined }
    this.#workers.add(worker)
    return worker
  }

  #start(worker: Worker, job: Job): void {
    worker.job = job
    worker.taskId = this.#nextTaskId++
    worker.host.hold()
    const { loadMs, deadlineMs } = this.#options
    this.#endAfter(worker, loadMs)
    worker.onAbort = () => void this.#end(worker, { kind: 'cancelled' })
    job.signal.addEventListener('abort', worker.onAbort, { once: true })
    const { slug, part = 'handler', input, now } = job
    const task: WorkerTask = { id: worker.taskId, slug, part, input, now, loadMs, deadlineMs }
    worker.host.send(task)
  }

  // The worker counts its own processor time; this is for one that waits instead of working.
  #endAfter(worker: Worker, cpuMs: number): void {
    clearTimeout(worker.timer)
    const end = () => void this.#end(worker, { kind: 'timed_out' })
    worker.timer = setTimeout(end, cpuMs * WORKER_WALL_FACTOR)
  }

  #onReply(worker: Worker, reply: WorkerReply): void {
    if (reply.id !== worker.taskId || !worker.job) return
    if (reply.kind === 'started') {
      this.#endAfter(worker, this.#options.deadlineMs)
      return
    }
    if (reply.kind === 'progress') {
      worker.job.onProgress(reply.percent, reply.status)
      return
    }
    const { id: _id, ...outcome } = reply
    this.#finish(worker, outcome)
    worker.host.release()
    this.#assign()
    if (!worker.job) this.#endIdle(worker)
  }

  #endIdle(worker: Worker): void {
    worker.timer = setTimeout(() => void this.#end(worker, { kind: 'cancelled' }), IDLE_MS)
    worker.timer.unref()
  }

  #finish(worker: Worker, outcome: WorkerOutcome): void {
    const job = worker.job
    clearTimeout(worker.timer)
    if (job && worker.onAbort) job.signal.removeEventListener('abort', worker.onAbort)
    worker.job = null
    job?.resolve(outcome)
  }

  async #end(worker: Worker, outcome: WorkerOutcome): Promise<void> {
    if (!this.#workers.delete(worker)) return
    this.#finish(worker, outcome)
    await worker.host.end()
    if (!this.#closed) this.#assign()
  }
}
