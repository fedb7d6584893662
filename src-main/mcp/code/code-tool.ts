import { sharerOf } from '../../accounts/account.ts'
import { GatewayError, type ErrorCode } from '../../../src-shared/errors.ts'
import type { RanCode, ScriptTask } from '../../extensions/folder/script-thread.ts'
import { internalError } from '../../pipeline/batch.ts'
import { execute } from '../../pipeline/execute.ts'
import { jsonResult, type McpResult } from '../call-result.ts'
import { SILENT } from '../call-progress.ts'
import { toCall, wishesOf, type CallParts } from '../call-parts.ts'
import { toErrorResult } from '../error-result.ts'
import { CODE_LIMITS, runCode, type CodeAnswer, type CodeResult } from './run-code.ts'

/**
 * Answers `run_code`. Each call of a tool in the code is a call like any other: with the rights, the limits and the
 * approvals of the key, and a charge of its own.
 * @throws GatewayError when the code fails, with the credits of the calls that had ended
 */
export async function runCodeTool(code: string, parts: CallParts): Promise<McpResult> {
  const { from, request } = parts
  const progress = request.follow('run_code')
  from.running.begin()
  try {
    const result = await runCode(code, {
      run: (task) => runInWorker(task, parts),
      call: (slug, input) => callOne(slug, input, parts),
      gone: () => callerOf(parts).gone(),
      began: (number, slug) =>
        progress.observer.progress((number / CODE_LIMITS.calls) * 100, `call ${number}, ${slug}`),
    })
    return toResult(result, parts)
  } finally {
    progress.end()
    from.running.end()
  }
}

// A client may cancel its request, and its connection may end.
function callerOf(parts: CallParts) {
  return toCall({ slug: 'run_code', input: {} }, parts, SILENT.observer).caller
}

async function callOne(
  slug: string,
  input: Readonly<Record<string, unknown>>,
  parts: CallParts,
): Promise<CodeAnswer> {
  const { services, from } = parts
  try {
    await from.enforceRateLimit(slug)
    const answer = await execute(toCall({ slug, input }, parts, SILENT.observer), services)
    const { ok, dataJson, creditsUsed } = answer
    if (ok) return { isOk: true, json: dataJson, creditsUsed }
    return failed(slug, { code: 'needs_key', message: String(answer.data().message) }, creditsUsed)
  } catch (error) {
    if (!(error instanceof GatewayError)) services.reportBug(error, from.requestId)
    const known = error instanceof GatewayError ? error : internalError(error)
    const { content } = toErrorResult(known, { slug, describes: false, searches: false })
    const message = content.map((block) => (block.type === 'text' ? block.text : '')).join(' ')
    return failed(slug, { code: known.code, message }, known.details.credits_used ?? 0)
  }
}

function failed(
  tool: string,
  error: { readonly code: ErrorCode | 'needs_key'; readonly message: string },
  creditsUsed: number,
): CodeAnswer {
  return { isOk: false, json: JSON.stringify({ tool, ...error }), creditsUsed }
}

async function runInWorker(task: ScriptTask, parts: CallParts): Promise<RanCode> {
  const { services, from } = parts
  const outcome = await services.workers.run({
    who: sharerOf(from.account),
    slug: 'run_code',
    part: 'script',
    input: { ...task },
    now: services.now(),
    signal: callerOf(parts).signal,
    onProgress: () => undefined,
  })
  switch (outcome.kind) {
    case 'done':
      // The worker answers this part of a task with this type.
      return outcome.output as RanCode
    case 'timed_out':
      throw new GatewayError('handler_error', 'The script took too long.')
    case 'out_of_memory':
      throw new GatewayError('handler_error', 'The script needed more memory than it may use.')
    case 'cancelled':
      throw new GatewayError('caller_left', 'The request was cancelled.')
    case 'invalid':
    case 'failed':
    case 'broken':
      throw new Error(outcome.message)
  }
}

function toResult({ end, calls }: CodeResult, parts: CallParts): McpResult {
  const credits = calls.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0)
  parts.from.charged(credits)
  const { logs, logsTruncated } = end
  const more = [
    logs.length > 0 && `"logs":${JSON.stringify(logs.map(({ level, text }) => `${level}: ${text}`))}`,
    logsTruncated && '"logs_truncated":true',
    // Those that nothing waited for: a script that has ended makes no calls.
    end.uncalled !== '[]' && `"not_called":${end.uncalled}`,
  ].filter((part) => part !== false)
  return jsonResult([`{"result":${end.json}`, ...more].join(',') + '}', wishesOf(parts), {
    'toolgate/credits_used': credits,
    'toolgate/calls': calls.map(({ slug, ok, creditsUsed }) => ({ slug, ok, credits_used: creditsUsed })),
  })
}
