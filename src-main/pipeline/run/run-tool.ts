import type { Engine } from '../../../src-shared/engines.ts'
import type { CacheState, Data } from '../../../src-shared/envelope.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import { checkOutput, writeData, type WrittenOutput } from '../../registry/written-output.ts'
import { CallFailed, InvalidInput, NeedsKey } from '../../tool-kit/tool-context.ts'
import type { WorkerCall } from '../../workers/worker-pool.ts'
import type { Call } from '../call.ts'
import type { CheckedInput } from '../checks/checked-input.ts'
import type { Departure } from '../departure.ts'
import { InlineContext } from './inline-context.ts'
import { runInWorker } from './run-in-worker.ts'
import type { Services } from '../services.ts'
import { cancelled, handlerError, outOfTime, outputBroken, timedOut, toolFailed } from './tool-failure.ts'
import { writeDataInTurns } from '../turns/hash-in-turns.ts'
import { giveWay } from '../turns/turns.ts'
import { invalidInput } from '../checks/validate-input.ts'

/** A tool's output, checked, written and hashed. */
export interface ToolResult extends WrittenOutput {
  readonly data: () => Data
  readonly engine: Engine
  readonly cache: CacheState
  /** Whether another provider than the first answered. */
  readonly fallbackUsed: boolean
  /** How many places the guards of the key have put a label in. */
  readonly redacted?: number
  /** Present where the data is not as its tool has declared it: its source's fault, or the labels in it. */
  readonly isOtherwise?: true
}

/**
 * Runs a tool's handler, inline or in the worker pool, and checks its output.
 * @throws GatewayError validation_error when the handler finds the input unusable, else handler_error
 * @throws NeedsKey when a provider is not configured
 */
export async function runTool(
  call: Call,
  tool: RegisteredTool,
  input: CheckedInput,
  departure: Departure,
  services: Services,
): Promise<ToolResult> {
  const work = workFor(tool, input)
  if (work) {
    // tool-thread.ts answers both parts with this type.
    const written = (await runInWorker(call, tool, work, services)) as WrittenOutput
    return { ...written, data: () => toData(written.dataJson), ...FROM_WORKER }
  }
  // The input is read only here, which is long enough for one turn.
  if (input.large) await giveWay()
  const run = () => runInline(call, tool, input.value(), departure, services)
  const ran = tool.source === null ? run() : services.sourcePlaces.run(call, tool, run)
  const { output, fallbackUsed } = ran instanceof Promise ? await ran : ran
  const result = await writtenResult({ output, fallbackUsed }, call, tool, services)
  return tool.definition.isAsDeclared?.(result.data()) === false ? { ...result, isOtherwise: true } : result
}

/** Checks, writes and hashes what a tool has given. @throws GatewayError handler_error for a broken output */
export async function writtenResult(
  { output, fallbackUsed }: Ran,
  call: Call,
  tool: RegisteredTool,
  services: Services,
): Promise<ToolResult> {
  const data = checked(output, call, tool, services)
  // Tools of this build bound their answers; what sources answer is as long as it may be.
  const written = tool.source === null ? writeData(data) : await writeDataInTurns(data)
  return toResult(data, written, fallbackUsed)
}

const FROM_WORKER = { engine: 'real', cache: 'MISS', fallbackUsed: false } as const

// What a worker does for this call; null for a tool that runs here.
function workFor(
  tool: RegisteredTool,
  input: CheckedInput,
): Required<Pick<WorkerCall, 'part' | 'input'>> | null {
  const { worker = false, cacheable = false } = tool.definition
  if (input.large && (worker !== false || cacheable)) return { part: 'call', input: input.large }
  return worker === true ? { part: 'handler', input: input.value() } : null
}

function checked(output: unknown, call: Call, tool: RegisteredTool, services: Services): Data {
  try {
    return checkOutput(tool, output)
  } catch (error) {
    services.reportBug(error, call.requestId)
    throw outputBroken(tool)
  }
}

/** The uncharged result of a call whose provider is not configured; null for any other failure. */
export function needsKeyResult(error: unknown): ToolResult | null {
  if (!(error instanceof NeedsKey)) return null
  const data: Data = { message: error.message, providers: error.providers, _engine: 'needs_key' }
  return toResult(data, writeData(data), false)
}

/** The `data` that was written as this JSON. */
export function toData(dataJson: string): Data {
  // Only writeData() makes such a text.
  return parseJson(dataJson) as Data
}

function toResult(data: Data, written: WrittenOutput, fallbackUsed: boolean): ToolResult {
  return { ...written, data: () => data, engine: data._engine, cache: 'MISS', fallbackUsed }
}

/** The output of a handler, and whether another provider than the first answered it. */
interface Ran {
  readonly output: unknown
  readonly fallbackUsed: boolean
}

// Most handlers are done at once; only those that wait need a deadline and a promise.
function runInline(
  call: Call,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  departure: Departure,
  services: Services,
): Ran | Promise<Ran> {
  const context = new InlineContext(call, tool, departure, services)
  let waits = false
  try {
    const output = tool.definition.handler(input, context)
    waits = output instanceof Promise
    return output instanceof Promise
      ? awaitOutput(output, context, call, tool, services)
      : { output, fallbackUsed: context.fallbackUsed }
  } catch (error) {
    throw toFailure(error, call, tool, services)
  } finally {
    if (!waits) context.end()
  }
}

async function awaitOutput(
  begun: Promise<unknown>,
  context: InlineContext,
  call: Call,
  tool: RegisteredTool,
  services: Services,
): Promise<Ran> {
  try {
    const output = tool.definition.keepsTime
      ? await begun
      : await beforeDeadline(begun, context, tool, services)
    return { output, fallbackUsed: context.fallbackUsed }
  } catch (error) {
    throw toFailure(error, call, tool, services)
  } finally {
    context.end()
  }
}

function beforeDeadline(
  output: Promise<unknown>,
  context: InlineContext,
  tool: RegisteredTool,
  { settings }: Services,
): Promise<unknown> {
  const { call_seconds: others, model_call_seconds: model } = settings.get()
  const ms = (tool.definition.tier === 'llm' ? model : others) * 1_000
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(outOfTime(tool))
      context.end()
    }, ms)
    output.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function toFailure(error: unknown, call: Call, tool: RegisteredTool, services: Services): Error {
  if (error instanceof GatewayError || error instanceof NeedsKey) return error
  if (error instanceof InvalidInput)
    return invalidInput(tool, [{ path: error.path, message: error.message }])
  if (error instanceof CallFailed) {
    return error.timedOut
      ? timedOut(tool, error.message, error.outcome)
      : handlerError(tool, error.message, { cause: error }, error)
  }
  // Errors after the caller disconnected are not bugs.
  if (call.caller.gone()) return cancelled(tool)
  services.reportBug(error, call.requestId)
  return toolFailed(tool, error)
}
