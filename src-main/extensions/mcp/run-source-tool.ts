import { CallFailed, type ToolContext } from '../../tool-kit/tool-context.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { NotSent } from '../not-sent.ts'
import { toOutcome } from './to-data.ts'
import { UpstreamFailure, type Progress } from './upstream.ts'
import type { UpstreamPool } from './upstream-pool.ts'
import type { SourceTool } from '../source.ts'

/** What running a tool needs besides its pool. */
export interface RunParts {
  readonly pool: UpstreamPool
  /** How long a call of the source may take, in milliseconds. */
  readonly msOf: (source: string) => number
  /** @throws GatewayError when a tool may not be called any more */
  readonly check: (tool: SourceTool) => void
}

/**
 * Calls a tool at its server, and says of every failure whether the call can have acted.
 * @throws CallFailed; GatewayError overloaded, and whatever `check` throws
 */
export async function runSourceTool(
  tool: SourceTool,
  input: Readonly<Record<string, unknown>>,
  ctx: ToolContext,
  { pool, msOf, check }: RunParts,
): Promise<Record<string, unknown>> {
  const { source, original } = tool
  const percent = new RisingPercent(ctx.progress)
  let result: unknown
  try {
    result = await pool.call(source, {
      name: original,
      args: input,
      ms: msOf(source),
      signal: ctx.signal,
      isRepeatable: tool.readOnly || tool.repeatable,
      check: () => check(tool),
      progressed: percent.take,
    })
  } catch (error) {
    throw toFailure(error, source)
  }
  const outcome = toOutcome(result)
  if (!outcome.isError) return { ...outcome.data }
  throw new CallFailed(`${source} says: ${sentence(outcome.words)}`, { outcome: 'failed' })
}

function toFailure(error: unknown, source: string): unknown {
  if (error instanceof NotSent) {
    const { retryAfterSeconds, isOverload } = error
    const message = `${sentence(error.message)} Nothing was sent.`
    if (isOverload) return new GatewayError('overloaded', message, { retry_after: retryAfterSeconds ?? 1 })
    return new CallFailed(message, { outcome: 'not_sent', retryAfterSeconds, cause: error })
  }
  if (!(error instanceof UpstreamFailure)) return error
  if (error.isAnswer)
    return new CallFailed(`${source} says: ${sentence(error.message)}`, { outcome: 'failed', cause: error })
  const isLate = error.message.startsWith('did not answer')
  const when = error.message.startsWith('answered') || isLate ? '' : ' before it answered'
  return new CallFailed(`${source} ${error.message}${when}. It may have acted.`, {
    outcome: 'unknown',
    timedOut: isLate,
    cause: error,
  })
}

function sentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`
}

/** The progress that a server tells, as a percentage that never falls. */
class RisingPercent {
  readonly #report: ToolContext['progress']
  #last = 0

  constructor(report: ToolContext['progress']) {
    this.#report = report
  }

  take = ({ progress, total, message }: Progress): void => {
    const percent = total === null || total <= 0 ? this.#last : Math.round((progress / total) * 100)
    this.#last = Math.min(99, Math.max(this.#last, percent))
    this.#report(this.#last, message ?? 'running')
  }
}
