import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { CallFailed, type ToolContext } from '../../tool-kit/tool-context.ts'
import { problemOfLong, wellFormed } from '../message-limits.ts'
import { ScriptEnd } from './script-host.ts'
import type { RanScript, ScriptTask } from './script-thread.ts'

/** What a worker does to run a pure script. */
export function pureTask(code: string, input: Readonly<Record<string, unknown>>) {
  return { part: 'run', code, inputJson: JSON.stringify(input) } satisfies ScriptTask
}

/**
 * Reads what a worker gave for a pure script.
 * @throws ScriptEnd with the script's own words; CallFailed when it took too long
 */
export async function pureAnswer(
  ran: RanScript,
  parse: (text: string) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  if (ran.kind === 'failed') {
    if (ran.timedOut) throw new CallFailed(ran.message, { timedOut: true, outcome: 'failed' })
    throw new ScriptEnd(ran.message, 'said')
  }
  const problem = await problemOfLong(ran.json)
  if (problem !== null) throw new ScriptEnd(problem.replace(/^answered with/, 'it gives'), 'said')
  const output = wellFormed(await parse(ran.json), ran.json)
  if (isObject(output)) return { ...output }
  throw new Error('A pure script gave something other than an object')
}

/** Runs a pure script for a call, in a worker. @throws ScriptEnd, CallFailed */
export async function runPure(
  code: string,
  input: Readonly<Record<string, unknown>>,
  { compute }: Pick<ToolContext, 'compute'>,
  parse: (text: string) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  // The worker answers this part of a task with this type.
  return await pureAnswer((await compute(pureTask(code, input))) as RanScript, parse)
}
