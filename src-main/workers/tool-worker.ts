import { isMainThread, Worker } from 'node:worker_threads'
import { CpuWatch } from './cpu-watch.ts'
import { HEAP_VARIABLE, OUT_OF_MEMORY, OUT_OF_TIME } from './worker-host.ts'
import { DOCUMENTS, SCRIPTS } from './worker-launch.ts'
import type { ThreadReply, WorkerReply, WorkerTask, WorkerUp } from './worker-messages.ts'

// The entry point of a worker process. Tools run in its single thread, so the main thread notices
// at once when the gateway is gone, whatever a tool is doing. A full heap usually ends only the
// thread, which leaves no core dump.
void start()

async function start(): Promise<void> {
  if (!isMainThread) await import('./tool-thread.ts')
  else if (process.argv.includes(DOCUMENTS)) {
    const { readFromStdin } = await import('../extensions/openapi/document-process.ts')
    await readFromStdin()
  } else if (process.argv.includes(SCRIPTS)) {
    const { serveScript } = await import('../extensions/folder/script-process.ts')
    serveScript()
  } else hostThread()
}

function hostThread(): void {
  const heapMb = Number(process.env[HEAP_VARIABLE])
  // The program that was started, which a test may have put around this one.
  const thread = new Worker(process.argv[1]!, {
    // Without `env` and `execArgv`: with one of them a thread has all permissions again (nodejs/node#62222).
    argv: process.argv.slice(2),
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    // Handlers must not print anywhere.
    stdout: true,
    stderr: true,
  })
  process.send?.({ kind: 'up' } satisfies WorkerUp)
  let id = 0
  let deadlineMs = 0
  let since = process.cpuUsage()
  let elsewhereMs = 0
  // Only ending the process stops a regular expression that is running.
  const watch = new CpuWatch(() => process.exit(OUT_OF_TIME))
  // Only the pool writes to this process.
  process.on('message', (task: WorkerTask) => {
    id = task.id
    deadlineMs = task.deadlineMs
    since = process.cpuUsage()
    elsewhereMs = 0
    watch.start(task.loadMs)
    thread.postMessage(task)
  })
  // The gateway is gone, or has ended this worker, so nobody waits for the running call.
  process.on('disconnect', () => process.exit())
  // That may have happened before this program began to listen.
  if (!process.connected) process.exit()
  const send = (reply: WorkerReply, sent = (): void => {}) => process.send?.(reply, sent)
  thread.on('message', (reply: ThreadReply) => {
    if (reply.kind === 'started') watch.start(deadlineMs)
    if (reply.kind === 'spent') {
      elsewhereMs += reply.cpuMs
      return watch.add(reply.cpuMs)
    }
    if (reply.kind === 'started' || reply.kind === 'progress') return send(reply)
    watch.stop()
    send({ ...reply, cpuMs: cpuMsSince(since) + elsewhereMs })
  })
  thread.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') process.exit(OUT_OF_MEMORY)
    send({ id, kind: 'failed', message: error.message, cpuMs: cpuMsSince(since) }, () => process.exit(1))
  })
}

function cpuMsSince(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}
