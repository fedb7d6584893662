import type { CallToolResult } from '@modelcontextprotocol/server'
import type { GatewayError } from '../../src-shared/errors.ts'
import type { Answer } from '../pipeline/call.ts'
import { counted } from '../../src-shared/counted.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** How a call ended: with the answer of a tool, or with a result of this surface's own. */
export type ToolOutcome = { readonly answer: Answer } | { readonly result: CallToolResult }

/** The program, as results name it. */
export interface ServerInfo {
  readonly name: string
  readonly title: string
  readonly version: string
}

/** An outcome as a tool result: an answer's data as structured content and as text, with its cost. */
export function toCallResult(outcome: ToolOutcome): CallToolResult {
  if ('result' in outcome) return outcome.result
  const { answer } = outcome
  const rest = { content: [textOf(contentOf(answer))], _meta: metaOf(answer) }
  // A missing provider is an error: the model should tell its user, or choose another tool.
  if (!answer.ok) return { isError: true, ...rest }
  // From the text that was hashed, so that its members come in the same order as from the cache.
  return { ...rest, structuredContent: parseJson(answer.dataJson) }
}

/** The text of an outcome, as the SDK would write it for the newest revision. */
export function toResultText(outcome: ToolOutcome, server: ServerInfo): string {
  const stamped = (meta: object | undefined): string =>
    JSON.stringify({ ...meta, 'io.modelcontextprotocol/serverInfo': server })
  if ('answer' in outcome && outcome.answer.ok) {
    const { dataJson } = outcome.answer
    const text = JSON.stringify(dataJson)
    return (
      `{"_meta":${stamped(metaOf(outcome.answer))},"content":[{"type":"text","text":${text}}],` +
      `"structuredContent":${dataJson},"resultType":"complete"}`
    )
  }
  const { content, structuredContent, isError, _meta: meta } = toCallResult(outcome)
  const rest = JSON.stringify({ content, structuredContent, isError, resultType: 'complete' })
  return `{"_meta":${stamped(meta)},${rest.slice(1)}`
}

function contentOf(answer: Answer): string {
  return answer.ok ? answer.dataJson : String(answer.data().message)
}

function metaOf(answer: Answer): Record<string, unknown> {
  return {
    'toolgate/engine': answer.engine,
    'toolgate/credits_used': answer.creditsUsed,
    'toolgate/balance': answer.balance,
    'toolgate/output_hash': answer.outputHash,
    'toolgate/cache': answer.cache,
    'toolgate/latency_ms': answer.latencyMs,
    ...(answer.receipt ? { 'toolgate/receipt': answer.receipt } : {}),
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
