import { counted } from '../../src-shared/counted.ts'
import type { GatewayError, Issue } from '../../src-shared/errors.ts'
import type { McpResult } from './call-result.ts'

/** What the model that gets an error has called, and can call next. */
export interface ErrorContext {
  /** The tool that was called; null for one of the tools about tools. */
  readonly slug: string | null
  /** Whether the client was shown describe_tool. */
  readonly describes: boolean
  /** Whether the client was shown search_tools. */
  readonly searches: boolean
}

/**
 * A refusal or failure that a model can act on: each problem once, and which action of MCP helps. The messages of
 * errors name addresses of HTTP, which a model over MCP cannot request.
 */
export function toErrorResult(error: GatewayError, context: ErrorContext): McpResult {
  const { need, have, retry_after: retryAfter } = error.details
  return {
    isError: true,
    content: [{ type: 'text', text: linesOf(error, context).join('\n') }],
    structured: null,
    meta: {
      'toolgate/error': error.code,
      'toolgate/credits_used': error.details.credits_used ?? 0,
      ...(retryAfter === undefined ? {} : { 'toolgate/retry_after': retryAfter }),
      ...(need === undefined ? {} : { 'toolgate/need': need, 'toolgate/have': have }),
    },
  }
}

function linesOf(error: GatewayError, context: ErrorContext): readonly string[] {
  const { issues = [], nearest, need, have, retry_after: retryAfter } = error.details
  switch (error.code) {
    case 'validation_error':
      return issues.length === 0 ? [error.message] : [...issues.map(lineOf), ...schemaAdvice(context)]
    case 'api_not_found':
      return [`There is no such tool.${nearestIn(nearest)}`, ...searchAdvice(context)]
    case 'insufficient_credits':
      return [
        `The call needs ${counted(Number(need), 'credit')}, and the key has ${counted(Number(have), 'credit')} left.`,
        'Ask your user to buy credits, or choose a cheaper tool.',
      ]
    default:
      return [error.message, ...waitAdvice(error.message, retryAfter)]
  }
}

// All problems of a field that is missing say so; the path is what tells them apart.
function lineOf({ path, message }: Issue): string {
  return path === '' ? message : `${path}: ${message}`
}

function schemaAdvice({ slug, describes }: ErrorContext): readonly string[] {
  if (slug === null) return []
  const name = JSON.stringify(slug)
  return [
    describes
      ? `describe_tool with {"slug":${name}} shows the input and examples.`
      : `The inputSchema of ${name} in tools/list says what it takes.`,
  ]
}

function searchAdvice({ searches }: ErrorContext): readonly string[] {
  return searches ? ['search_tools finds tools by what they do.'] : []
}

function nearestIn(nearest: readonly string[] = []): string {
  return nearest.length === 0 ? '' : ` Did you mean ${nearest.join(' or ')}?`
}

// The message of a rate limit has the wait already.
function waitAdvice(message: string, seconds: number | undefined): readonly string[] {
  if (seconds === undefined) return []
  const advice = `Try again in ${counted(seconds, 'second')}.`
  return message.includes(advice) ? [] : [advice]
}
