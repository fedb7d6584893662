import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { WorkerReply, WorkerTask } from './worker-messages.ts'

/** The exit code of a worker process whose thread's heap is full. */
export const OUT_OF_MEMORY = 77
/** The exit code of a worker process in which a call has used up its processor time. */
export const OUT_OF_TIME = 78
/** The environment variable with the size of a worker's heap, in megabytes. */
export const HEAP_VARIABLE = 'TOOLGATE_WORKER_HEAP_MB'

/** How a worker came to an unexpected end. */
export type WorkerEnd = 'out_of_memory' | 'timed_out' | 'ended'

/** The events that a worker's owner receives. */
export interface HostEvents {
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

/**
 * Starts a worker. It is a process, because neither a full heap nor a crash of native code can be
 * confined to a thread: V8 ends the whole process when it cannot allocate one large piece of
 * memory.
 * @param heapMb the limit for JavaScript in it, in megabytes
 */
export function startWorker(
  file: URL,
  heapMb: number,
  { onReply, onError, onExit }: HostEvents,
): WorkerHost {
  const child = fork(fileURLToPath(file), [], {
    // Handlers must not see secrets that the gateway was started with.
    env: { ELECTRON_RUN_AS_NODE: '1', TZ: 'UTC', [HEAP_VARIABLE]: String(heapMb) },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // A process that never started has no exit.
    child.once('error', () => child.pid === undefined && resolve())
  })
  // Only tool-worker.ts writes to this channel.
  child.on('message', (reply) => onReply(reply as WorkerReply))
  child.on('error', onError)
  child.on('exit', (code, signal) => onExit(endOf(code, signal)))
  const release = (): void => {
    child.unref()
    child.channel?.unref()
  }
  release()
  return {
    send: (task) => child.send(task, (error) => error && onError(error)),
    hold: () => {
      child.ref()
      child.channel?.ref()
    },
    release,
    end: async () => {
      // Waiting for its end must not keep the gateway from exiting first.
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}

function endOf(code: number | null, signal: NodeJS.Signals | null): WorkerEnd {
  if (code === OUT_OF_TIME) return 'timed_out'
  // V8 aborts the process when the heap cannot grow by the requested amount at once.
  return code === OUT_OF_MEMORY || signal === 'SIGABRT' ? 'out_of_memory' : 'ended'
}
