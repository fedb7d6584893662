import type { Round, ScriptTurn } from '../../tools/execute/lib/javascript-sandbox.ts'
import { CallFailed, InvalidInput } from '../../tool-kit/tool-context.ts'
import { toSeen, type SeenDefinition } from '../packed-definition.ts'
import { readScript } from './read-script.ts'
import { ScriptFault } from './script-fault.ts'

/**
 * What a worker does with a script: reads what its file says, runs a pure one, or code that calls tools, with the
 * answers that it has. A type, so that it is a record.
 */
export type ScriptTask =
  | { readonly part: 'read'; readonly name: string; readonly file: string; readonly text: string }
  | { readonly part: 'run'; readonly code: string; readonly inputJson: string }
  | { readonly part: 'code'; readonly code: string; readonly rounds: readonly Round[] }

/** A file's tool as it is stored, or what is wrong with it. */
export type ReadFile =
  | {
      readonly kind: 'tool'
      readonly seen: SeenDefinition
      readonly code: string
      readonly isPure: boolean
    }
  | { readonly kind: 'fault'; readonly message: string; readonly line: number | null }

/** The answer of a pure script as JSON, or its own failure. */
export type RanScript = { readonly kind: 'answer'; readonly json: string } | FailedScript

interface FailedScript {
  readonly kind: 'failed'
  readonly message: string
  readonly timedOut: boolean
}

/** How far code that calls tools came, or its own failure. */
export type RanCode = ScriptTurn | FailedScript

/** Does a task with a script; what the script does wrong is a part of the result. */
export async function doScriptTask(task: ScriptTask): Promise<ReadFile | RanScript | RanCode> {
  return task.part === 'read' ? read(task) : await run(task)
}

function read({ name, file, text }: Extract<ScriptTask, { part: 'read' }>): ReadFile {
  try {
    const definition = readScript(name, file, text)
    const { code = '', isPure = false } = definition.script ?? {}
    return { kind: 'tool', seen: toSeen(definition), code, isPure }
  } catch (error) {
    if (!(error instanceof ScriptFault)) throw error
    return { kind: 'fault', message: error.message, line: error.line }
  }
}

async function run(task: Exclude<ScriptTask, { part: 'read' }>): Promise<RanScript | RanCode> {
  const { runPureModule, runScriptWithTools } =
    await import('../../tools/execute/lib/javascript-sandbox.ts')
  try {
    if (task.part === 'code') return await runScriptWithTools(task.code, task.rounds)
    return { kind: 'answer', json: await runPureModule(task.code, task.inputJson) }
  } catch (error) {
    if (error instanceof InvalidInput || error instanceof CallFailed)
      return {
        kind: 'failed',
        message: error.message,
        timedOut: error instanceof CallFailed && error.timedOut,
      }
    throw error
  }
}
