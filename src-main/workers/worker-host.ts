import { spawn, type ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { closeChannel, killWorker } from './kill-worker.ts'
import { launchesOf, type Launch, type Walls } from './worker-launch.ts'
import type { WorkerReply, WorkerTask, WorkerUp } from './worker-messages.ts'

/** The exit code of a worker process whose thread's heap is full. */
export const OUT_OF_MEMORY = 77
/** The exit code of a worker process in which a call has used up its processor time. */
export const OUT_OF_TIME = 78
/** The environment variable with the size of a worker's heap, in megabytes. */
export const HEAP_VARIABLE = 'TOOLGATE_WORKER_HEAP_MB'

/** How a worker came to an unexpected end; `not_started`: no way to start it works here. */
export type WorkerEnd = 'out_of_memory' | 'timed_out' | 'ended' | 'not_started'

/** The events that a worker's owner receives. */
export interface HostEvents {
  readonly onUp?: () => void
  readonly onReply: (reply: WorkerReply) => void
  readonly onError: (error: Error) => void
  readonly onExit: (end: WorkerEnd) => void
}

/** A process that runs tool-worker.ts. */
export interface WorkerHost {
  send(task: WorkerTask): void
  /** Keeps the gateway from exiting while the worker is busy. */
  hold(): void
  release(): void
  /** Ends the worker, whatever it is doing. */
  end(): Promise<void>
}

/** What all workers of a pool have in common. */
export interface WorkerKind {
  /** The built file of tool-worker.ts, or its source. */
  readonly file: URL
  /** The limit for JavaScript in it, in megabytes. */
  readonly heapMb: number
  /** Whether a sandbox is tried. */
  readonly sandbox: boolean
}

/**
 * Starts workers. Each is a process, because neither a full heap nor a crash of native code can be confined to a
 * thread: V8 ends the whole process when it cannot allocate one large piece of memory.
 */
export class WorkerStarter {
  readonly #kind: WorkerKind
  /** The ways that may work here, by whether the worker is for native tools; the first one is tried first. */
  readonly #launches = new Map<boolean, readonly Launch[]>()
  #walls: Walls | null = null

  constructor(kind: WorkerKind) {
    this.#kind = kind
  }

  /** The walls around the workers, as the latest one found them; null before the first. */
  get walls(): Walls | null {
    return this.#walls
  }

  /** Starts a worker only to see which walls this machine allows; null if no worker starts at all. */
  async tryWalls(): Promise<Walls | null> {
    const up = Promise.withResolvers<void>()
    const done = (): void => up.resolve()
    const worker = this.start(false, { onReply: done, onUp: done, onError: done, onExit: done })
    worker.hold()
    await up.promise
    await worker.end()
    return this.#walls
  }

  /** Starts a worker; a call never fails because a wall is missing. @param native whether it is for native tools */
  start(native: boolean, events: HostEvents): WorkerHost {
    const launches = this.#launches.get(native) ?? launchesOf(this.#kind, native)
    return new WorkerProcess(launches, this.#kind.heapMb, events, (working) => {
      // What failed before it would fail again.
      this.#launches.set(native, launches.slice(launches.indexOf(working)))
      this.#walls = working.walls
    })
  }
}

class WorkerProcess implements WorkerHost {
  readonly #launches: readonly Launch[]
  readonly #heapMb: number
  readonly #events: HostEvents
  readonly #onUp: (working: Launch) => void
  #child: ChildProcess
  #gone = Promise.withResolvers<void>()
  /** The task sent before the worker was up; sent again if the next way is tried. */
  #early: WorkerTask | null = null
  #isUp = false
  #isHeld = false
  #isEnding = false

  constructor(
    launches: readonly Launch[],
    heapMb: number,
    events: HostEvents,
    onUp: (working: Launch) => void,
  ) {
    this.#launches = launches
    this.#heapMb = heapMb
    this.#events = events
    this.#onUp = onUp
    this.#child = this.#launch(0)
  }

  #launch(at: number): ChildProcess {
    const { command, args, cwd } = this.#launches[at]!
    const child = spawn(command, args, {
      // Handlers must not see secrets that the gateway was started with.
      env: { ELECTRON_RUN_AS_NODE: '1', TZ: 'UTC', [HEAP_VARIABLE]: String(this.#heapMb) },
      // Node's permissions also let a process read the folder that it starts in, with all that is below.
      cwd,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // Only tool-worker.ts writes to this channel.
    child.on('message', (message) => this.#receive(message as WorkerReply | WorkerUp, at))
    child.on('error', (error) => {
      // A process that never started has no exit.
      if (child.pid === undefined) this.#exited(at, 'ended')
      else if (this.#isUp) this.#events.onError(error)
    })
    child.on('exit', (code, signal) => this.#exited(at, endOf(code, signal)))
    this.#child = child
    this.#setHold()
    return child
  }

  #receive(message: WorkerReply | WorkerUp, at: number): void {
    if (message.kind !== 'up') {
      this.#events.onReply(message)
      return
    }
    this.#isUp = true
    this.#early = null
    this.#onUp(this.#launches[at]!)
    this.#events.onUp?.()
  }

  #exited(at: number, end: WorkerEnd): void {
    closeChannel(this.#child)
    const isLast = at === this.#launches.length - 1
    if (this.#isUp || this.#isEnding || isLast) {
      this.#gone.resolve()
      this.#events.onExit(this.#isUp || this.#isEnding ? end : 'not_started')
      return
    }
    this.#launch(at + 1)
    if (this.#early) this.#post(this.#early)
  }

  send(task: WorkerTask): void {
    if (!this.#isUp) this.#early = task
    this.#post(task)
  }

  #post(task: WorkerTask): void {
    // Until it is up, its end says more than what could not be sent.
    this.#child.send(task, (error) => error && this.#isUp && this.#events.onError(error))
  }

  hold(): void {
    this.#isHeld = true
    this.#setHold()
  }

  release(): void {
    this.#isHeld = false
    this.#setHold()
  }

  #setHold(): void {
    const { channel } = this.#child
    if (this.#isHeld) {
      this.#child.ref()
      channel?.ref()
    } else {
      this.#child.unref()
      channel?.unref()
    }
  }

  async end(): Promise<void> {
    this.#isEnding = true
    // Waiting for its end must not keep the gateway from exiting first.
    this.#child.ref()
    killWorker(this.#child)
    await this.#gone.promise
  }
}

/** What the shell of a sandbox answers for a program that a signal has ended: this number and the signal's. */
const SIGNALLED = 128

function endOf(code: number | null, signal: NodeJS.Signals | null): WorkerEnd {
  if (code === OUT_OF_TIME) return 'timed_out'
  // V8 aborts the process when the heap cannot grow by the requested amount at once.
  const aborted = signal === 'SIGABRT' || code === SIGNALLED + constants.signals.SIGABRT
  return code === OUT_OF_MEMORY || aborted ? 'out_of_memory' : 'ended'
}
