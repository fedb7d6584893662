import { counted } from '../../src-shared/counted.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { toldBalance } from '../ledger/charges/told-balance.ts'
import type { ChargeReason } from '../ledger/ledger-store.ts'
import type { Unanswered } from '../ledger/unanswered.ts'
import type { ChargedCall, OpenReceipt } from '../receipts/receipt-book.ts'
import type { RegisteredTool } from '../registry/registry.ts'
import { nothing, type Work } from '../storage/engine/work.ts'
import { toAgentBlock } from './agent-mode.ts'
import type { Answer, Call } from './call.ts'
import type { CheckedInput } from './checks/checked-input.ts'
import { chargedAsWithheld, ResultWithheld } from './guards/guard-refused.ts'
import type { Departure } from './departure.ts'
import { needsKeyResult, type ToolResult } from './run/run-tool.ts'
import type { Services } from './services.ts'
import type { Stopwatch } from './stopwatch.ts'
import { NeedsKey } from '../tool-kit/tool-context.ts'
import { isTimeout } from './run/chain-failure.ts'

/** A call whose credits are reserved. */
export interface BegunCall {
  readonly call: Call
  readonly tool: RegisteredTool
  readonly input: CheckedInput
  readonly receipt: OpenReceipt | null
  readonly departure: Departure
}

/**
 * Charges a call that has an answer. What the box shows is one transaction: all of it becomes durable, or none.
 * Calls that end in the same turn of the event loop share its commit (storage/group-commit.ts), each
 * with a savepoint of its own.
 *
 *   settleAnswered()
 *     └ ledger.settle ─┬ BEGIN ────────────────────────────────────────────────┐
 *                      │ 1. the charge, with the balance after it              │
 *                      │ 2. agent mode: the copy in session memory             │
 *                      │ 3. the receipt, chained to the one before it          │
 *                      │ 4. call.withinTransaction: the stored answer of an    │
 *                      │    Idempotency-Key, or the end of a job               │
 *                      └ COMMIT, synced to the disk ───────────────────────────┘
 *     └ the answer leaves, and the listeners are notified
 *
 * @throws whatever 1 to 4 throw, and storage_full; then nothing of the box is stored and nothing is charged
 */
export async function settleAnswered(
  { call, tool, input, receipt, departure }: BegunCall,
  result: ToolResult,
  services: Services,
  watch: Stopwatch,
): Promise<Answer> {
  const ending: Ending = { call, tool, input, receipt, departure, result, services, watch }
  const reason = { requestId: call.requestId, slug: tool.slug, engine: result.engine }
  await services.ledger.settle(call.chargeId, reason, (balance) => writeAnswer(ending, balance))
  // settle() does this work before it resolves; if it did not there was no charge, and settle() has thrown.
  return ending.answer!
}

/** A call that is being charged, and its answer once the balance is known. */
interface Ending extends BegunCall {
  readonly result: ToolResult
  readonly services: Services
  readonly watch: Stopwatch
  answer?: Answer
}

function* writeAnswer(ending: Ending, balance: number): Work<void> {
  const { call, tool, input, receipt, departure, result, services, watch } = ending
  const agent = call.agentMode ? yield* toAgentBlock(call, tool, input, result.data(), services) : undefined
  watch.mark('settle')
  let answer = toAnswer(call, tool, result, { creditsUsed: tool.definition.credits, balance }, watch)
  if (agent) answer = { ...answer, agent }
  if (receipt) answer = { ...answer, receipt: yield* receipt.write(toChargedCall(call, tool, answer)) }
  ending.answer = answer
  const isWanted = (call.withinTransaction && (yield* call.withinTransaction(answer))) ?? true
  // Cancelled in the very moment of its end: it costs nothing unless something had happened outside.
  if (!isWanted && !departure.happened) throw leftError(null)
}

/**
 * Ends a call that has no answer. Who pays is decided here and nowhere else:
 *
 *                          │ the caller listens                  │ the caller has left or cancelled
 *   ───────────────────────┼─────────────────────────────────────┼──────────────────────────────────
 *   nothing happened       │ free                                │ free
 *   outside                │                                     │
 *   a request has left     │ free: the receiver's or the tool's  │ charged
 *                          │ own failure                         │
 *   a model has begun      │ free, unless the call's own time is │ charged
 *   to answer              │ over: charged, out_of_time          │
 *
 * A result that a guard of the key withholds is charged where anything has happened outside, and free otherwise.
 *
 * Of a recipe, its steps count. Those that have ended after a request had left, a model or a source had answered or
 * something was changed, are paid whatever becomes of the others; all others only as above.
 * A charge without an answer has no receipt and stores no answer, so a repetition is a new call. What is free leaves
 * a charge and its refund in the ledger; a caller's own mistake leaves no trace.
 * @returns the answer of a call that needs a provider first
 * @throws GatewayError or the tool's bug, with `credits_used` where the call was charged
 */
export async function endUnanswered(
  error: unknown,
  begun: BegunCall,
  services: Services,
  watch: Stopwatch,
): Promise<Answer> {
  const { call, tool, departure } = begun
  const isLeft = call.caller.gone()
  if (isLeft && departure.happened) return await chargeUnanswered('left', begun, services)
  if (!isLeft && isTimeout(error) && departure.answered)
    return await chargeUnanswered('out_of_time', begun, services, error)
  if (error instanceof ResultWithheld && departure.happened)
    return await chargeUnanswered('withheld', begun, services, error)
  if (departure.owed > 0) return await chargeUnanswered('step_failed', begun, services, error)

  const needsKey = needsKeyResult(error)
  const isCallersFault = error instanceof GatewayError && error.code === 'validation_error'
  const engine = needsKey ? 'needs_key' : 'error'
  const refund = isCallersFault
    ? undefined
    : ({ requestId: call.requestId, slug: tool.slug, engine } as const)
  const balance = await release(call, services, refund)
  if (!needsKey) throw isLeft && !isCallersFault ? leftEarly(error, tool) : error
  watch.mark('settle')
  return toAnswer(call, tool, needsKey, { creditsUsed: 0, balance }, watch)
}

async function chargeUnanswered(
  unanswered: Exclude<Unanswered, 'killed'>,
  { call, tool, departure }: BegunCall,
  services: Services,
  cause?: unknown,
): Promise<never> {
  const { credits } = departure
  const error = chargedError(unanswered, credits, cause)
  const reason = {
    requestId: call.requestId,
    slug: tool.slug,
    engine: tool.engine,
    unanswered,
  }
  const within = () => call.withinUnanswered?.(error) ?? nothing()
  if (credits === tool.definition.credits) await services.ledger.settle(call.chargeId, reason, within)
  else await services.ledger.settlePart(call.chargeId, credits, reason, within)
  throw error
}

function chargedError(
  unanswered: Exclude<Unanswered, 'killed'>,
  credits: number,
  cause: unknown,
): GatewayError {
  switch (unanswered) {
    case 'left':
      return leftError(credits)
    case 'out_of_time':
      return outOfTime(credits, cause)
    case 'withheld':
      // Only such an error is charged for this reason.
      return chargedAsWithheld(cause as ResultWithheld, credits)
    case 'step_failed':
      return chargedSteps(credits, cause)
  }
}

// What failed, with what the steps before it cost.
function chargedSteps(credits: number, cause: unknown): GatewayError {
  const { code, details, message } =
    cause instanceof GatewayError
      ? cause
      : { code: 'handler_error' as const, details: {}, message: wordsOf(cause) }
  return new GatewayError(
    code === 'validation_error' ? 'handler_error' : code,
    `${message} The call was charged ${counted(credits, 'credit')} for steps that had ended and cannot be undone.`,
    { ...details, credits_used: credits },
    { cause },
  )
}

function wordsOf(cause: unknown): string {
  return cause instanceof NeedsKey ? cause.message : 'A step of the call has failed.'
}

// A source gets its calls without a mark on disk: they are free. What it has done by then is not known.
function leftEarly(error: unknown, { slug, source, definition }: RegisteredTool): GatewayError {
  const isKnown =
    source === null ||
    definition.sideEffects !== true ||
    (error instanceof GatewayError && (error.details.outcome ?? 'unknown') !== 'unknown')
  if (isKnown) return leftError(null, { cause: error })
  return new GatewayError(
    'caller_left',
    `The caller left before the answer was ready. ${slug} may have acted. Nothing was charged.`,
    { outcome: 'unknown' },
    { cause: error },
  )
}

/** The error of a call whose caller has left. @param credits null when it was not charged */
export function leftError(credits: number | null, options?: ErrorOptions): GatewayError {
  if (credits === null)
    return new GatewayError(
      'caller_left',
      'The caller left before anything had happened outside of Toolgate. Nothing was charged.',
      {},
      options,
    )
  return new GatewayError(
    'caller_left',
    'The caller left after a request had been sent or a model had begun to answer. The call was charged ' +
      `${counted(credits, 'credit')}.`,
    { credits_used: credits },
  )
}

function outOfTime(credits: number, cause: unknown): GatewayError {
  const { steps } = cause instanceof GatewayError ? cause.details : {}
  return new GatewayError(
    'out_of_time',
    'The call took longer than a tool may run and was stopped after a model had begun to answer. It was charged ' +
      `${counted(credits, 'credit')}.`,
    { timed_out: true, credits_used: credits, ...(steps && { steps }) },
  )
}

function toChargedCall(call: Call, tool: RegisteredTool, answer: Answer): ChargedCall {
  return {
    chargeId: call.chargeId,
    request_id: call.requestId,
    slug: tool.slug,
    tool_version: tool.version,
    output_hash: answer.outputHash,
    credits: answer.creditsUsed,
    engine: answer.engine,
    ...(tool.source && { source: tool.source }),
    ...(answer.redacted && { redacted: answer.redacted }),
  }
}

async function release(call: Call, services: Services, refund: ChargeReason | undefined): Promise<number> {
  try {
    return await services.ledger.release(call.chargeId, refund)
  } catch (error) {
    // The reservation is released and nothing is charged; only the record of the refund could not be written.
    services.reportBug(error, call.requestId)
    return await toldBalance(services.ledger, call.account.id)
  }
}

function redactedIn(
  { redacted: sent = 0 }: Call,
  { redacted: results = 0 }: ToolResult,
): Pick<Answer, 'redacted'> {
  return sent + results === 0 ? {} : { redacted: { arguments: sent, results } }
}

function toAnswer(
  call: Call,
  tool: RegisteredTool,
  result: ToolResult,
  money: { readonly creditsUsed: number; readonly balance: number },
  watch: Stopwatch,
): Answer {
  return {
    slug: tool.slug,
    ok: result.engine !== 'needs_key',
    data: result.data,
    dataJson: result.dataJson,
    outputHash: result.outputHash,
    engine: result.engine,
    ...money,
    latencyMs: watch.latencyMs(),
    ...redactedIn(call, result),
    cache: result.cache,
    guarantees: {
      schema_valid: result.engine !== 'needs_key' && result.isOtherwise !== true,
      validated: true,
      fallback_used: result.fallbackUsed,
    },
    ...(call.trace ? { trace: watch.spans() } : {}),
  }
}
