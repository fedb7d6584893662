import { hash, randomBytes } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import type { Engine } from '../../src-shared/engines.ts'
import type { CacheState, Data } from '../../src-shared/envelope.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { CALL_DEADLINE_MS } from '../../src-shared/limits.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import { toCatalogueSearch } from '../registry/search-tools.ts'
import { CallFailed, InvalidInput, NeedsKey, type ToolContext } from '../tools/tool-context.ts'
import type { Call } from './call.ts'
import type { Services } from './services.ts'
import { invalidInput } from './validate-input.ts'

/** A tool's output, checked, written and hashed. */
export interface ToolResult {
  readonly data: Data
  readonly dataJson: string
  readonly outputHash: string
  readonly engine: Engine
  readonly cache: CacheState
}

/**
 * Runs a tool's handler, inline or in the worker pool, and checks its output.
 * @throws GatewayError validation_error when the handler finds the input unusable, else handler_error
 * @throws NeedsKey when a provider is not configured
 */
export async function runTool(
  call: Call,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  services: Services,
): Promise<ToolResult> {
  const output = tool.definition.worker
    ? await runInWorker(call, tool, input, services)
    : await runInline(call, tool, input, services)
  const checked = tool.definition.output.safeParse(output)
  if (!checked.success) {
    services.reportBug(
      new Error(`${tool.slug} broke its own output schema`, { cause: checked.error }),
      call.requestId,
    )
    throw handlerError(tool, 'The tool made an answer that does not match its own output schema.')
  }
  return toResult(checked.data, tool.definition.tier === 'llm' ? 'llm' : 'real')
}

/** The uncharged result of a call whose provider is not configured; null for any other failure. */
export function needsKeyResult(error: unknown): ToolResult | null {
  if (!(error instanceof NeedsKey)) return null
  return toResult({ message: error.message, providers: error.providers }, 'needs_key')
}

/** A checked output as it is sent and hashed. */
export function toResult(output: Readonly<Record<string, unknown>>, engine: Engine): ToolResult {
  const data: Data = { ...output, _engine: engine }
  const dataJson = canonicalJson(data)
  return { data, dataJson, outputHash: hash('sha256', dataJson), engine, cache: 'MISS' }
}

async function runInline(
  call: Call,
  tool: RegisteredTool,
  input: Record<string, unknown>,
  services: Services,
): Promise<unknown> {
  const context = new InlineContext(call, tool, services)
  try {
    const output = tool.definition.handler(input, context)
    // Most handlers are done by now; only those that wait need a deadline.
    return output instanceof Promise ? await beforeDeadline(output, context, tool) : output
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
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(timedOut(tool))
      context.end()
    }, CALL_DEADLINE_MS)
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
      throw timedOut(tool)
    case 'out_of_memory':
      throw handlerError(tool, 'The call needed more memory than a tool may use and was ended.')
    case 'cancelled':
      throw cancelled(tool)
    case 'failed':
      services.reportBug(new Error(outcome.message), call.requestId)
      throw toolFailed(tool, outcome.message)
  }
}

function toFailure(error: unknown, call: Call, tool: RegisteredTool, services: Services): Error {
  if (error instanceof GatewayError || error instanceof NeedsKey) return error
  if (error instanceof InvalidInput)
    return invalidInput(tool, [{ path: error.path, message: error.message }])
  if (error instanceof CallFailed) {
    return error.timedOut
      ? timedOut(tool, error.message)
      : handlerError(tool, error.message, { cause: error })
  }
  // What breaks because its caller has left is no bug.
  if (call.caller.gone()) return cancelled(tool)
  services.reportBug(error, call.requestId)
  return toolFailed(tool, error instanceof Error ? error.message : String(error), { cause: error })
}

function cancelled(tool: RegisteredTool): GatewayError {
  return handlerError(tool, 'The call was cancelled before it was done.')
}

function toolFailed(tool: RegisteredTool, reason: string, options?: ErrorOptions): GatewayError {
  const sentence = reason.slice(0, 300).replace(/[.\s]*$/, '.')
  return handlerError(tool, `The tool failed: ${sentence}`, options)
}

function timedOut(
  tool: RegisteredTool,
  message = 'The call took longer than a tool may run and was ended.',
): GatewayError {
  return new GatewayError('handler_error', `${message} Nothing was charged.`, {
    timed_out: true,
    hint: hintOf(tool),
  })
}

function handlerError(tool: RegisteredTool, message: string, options?: ErrorOptions): GatewayError {
  return new GatewayError(
    'handler_error',
    `${message} Nothing was charged.`,
    { hint: hintOf(tool) },
    options,
  )
}

function hintOf(tool: RegisteredTool): string {
  const required = tool.required.length > 0 ? `needs ${tool.required.join(', ')}; ` : ''
  return `${tool.slug} ${required}takes ${[...tool.fields].join(', ')}. GET /v1/tools/${tool.slug} shows the schema.`
}

/** What an inline handler is given. The signal is made only for handlers that look at it. */
class InlineContext implements ToolContext {
  readonly #call: Call
  readonly #tool: RegisteredTool
  readonly #services: Services
  #ended: AbortController | undefined

  constructor(call: Call, tool: RegisteredTool, services: Services) {
    this.#call = call
    this.#tool = tool
    this.#services = services
  }

  get signal(): AbortSignal {
    this.#ended ??= new AbortController()
    return AbortSignal.any([this.#call.caller.signal, this.#ended.signal])
  }

  /** Stops whatever the handler has left running. */
  end(): void {
    this.#ended?.abort()
  }

  now = (): Date => new Date(this.#services.now())

  random = (bytes: number): Uint8Array => randomBytes(bytes)

  get memory(): ToolContext['memory'] {
    return this.#services.memory.forKey(this.#call.account.id)
  }

  get outbound(): ToolContext['outbound'] {
    return this.#services.outbound
  }

  get catalogue(): ToolContext['catalogue'] {
    return toCatalogueSearch(this.#services.registry)
  }

  compute = async (input: Readonly<Record<string, unknown>>): Promise<unknown> => {
    const outcome = await this.#services.workers.run({
      slug: this.#tool.slug,
      part: 'compute',
      input: { ...input },
      now: this.#services.now(),
      signal: this.signal,
      onProgress: this.progress,
    })
    switch (outcome.kind) {
      case 'done':
        return outcome.output
      case 'invalid':
        throw new InvalidInput(outcome.path, outcome.message)
      case 'timed_out':
        throw new CallFailed('What was received took too long to read.', { timedOut: true })
      case 'out_of_memory':
        throw new CallFailed('What was received needed more memory to read than a tool may use.')
      case 'cancelled':
        throw new CallFailed('The call was cancelled before it was done.')
      case 'failed':
        throw new Error(outcome.message)
    }
  }

  progress = (percent: number, status: string): void => this.#call.observer?.progress(percent, status)

  token = (field: string, text: string): void => this.#call.observer?.token(field, text)
}
