import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { WorkerReply, WorkerTask } from './worker-messages.ts'

/** The code with which a worker process ends when its thread's heap is full. */
export const OUT_OF_MEMORY = 77
/** The code with which it ends when a call has used up its processor time. */
export const OUT_OF_TIME = 78
/** Names the size of that heap in the process's environment, in megabytes. */
export const HEAP_VARIABLE = 'TOOLGATE_WORKER_HEAP_MB'

/** How a worker came to an end that nobody asked for. */
export type WorkerEnd = 'out_of_memory' | 'timed_out' | 'ended'

/** What a worker's owner is told of it. */
export interface HostEvents {
  readonly onReply: (reply: WorkerReply) => void
  readonly onError: (error: Error) => void
  readonly onExit: (end: WorkerEnd) => void
}

/** A process that runs tool-worker.ts. */
export interface WorkerHost {
  send(task: WorkerTask): void
  /** The gateway may not end while it works. */
  hold(): void
  release(): void
  /** Ends it, whatever it is doing. */
  end(): Promise<void>
}

/**
 * Starts a worker. It is a process, since neither a thread's full heap nor a fault of native code can be kept to the
 * thread: V8 ends the whole process where one large piece of memory is refused.
 * @param heapMb what JavaScript may hold in it, in megabytes
 */
export function startWorker(
  file: URL,
  heapMb: number,
  { onReply, onError, onExit }: HostEvents,
): WorkerHost {
  const child = fork(fileURLToPath(file), [], {
    // Handlers see no secrets that the gateway was started with.
    env: { ELECTRON_RUN_AS_NODE: '1', TZ: 'UTC', [HEAP_VARIABLE]: String(heapMb) },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // One that was never started has no end.
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
      // Whoever waits for its end would not keep the gateway from ending first.
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}

function endOf(code: number | null, signal: NodeJS.Signals | null): WorkerEnd {
  if (code === OUT_OF_TIME) return 'timed_out'
  // V8 aborts the process when the heap cannot grow by as much as is asked for at once.
  return code === OUT_OF_MEMORY || signal === 'SIGABRT' ? 'out_of_memory' : 'ended'
}
