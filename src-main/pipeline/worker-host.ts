import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { WorkerReply, WorkerTask } from './worker-messages.ts'

/** What a worker's owner is told of it. */
export interface HostEvents {
  readonly onReply: (reply: WorkerReply) => void
  readonly onError: (error: unknown) => void
  readonly onExit: () => void
}

/** A thread or a process that runs tool-worker.ts. */
export interface WorkerHost {
  send(task: WorkerTask): void
  /** The gateway may not end while it works. */
  hold(): void
  release(): void
  /** Ends it, whatever it is doing. */
  end(): Promise<unknown>
}

export type OpenHost = (file: URL, heapMb: number, events: HostEvents) => WorkerHost

/** A thread: quick to start, and enough for what JavaScript alone does. */
export const openThread: OpenHost = (file, heapMb, { onReply, onError, onExit }) => {
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // Handlers see no secrets that the gateway was started with, and print nowhere.
    env: {},
    stdout: true,
    stderr: true,
  })
  worker.on('message', onReply).on('error', onError).on('exit', onExit)
  worker.unref()
  return {
    send: (task) => worker.postMessage(task),
    hold: () => worker.ref(),
    release: () => worker.unref(),
    end: () => worker.terminate(),
  }
}

/** A process: native code goes on when its thread is ended, and what it then touches ends the gateway with it. */
export const openProcess: OpenHost = (file, heapMb, { onReply, onError, onExit }) => {
  const child = fork(fileURLToPath(file), [], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: { ELECTRON_RUN_AS_NODE: '1', TZ: 'UTC' },
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
  child.on('error', onError).on('exit', onExit)
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
      child.kill('SIGKILL')
      await gone
    },
  }
}
