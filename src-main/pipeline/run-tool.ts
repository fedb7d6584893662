import { hash } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { engineOfTier, type Engine } from '../../src-shared/engines.ts'
import type { CacheState, Data } from '../../src-shared/envelope.ts'
import { GatewayError, type ErrorDetails } from '../../src-shared/errors.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import { CallFailed, InvalidInput, NeedsKey } from '../tool-kit/tool-context.ts'
import type { Call } from './call.ts'
import type { Departure } from './departure.ts'
import { InlineContext } from './inline-context.ts'
import type { Services } from './services.ts'
import { invalidInput } from './validate-input.ts'

/** A tool's output, checked, written and hashed. */
export interface ToolResult {
  readonly data: Data
  readonly dataJson: string
  readonly outputHash: string
  readonly engine: Engine
  readonly cache: CacheState
  /** Whether another provider than the first answered. */
  readonly fallbackUsed: boolean
}

/** The call took longer than calls of its tool may take. */
export class CallTimedOut extends GatewayError {}

/**
 * Runs a tool's handler, inline or in the worker pool, and checks its output.
 * @throws GatewayError validation_error when the handler finds the input unusable, else handler_error
 * @throws NeedsKey when a provider is not configured
 */
export async function runTool(
  call: Call,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  departure: Departure,
  services: Services,
): Promise<ToolResult> {
  const ran = tool.definition.worker
    ? { output: await runInWorker(call, tool, input, services), fallbackUsed: false }
    : runInline(call, tool, input, departure, services)
  const { output, fallbackUsed } = ran instanceof Promise ? await ran : ran
  const checked = tool.definition.output.safeParse(output)
  if (!checked.success) {
    services.reportBug(
      new Error(`${tool.slug} broke its own output schema`, { cause: checked.error }),
      call.requestId,
    )
    throw handlerError(tool, 'The tool returned an answer that does not match its own output schema.')
  }
  return toResult(checked.data, engineOfTier(tool.definition.tier), fallbackUsed)
}

/** The uncharged result of a call whose provider is not configured; null for any other failure. */
export function needsKeyResult(error: unknown): ToolResult | null {
  if (!(error instanceof NeedsKey)) return null
  return toResult({ message: error.message, providers: error.providers }, 'needs_key')
}

/** A checked output, as it is sent and hashed. */
export function toResult(
  output: Readonly<Record<string, unknown>>,
  engine: Engine,
  fallbackUsed = false,
): ToolResult {
  const data: Data = { ...output, _engine: engine }
  const dataJson = canonicalJson(data)
  return { data, dataJson, outputHash: hash('sha256', dataJson), engine, cache: 'MISS', fallbackUsed }
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
    const output = await beforeDeadline(begun, context, tool, services)
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

async function runInWorker(
  call: Call,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  services: Services,
): Promise<unknown> {
  const outcome = await services.workers.run({
    slug: tool.slug,
    input,
    now: services.now(),
    signal: call.caller.signal,
    onProgress: (percent, status) => call.observer?.progress(percent, status),
  })
  switch (outcome.kind) {
    case 'done':
      return outcome.output
    case 'invalid':
      throw invalidInput(tool, [{ path: outcome.path, message: outcome.message }])
    case 'timed_out':
      throw outOfTime(tool)
    case 'out_of_memory':
      throw handlerError(tool, 'The call needed more memory than a tool may use and was stopped.')
    case 'cancelled':
      throw cancelled(tool)
    case 'failed':
      services.reportBug(new Error(outcome.message), call.requestId)
      throw toolFailed(tool)
  }
}

function toFailure(error: unknown, call: Call, tool: RegisteredTool, services: Services): Error {
  if (error instanceof GatewayError || error instanceof NeedsKey) return error
  if (error instanceof InvalidInput)
    return invalidInput(tool, [{ path: error.path, message: error.message }])
  if (error instanceof CallFailed) {
    return error.timedOut
      ? new GatewayError('handler_error', ...timedOut(tool, error.message))
      : handlerError(tool, error.message, { cause: error }, error.retryAfterSeconds)
  }
  // Errors after the caller disconnected are not bugs.
  if (call.caller.gone()) return cancelled(tool)
  services.reportBug(error, call.requestId)
  return toolFailed(tool, { cause: error })
}

function cancelled(tool: RegisteredTool): GatewayError {
  return handlerError(tool, 'The call was cancelled before it finished.')
}

// The reason may name files of this machine, so it is only in the log.
function toolFailed(tool: RegisteredTool, options?: ErrorOptions): GatewayError {
  return handlerError(
    tool,
    "The tool failed because of a bug in it; see the gateway's log for this request's id.",
    options,
  )
}

function outOfTime(tool: RegisteredTool): CallTimedOut {
  const said = 'The call took longer than a tool may run and was stopped.'
  return new CallTimedOut('handler_error', ...timedOut(tool, said))
}

function timedOut(tool: RegisteredTool, said: string): [message: string, details: ErrorDetails] {
  return [`${said} Nothing was charged.`, { timed_out: true, hint: hintOf(tool) }]
}

function handlerError(
  tool: RegisteredTool,
  message: string,
  options?: ErrorOptions,
  retryAfterSeconds?: number,
): GatewayError {
  const wait = retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }
  return new GatewayError(
    'handler_error',
    `${message} Nothing was charged.`,
    { hint: hintOf(tool), ...wait },
    options,
  )
}

function hintOf(tool: RegisteredTool): string {
  const required = tool.required.length > 0 ? `needs ${tool.required.join(', ')}; ` : ''
  return `${tool.slug} ${required}takes ${[...tool.fields].join(', ')}. GET /v1/tools/${tool.slug} shows the schema.`
}
