import { hash } from 'node:crypto'
import type { Data } from '../../../src-shared/envelope.ts'
import { GatewayError, type ErrorDetails } from '../../../src-shared/errors.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import type { Guard } from '../../../src-shared/rules/guard.ts'
import { matchesOutput } from '../../registry/written-output.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import type { LookedTask } from '../../workers/worker-messages.ts'
import type { Call, CallObserver } from '../call.ts'
import { toData, type ToolResult } from '../run/run-tool.ts'
import type { Services } from '../services.ts'
import { writeInTurns } from '../turns/write-in-turns.ts'
import { resultNotSeen, resultRefused } from './guard-refused.ts'
import { look } from './look.ts'

/**
 * Looks through the result of a call, which is in the cache as its tool gave it.
 * @param guards those of its key for results
 * @returns the result that its caller gets, written and hashed with the labels in it
 * @throws ResultWithheld
 */
export async function guardResult(
  result: ToolResult,
  { call, tool }: { readonly call: Call; readonly tool: RegisteredTool },
  guards: readonly Guard[],
  services: Services,
): Promise<ToolResult> {
  // Names that the tool has declared tell nothing. A schema from outside may have none.
  const known = Object.keys((tool.outputSchema.properties as object | undefined) ?? {})
  const task = { json: result.dataJson, guards, known, canonical: true }
  const looked = await look(task, call, tool.slug, services).catch((error: unknown) => {
    throw resultNotSeen(tool, { cause: error })
  })
  if (looked.refusal) throw resultRefused(looked.refusal, tool)
  return looked.json === null ? result : redacted(result, looked.json, looked, tool)
}

function redacted(
  result: ToolResult,
  dataJson: string,
  { places, matches }: LookedTask,
  tool: RegisteredTool,
): ToolResult {
  let read: Data | undefined
  const data = () => (read ??= toData(dataJson))
  const isAsDeclared = matches ?? matchesOutput(tool, data())
  return {
    ...result,
    data,
    dataJson,
    outputHash: hash('sha256', dataJson),
    redacted: (result.redacted ?? 0) + places,
    ...(isAsDeclared ? {} : { isOtherwise: true as const }),
  }
}

/**
 * The error of a call without what guards find in its texts: a server's own words may be in them.
 * @param guards those of its key for results
 */
export async function guardError(
  error: unknown,
  call: Call,
  guards: readonly Guard[],
  services: Services,
): Promise<unknown> {
  if (!(error instanceof GatewayError) || error.code === 'guard_refused') return error
  const task = {
    json: await writeInTurns({ texts: textsOf(error) }),
    guards,
    known: KNOWN,
    canonical: false,
  }
  try {
    const { json } = await look(task, call, call.slug, services)
    // Written from this list.
    return json === null ? error : withTexts(error, (parseJson(json) as { texts: string[] }).texts)
  } catch {
    const said = 'Why it failed is withheld: the guards of this key could not look through it in time.'
    return withTexts(error, [said])
  }
}

const KNOWN = ['texts']

function textsOf({ message, details: { hint = '', issues = [] } }: GatewayError): string[] {
  return [message, hint, ...issues.flatMap(({ path, message: said }) => [path, said])]
}

function withTexts(
  error: GatewayError,
  [message = '', hint = '', ...issues]: readonly string[],
): GatewayError {
  const { hint: _hint, issues: _issues, ...rest } = error.details
  const pairs = issues.flatMap((path, at) =>
    at % 2 === 0 ? [{ path, message: issues[at + 1] ?? '' }] : [],
  )
  const details: ErrorDetails = {
    ...rest,
    ...(hint === '' ? {} : { hint }),
    ...(pairs.length === 0 ? {} : { issues: pairs }),
  }
  return new GatewayError(error.code, message, details, { cause: error })
}

/** Tells a caller that a call runs, and nothing that its tool reports or its model writes before the whole was seen. */
export function silenced(observer: CallObserver): CallObserver {
  return {
    started: (credits) => observer.started(credits),
    progress: (percent) => observer.progress(percent, 'running'),
    token: () => undefined,
  }
}
