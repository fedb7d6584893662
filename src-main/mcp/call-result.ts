import type { CallToolResult } from '@modelcontextprotocol/server'
import type { GatewayError } from '../../src-shared/errors.ts'
import type { Answer } from '../pipeline/call.ts'
import { counted } from '../../src-shared/counted.ts'

/** An answer as a tool result: its data as structured content and as text, with its cost. */
export function toCallResult(answer: Answer): CallToolResult {
  const meta = {
    'toolgate/engine': answer.engine,
    'toolgate/credits_used': answer.creditsUsed,
    'toolgate/balance': answer.balance,
    'toolgate/output_hash': answer.outputHash,
    'toolgate/cache': answer.cache,
    'toolgate/latency_ms': answer.latencyMs,
    ...(answer.receipt ? { 'toolgate/receipt': answer.receipt } : {}),
  }
  // A missing provider is an error: the model should tell its user, or choose another tool.
  if (!answer.ok) return { isError: true, content: [textOf(String(answer.data().message))], _meta: meta }
  return {
    content: [textOf(answer.dataJson)],
    structuredContent: { ...answer.data() },
    _meta: meta,
  }
}

/** A refusal or failure that a model can act on: what went wrong, where, and when to try again. */
export function toErrorResult(error: GatewayError): CallToolResult {
  const { issues, retry_after: retryAfter, need, have } = error.details
  const lines = [
    error.message,
    ...(Array.isArray(issues) ? issues.map(lineOf) : []),
    ...(retryAfter === undefined ? [] : [`Try again in ${counted(Number(retryAfter), 'second')}.`]),
  ]
  return {
    isError: true,
    content: [textOf([...new Set(lines)].join('\n'))],
    _meta: {
      'toolgate/error': error.code,
      'toolgate/credits_used': error.details.credits_used ?? 0,
      ...(retryAfter === undefined ? {} : { 'toolgate/retry_after': retryAfter }),
      ...(need === undefined ? {} : { 'toolgate/need': need, 'toolgate/have': have }),
    },
  }
}

function lineOf(issue: unknown): string {
  // All issues of errors are {path, message}.
  const { path = '', message = '' } = Object(issue) as { path?: string; message?: string }
  return path === '' ? message : `${path}: ${message}`
}

function textOf(text: string): { type: 'text'; text: string } {
  return { type: 'text', text }
}
