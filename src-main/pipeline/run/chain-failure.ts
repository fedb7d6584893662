import { GatewayError, type StepOfCall } from '../../../src-shared/errors.ts'
import { PointsToNothing } from '../../extensions/recipes/fill-links.ts'
import type { Chain, LoadedStep } from '../../registry/listed-tool.ts'
import type { RegisteredTool } from '../../registry/registry.ts'
import { CallFailed, NeedsKey } from '../../tool-kit/tool-context.ts'
import type { Call } from '../call.ts'
import type { Departure } from '../departure.ts'
import { ResultWithheld } from '../guards/guard-refused.ts'
import { CallTimedOut } from './tool-failure.ts'

/** How far the call of a recipe came. */
export interface StepsSoFar {
  readonly call: Call
  readonly tool: RegisteredTool
  readonly chain: Chain
  readonly departure: Departure
  readonly done: readonly LoadedStep[]
  /** The step that failed; null when all have ended and their answers make no output. */
  readonly failed: LoadedStep | null
}

/** The failure of a recipe, which names the step that failed. */
export class ChainFailed extends GatewayError {}

/** Whether a call was stopped because its time, or that of one of its steps, was over. */
export function isTimeout(error: unknown): boolean {
  return error instanceof CallTimedOut || (error instanceof ChainFailed && isTimeout(error.cause))
}

/** The error of a recipe's call: what failed, how far it came, and which steps may have acted. */
export function chainFailed(thrown: unknown, so: StepsSoFar): Error {
  const { call, chain, done, failed } = so
  // Why they end is told, and who pays is decided, for the whole.
  if (call.caller.gone() || thrown instanceof ResultWithheld) return toError(thrown)
  const at = failed === null ? chain.steps.length : done.length + 1
  const where =
    failed === null
      ? 'All steps have ended, but what they gave does not make the output'
      : `Step ${at} of ${chain.steps.length}, ${failed.id} (${failed.tool.slug}), failed`
  if (thrown instanceof NeedsKey) return new NeedsKey(`${where}: ${thrown.message}`, thrown.providers)
  const known = knownError(thrown)
  if (!known) return toError(thrown)
  const { hint: _ofStep, issues: _issues, missing_fields: _missing, ...details } = known.details
  const callers = failed === null ? null : callersIssues(known, done.length, chain)
  return new ChainFailed(
    callers === null && known.code === 'validation_error' ? 'handler_error' : known.code,
    `${where}: ${known.message.replace(FREE, '')}${endOf(so, callers !== null)}`,
    {
      ...details,
      ...(callers && { issues: callers }),
      steps: stepsOf(so, known),
      // A repetition under the same Idempotency-Key must not act again by itself.
      ...(done.some(changes) ? { outcome: 'unknown' as const } : {}),
    },
    { cause: thrown },
  )
}

const FREE = / Nothing was charged\.$/

// What the whole costs is known only at its own end.
function endOf({ call, departure }: StepsSoFar, isCallers: boolean): string {
  return call.whole !== undefined || isCallers || departure.owed > 0 ? '' : ' Nothing was charged.'
}

function knownError(thrown: unknown): GatewayError | null {
  if (thrown instanceof GatewayError) return thrown
  if (thrown instanceof PointsToNothing || thrown instanceof CallFailed)
    return new GatewayError('handler_error', thrown.message.replace(/\.?$/, '.'))
  return null
}

// Where a step refuses a field that the caller has sent, the caller can mend it.
function callersIssues({ code, details: { issues = [] } }: GatewayError, index: number, chain: Chain) {
  if (code !== 'validation_error' || issues.length === 0) return null
  const found = issues.map(({ path, message }) => ({ path: chain.inputBehind(index, path), message }))
  return found.some(({ path }) => path === null)
    ? null
    : found.map(({ path, message }) => ({ path: path ?? '', message }))
}

function stepsOf({ chain, done, failed }: StepsSoFar, { details }: GatewayError): StepOfCall[] {
  return chain.steps.map((step, index): StepOfCall => {
    const of = { id: step.id, tool: step.tool.slug }
    if (index < done.length) return { ...of, state: 'done', may_have_acted: changes(step) }
    if (step !== failed) return { ...of, state: 'not_run', may_have_acted: false }
    return { ...of, state: 'failed', may_have_acted: mayHaveActed(step.tool, details) }
  })
}

function mayHaveActed(
  { source, definition, chain }: RegisteredTool,
  { outcome, steps = [] }: GatewayError['details'],
): boolean {
  if (chain) return steps.some((step) => step.may_have_acted)
  if (outcome !== undefined) return outcome === 'unknown'
  return source === null && definition.sideEffects === true
}

function changes({ tool }: Pick<LoadedStep, 'tool'>): boolean {
  return tool.definition.sideEffects === true
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
