import {
  WORKER_DEADLINE_MS,
  WORKER_HEAP_MB,
  WORKER_LOAD_MS,
  WORKER_WALL_FACTOR,
} from '../../src-shared/limits.ts'
import type { FairShare, ShareOptions } from '../shares/fair-share.ts'
import type { Place, Sharer } from '../shares/place.ts'
import { WorkerStarter, type WorkerEnd, type WorkerHost } from './worker-host.ts'
import type { Walls } from './worker-launch.ts'
import type { WorkerPart, WorkerReply, WorkerTask } from './worker-messages.ts'

/** How long an idle worker waits for the next call; it still holds its memory. */
const IDLE_MS = 5 * 60_000

/** One key never holds every worker, nor do two; the owner's own is started only when the owner needs it. */
export const WORKERS: ShareOptions = {
  name: 'workers',
  what: 'a worker',
  limit: 4,
  perKey: 2,
  reserve: 1,
  waiting: 1_000,
  waitingPerKey: 250,
  waitMs: 30_000,
}

export interface WorkerPoolOptions {
  /** The built (or, in tests, the source) file of tool-worker.ts. */
  readonly workerUrl: URL
  /** Decides how many workers there are, and whose calls they run next. */
  readonly share: FairShare
  /** Processor time that a handler may take, in milliseconds. */
  readonly deadlineMs?: number
  /** Processor time that starting a worker and loading a tool's libraries may take, before the deadline counts. */
  readonly loadMs?: number
  readonly heapMb?: number
  /** Whether workers are put into a sandbox where the system has one; on by default. */
  readonly sandbox?: boolean
}

export interface WorkerCall {
  /** On whose behalf the tool runs. */
  readonly who: Sharer
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
  readonly place: Place
  readonly resolve: (outcome: WorkerOutcome) => void
}

interface Worker {
  readonly host: WorkerHost
  readonly native: boolean
  job: Job | null
  lastKey: string
  taskId: number
  timer: NodeJS.Timeout | undefined
  onAbort: (() => void) | undefined
}

const END_OUTCOMES: Readonly<Record<WorkerEnd, WorkerOutcome>> = {
  out_of_memory: { kind: 'out_of_memory' },
  timed_out: { kind: 'timed_out' },
  ended: { kind: 'failed', message: 'The worker ended' },
  not_started: { kind: 'failed', message: 'No worker could be started' },
}

/**
 * Runs tools in worker processes, one call per worker at a time, keys in turns. A call that exceeds its deadline
 * or memory is ended by ending its worker, because nothing else stops a running regular expression;
 * a new worker replaces it.
 */
export class WorkerPool {
  readonly #options: Required<WorkerPoolOptions>
  readonly #starter: WorkerStarter
  /** In the order in which they were last used. */
  readonly #workers = new Set<Worker>()
  #nextTaskId = 1
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = {
      deadlineMs: WORKER_DEADLINE_MS,
      loadMs: WORKER_LOAD_MS,
      heapMb: WORKER_HEAP_MB,
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
   * @throws GatewayError overloaded when too many calls are waiting, or this one has waited too long
   */
  async run(call: WorkerCall): Promise<WorkerOutcome> {
    try {
      return await this.#options.share.run(call.who, call.signal, (place) => this.#runNow(call, place))
    } catch (error) {
      if (call.signal.aborted) return { kind: 'cancelled' }
      throw error
    }
  }

  /**
   * Starts a worker before the first call needs one, unless there is one already. It is for whichever key comes first,
   * and ends when nobody has used it for as long as any other may stay idle.
   */
  warm(): void {
    if (!this.#isClosed && this.#workers.size === 0) this.#endIdle(this.#spawn(false))
  }

  /** Ends every worker; running and waiting calls are not answered with a result. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#options.share.close()
    await Promise.all([...this.#workers].map((worker) => this.#end(worker, { kind: 'cancelled' })))
  }

  #runNow(call: WorkerCall, place: Place): Promise<WorkerOutcome> {
    // Its turn came just before the end.
    if (this.#isClosed) return Promise.resolve({ kind: 'cancelled' })
    const worker = this.#workerFor(call.who.id, call.native ?? false)
    return new Promise((resolve) => this.#start(worker, { ...call, place, resolve }))
  }

  // A worker is ready at once for the tools that it has loaded, so a key keeps its own for as long as there may be
  // more of them: a key whose calls end their workers then pays for the new ones itself.
  #workerFor(key: string, native: boolean): Worker {
    const idle = [...this.#workers].filter((worker) => !worker.job)
    const own = idle.filter(({ lastKey }) => lastKey === key)
    const fits = (worker: Worker): boolean => worker.native === native
    const { limit, owner_reserve: reserve } = this.#options.share.state()
    const isFull = this.#workers.size >= limit + reserve
    const mayTake = (worker: Worker): boolean => worker.lastKey === '' || isFull
    const ready =
      own.find(fits) ?? (own.length === 0 ? idle.find((one) => fits(one) && mayTake(one)) : undefined)
    if (ready) return ready
    // One for the other kind of tools makes room, the key's own if it has one.
    const other = own[0] ?? idle[0]
    if (isFull && other) void this.#end(other, { kind: 'cancelled' })
    return this.#spawn(native)
  }

  #spawn(native: boolean): Worker {
    const host = this.#starter.start(native, {
      onReply: (reply) => this.#onReply(worker, reply),
      onError: ({ message }) => void this.#end(worker, { kind: 'failed', message }),
      onExit: (end) => void this.#end(worker, END_OUTCOMES[end]),
    })
    const worker: Worker = {
      host,
      native,
      job: null,
      lastKey: '',
      taskId: 0,
      timer: undefined,
      onAbort: undefined,
    }
    this.#workers.add(worker)
    return worker
  }

  #start(worker: Worker, job: Job): void {
    clearTimeout(worker.timer)
    worker.job = job
    worker.lastKey = job.who.id
    if (this.#workers.delete(worker)) this.#workers.add(worker)
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
    if (reply.id !== worker.taskId || !worker.job || !this.#workers.has(worker)) return
    if (reply.kind === 'started') {
      this.#endAfter(worker, this.#options.deadlineMs)
      return
    }
    if (reply.kind === 'progress') {
      worker.job.onProgress(reply.percent, reply.status)
      return
    }
    const { id: _id, cpuMs, ...outcome } = reply
    worker.job.place.costs(cpuMs)
    this.#finish(worker, outcome)
    worker.host.release()
    this.#endIdle(worker)
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

  // The call's place is free once the process is gone, so there are never more of them than places. Without a
  // reply its cost is the time for which it held the place.
  async #end(worker: Worker, outcome: WorkerOutcome): Promise<void> {
    if (!this.#workers.delete(worker)) return
    clearTimeout(worker.timer)
    await worker.host.end()
    this.#finish(worker, outcome)
  }
}
