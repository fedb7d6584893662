import { hash, randomBytes } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import type { Data } from '../../src-shared/envelope.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import type { ScriptTask } from '../extensions/folder/script-thread.ts'
import { lookThroughJson, type GuardTask } from '../guards/look-through-json.ts'
import { checkInput } from '../registry/check-input.ts'
import { fingerprintOf } from '../registry/fingerprint.ts'
import { registeredOf } from '../registry/registry.ts'
import {
  BrokenOutput,
  checkOutput,
  matchesOutput,
  writeData,
  type WrittenOutput,
} from '../registry/written-output.ts'
import type { ToolDefinition } from '../tool-kit/define-tool.ts'
import { loadTool } from '../tools/index.ts'
import { CallFailed, InvalidInput, type ToolContext } from '../tool-kit/tool-context.ts'
import { closeDoors } from './close-doors.ts'
import { NATIVE } from './worker-launch.ts'
import type { CheckedFields, LargeFields, LookedTask, ThreadReply, WorkerTask } from './worker-messages.ts'

if (!parentPort) throw new Error('tool-thread.ts runs in a thread of tool-worker.ts')
const port = parentPort
closeDoors(process.argv.includes(NATIVE))
// Only the pool writes to a worker.
port.on('message', (task: WorkerTask) => void run(task).then(send))

function send(reply: ThreadReply): void {
  port.postMessage(reply)
}

/** Runs one handler at a time, without access to money, keys, network or memory. */
async function run(task: WorkerTask): Promise<ThreadReply> {
  try {
    if (task.part === 'guard') return await guarded(task)
    if (task.part === 'script') return await scripted(task)
    const tool = await loadTool(task.slug)
    if (!tool) throw new Error(`The worker does not know the tool ${task.slug}`)
    if (task.part !== 'check') await tool.prepare?.()
    send({ id: task.id, kind: 'started' })
    return { id: task.id, kind: 'done', output: await outputOf(tool, task) }
  } catch (error) {
    if (error instanceof BrokenOutput)
      return { id: task.id, kind: 'broken', message: `${error.message}: ${String(error.cause)}` }
    if (error instanceof InvalidInput) {
      return { id: task.id, kind: 'invalid', path: error.path, message: error.message }
    }
    if (error instanceof CallFailed && error.timedOut) return { id: task.id, kind: 'timed_out' }
    return { id: task.id, kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

async function scripted({ id, input }: WorkerTask): Promise<ThreadReply> {
  const { doScriptTask } = await import('../extensions/folder/script-thread.ts')
  send({ id, kind: 'started' })
  // The gateway sends a ScriptTask with this part.
  return { id, kind: 'done', output: await doScriptTask(input as ScriptTask) }
}

// A tool of a source is not known here, and what it answers is looked through all the same.
async function guarded({ id, slug, input }: WorkerTask): Promise<ThreadReply> {
  send({ id, kind: 'started' })
  // The gateway sends a GuardTask with this part.
  const guardTask = input as GuardTask
  const looked = await lookThroughJson(guardTask)
  const tool = looked.json === null ? null : await loadTool(slug)
  if (looked.json === null || !tool || !guardTask.canonical)
    return { id, kind: 'done', output: looked satisfies LookedTask }
  // It was written from the data of an answer.
  const matches = matchesOutput(registeredOf(tool), parseJson(looked.json) as Data)
  return { id, kind: 'done', output: { ...looked, matches } satisfies LookedTask }
}

async function outputOf(tool: ToolDefinition, task: WorkerTask): Promise<unknown> {
  switch (task.part) {
    case 'compute':
      return await tool.compute?.(task.input)
    case 'check':
      return checkFields(tool, fieldsOf(task))
    case 'call': {
      const checked = checkInput(registeredOf(tool), fieldsOf(task))
      if (checked.valid) return await written(tool, checked.input, task)
      const { path, message } = checked.issues[0]!
      throw new InvalidInput(path, message)
    }
    case 'handler':
    case 'guard':
    case 'script':
      return await written(tool, task.input, task)
  }
}

// Written and hashed here, so that the gateway only passes the text on.
async function written(
  tool: ToolDefinition,
  input: Record<string, unknown>,
  task: WorkerTask,
): Promise<WrittenOutput> {
  return writeData(checkOutput(registeredOf(tool), await tool.handler(input, contextOf(task))))
}

function checkFields(tool: ToolDefinition, fields: Record<string, unknown>): CheckedFields {
  const checked = checkInput(registeredOf(tool), fields)
  if (!checked.valid) return checked
  const sentHash = hash('sha256', canonicalJson(fields))
  return { valid: true, sentHash, fingerprint: fingerprintOf(tool.slug, canonicalJson(checked.input)) }
}

function fieldsOf({ input }: WorkerTask): Record<string, unknown> {
  // The gateway sends LargeFields with these parts.
  const { json, except = [] } = input as LargeFields
  // The gateway has read an object from this text, or written it from one.
  const sent = parseJson(json) as Record<string, unknown>
  if (except.length === 0) return sent
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !except.includes(name)))
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
    spent: (cpuMs) => send({ id: task.id, kind: 'spent', cpuMs }),
  }
}
