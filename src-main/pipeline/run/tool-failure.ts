import { GatewayError, type CallOutcome, type ErrorDetails } from '../../../src-shared/errors.ts'
import type { CallFailed } from '../../tool-kit/tool-context.ts'
import { saidOfBug } from '../program-gone.ts'
import type { RegisteredTool } from '../../registry/registry.ts'

/** The error of a call that was cancelled. */
export function cancelled(tool: RegisteredTool): GatewayError {
  return handlerError(tool, 'The call was cancelled before it finished.')
}

/** The error of a tool with a bug. The reason may name files of this machine, so it is only in the log. */
export function toolFailed(tool: RegisteredTool, cause: unknown): GatewayError {
  const bug = "The tool failed because of a bug in it; see the gateway's log for this request's id."
  return handlerError(tool, saidOfBug(cause, bug), { cause })
}

/** The call took longer than calls of its tool may take. */
export class CallTimedOut extends GatewayError {}

/** The error of a call that the gateway has stopped because its time is over. */
export function outOfTime(tool: RegisteredTool): CallTimedOut {
  const said = 'The call took longer than a tool may run and was stopped.'
  return new CallTimedOut('handler_error', ...lateness(tool, said))
}

/** The error of a tool that has stopped by itself because something took too long. @param said what did */
export function timedOut(tool: RegisteredTool, said: string, outcome?: CallOutcome): GatewayError {
  const [message, details] = lateness(tool, said)
  return new GatewayError('handler_error', message, { ...details, ...(outcome && { outcome }) })
}

function lateness(tool: RegisteredTool, said: string): [message: string, details: ErrorDetails] {
  return [`${said} Nothing was charged.`, { timed_out: true, hint: hintOf(tool) }]
}

/** A handler_error with a hint about the tool's input. */
export function handlerError(
  tool: RegisteredTool,
  message: string,
  options?: ErrorOptions,
  { retryAfterSeconds, outcome }: Partial<Pick<CallFailed, 'retryAfterSeconds' | 'outcome'>> = {},
): GatewayError {
  const wait = {
    ...(retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds }),
    ...(outcome && { outcome }),
  }
  return new GatewayError(
    'handler_error',
    `${message} Nothing was charged.`,
    { hint: hintOf(tool), ...wait },
    options,
  )
}

/** The error of an output that its tool's schema does not allow. */
export function outputBroken(tool: RegisteredTool): GatewayError {
  return handlerError(tool, 'The tool returned an answer that does not match its own output schema.')
}

function hintOf(tool: RegisteredTool): string {
  const required = tool.required.length > 0 ? `needs ${tool.required.join(', ')}; ` : ''
  const fields = tool.fields.size > 0 ? [...tool.fields].join(', ') : 'no fields'
  return `${tool.slug} ${required}takes ${fields}. GET /v1/tools/${tool.slug} shows the schema.`
}
