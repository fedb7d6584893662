import { randomBytes } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { loadTool } from '../tools/index.ts'
import { CallFailed, InvalidInput, type ToolContext } from '../tool-kit/tool-context.ts'
import type { ThreadReply, WorkerTask } from './worker-messages.ts'

if (!parentPort) throw new Error('tool-thread.ts runs in a thread of tool-worker.ts')
const port = parentPort
// Only the pool writes to a worker.
port.on('message', (task: WorkerTask) => void run(task).then(send))

function send(reply: ThreadReply): void {
  port.postMessage(reply)
}

/** Runs one handler at a time, without access to money, keys, network or memory. */
async function run(task: WorkerTask): Promise<ThreadReply> {
  try {
    const tool = await loadTool(task.slug)
    if (!tool) throw new Error(`The worker does not know the tool ${task.slug}`)
    await tool.prepare?.()
    send({ id: task.id, kind: 'started' })
    const output =
      task.part === 'compute'
        ? await tool.compute?.(task.input)
        : await tool.handler(task.input, contextOf(task))
    return { id: task.id, kind: 'done', output }
  } catch (error) {
    if (error instanceof InvalidInput) {
      return { id: task.id, kind: 'invalid', path: error.path, message: error.message }
    }
    if (error instanceof CallFailed && error.timedOut) return { id: task.id, kind: 'timed_out' }
    return { id: task.id, kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

function contextOf(task: WorkerTask): ToolContext {
  return {
    // The deadline ends the whole thread, so nothing here needs to listen.
    signal: new AbortController().signal,
    now: () => new Date(task.now),
    random: (bytes) => randomBytes(bytes),
    get memory(): never {
      throw new Error('A tool that runs in a worker has no memory')
    },
    get outbound(): never {
      throw new Error('A tool that runs in a worker has no network')
    },
    get catalogue(): never {
      throw new Error('A tool that runs in a worker has no catalogue')
    },
    compute: () => Promise.reject(new Error('A tool that runs in a worker cannot call compute()')),
    get models(): never {
      throw new Error('A tool that runs in a worker has no language model')
    },
    progress: (percent, status) => send({ id: task.id, kind: 'progress', percent, status }),
    token: () => undefined,
  }
}
