import { counted } from '../../src-shared/counted.ts'
import type { BatchAnswer, BatchFailure, BatchSuccess } from '../../src-shared/envelope.ts'
import { GatewayError } from '../../src-shared/errors.ts'
import { MAX_BATCH_CALLS } from '../../src-shared/limits.ts'
import { sharerOf } from '../accounts/account.ts'
import { toldBalance } from '../ledger/charges/told-balance.ts'
import type { ShareOptions } from '../shares/fair-share.ts'
import { extrasOf } from './answer-extras.ts'
import type { Call } from './call.ts'
import { execute } from './execute.ts'
import { accountNow } from './checks/account-now.ts'
import { ownFieldsOf, readCallBody, type OwnFields } from './checks/read-call.ts'
import { saidOfBug } from './program-gone.ts'
import type { Services } from './services.ts'

/** The items of batches that run at once. At two workers for a key, no item waits for one until its wait ends. */
export const BATCH_ITEMS: ShareOptions = {
  name: 'batch_items',
  what: 'the other calls of batches',
  limit: 64,
  perKey: 16,
  reserve: 16,
  waiting: 2_000,
  waitingPerKey: 4 * MAX_BATCH_CALLS,
  waitMs: 120_000,
}

/** One item of a batch, not yet checked against its tool. */
export interface BatchItem {
  readonly slug: string
  /** The gateway's own fields beside the call. */
  readonly own: OwnFields
  /** The body of the call. */
  readonly body: Readonly<Record<string, unknown>>
}

/** Results of items, by their places in the batch. */
export type EndedItems = ReadonlyMap<number, BatchSuccess | BatchFailure>

/** The parts of a request that its batch needs. */
export type BatchCaller = Pick<
  Call,
  'account' | 'requestId' | 'address' | 'chargeId' | 'caller' | 'origin' | 'traceparent'
> & {
  /** Whether every call of the batch is in agent mode, whatever its body says. */
  readonly agentMode: boolean
}

/**
 * Reads the `calls` of a batch. The gateway's own fields (`mode`, `trace`, `session_id`, `receipt`) may stand in an
 * item's input, beside it, or beside `calls` for all items; the nearest counts.
 * @throws GatewayError invalid_batch when `calls` is missing, empty, not an array or too long, or an item has no slug;
 *   validation_error when one of the gateway's own fields beside `calls` has the wrong type
 */
export function readBatch(body: Readonly<Record<string, unknown>>): BatchItem[] {
  const { calls } = body
  if (!Array.isArray(calls))
    throw invalidBatch('Send a batch as {"calls": [{"slug": …, "input": {…}}, …]}.')
  if (calls.length === 0) throw invalidBatch('The batch has no calls. Send 1 to 50.')
  if (calls.length > MAX_BATCH_CALLS) {
    throw invalidBatch(
      `The batch has ${counted(calls.length, 'call')}; the limit is ${MAX_BATCH_CALLS}. Send it in parts.`,
    )
  }
  const forAll = ownFieldsOf(body)
  readCallBody({}, [], forAll)
  return calls.map((item: unknown, index) => {
    const { slug, input, ...beside } = isObject(item) ? item : {}
    if (typeof slug !== 'string') throw invalidBatch(`calls.${index} needs a slug, the name of a tool.`)
    return { slug, own: { ...forAll, ...ownFieldsOf(beside) }, body: toBody(input) }
  })
}

/**
 * Runs the items in parallel, as many as their key's share allows; a failed item does not stop the others.
 * @param ended what an earlier attempt has answered or charged, which does not run again
 */
export async function runBatch(
  items: readonly BatchItem[],
  from: BatchCaller,
  services: Services,
  ended: EndedItems = new Map(),
): Promise<BatchAnswer> {
  const results = await Promise.all(
    items.map(async (item, index) => ended.get(index) ?? (await runItem(item, index, from, services))),
  )
  const succeeded = results.filter((result) => result.ok).length
  return {
    ok: succeeded > 0,
    results,
    total_credits: results.reduce((sum, result) => sum + result.credits, 0),
    balance: await toldBalance(services.ledger, from.account.id),
    calls_count: results.length,
    ...(succeeded > 0 && succeeded < results.length ? { partial: true as const } : {}),
  }
}

/** The results that no repetition may make again: answers, and whatever was charged. */
export function endedItems({ results }: Pick<BatchAnswer, 'results'>): EndedItems {
  return new Map(
    [...results.entries()].filter(([, item]) => item.ok || item.credits > 0 || mayHaveActed(item)),
  )
}

/** Whether nobody knows if an item has acted, so that it is not run again by itself. */
export function mayHaveActed(item: BatchSuccess | BatchFailure): boolean {
  return 'error' in item && item.error.outcome === 'unknown'
}

async function runItem(
  { slug, own: beside, body }: BatchItem,
  index: number,
  from: BatchCaller,
  services: Services,
): Promise<BatchSuccess | BatchFailure> {
  const startedAt = performance.now()
  try {
    const own = readCallBody(body, services.registry.find(slug)?.facts.fields, beside)
    const agentMode = from.agentMode || own.agentMode
    const call: Call = { ...from, ...own, agentMode, slug, chargeId: `${from.chargeId}:${index}` }
    const who = sharerOf(from.account)
    // It waits for the disk without its place, so that as many items as possible share one commit.
    const answer = await services.batchItems.run(who, from.caller.signal, async (place) =>
      execute({ ...call, account: accountNow(call, services.keys), ran: () => place.leave() }, services),
    )
    return {
      slug,
      ok: answer.ok,
      data: answer.data(),
      credits: answer.creditsUsed,
      latency_ms: answer.latencyMs,
      ...(answer.redacted && { redacted: answer.redacted }),
      ...extrasOf(answer),
    }
  } catch (error) {
    const known = toKnown(error, from, services)
    const latency_ms = Math.round(performance.now() - startedAt)
    return {
      slug,
      ok: false,
      error: known.toErrorObject(),
      credits: known.details.credits_used ?? 0,
      latency_ms,
    }
  }
}

function toKnown(error: unknown, from: BatchCaller, services: Services): GatewayError {
  if (error instanceof GatewayError) return error
  const { signal } = from.caller
  if (signal.aborted && error === signal.reason)
    return new GatewayError('handler_error', 'The caller disconnected before the call began.')
  services.reportBug(error, from.requestId)
  return internalError(error)
}

// A batch item's `input` is the body of the call; anything but an object is the tool's bare `input`.
function toBody(input: unknown): Record<string, unknown> {
  if (input === undefined) return {}
  return isObject(input) ? input : { input }
}

/** The error that callers get for a bug: that it is ours, and nothing else. @param failure the bug */
export function internalError(failure: unknown): GatewayError {
  const said = saidOfBug(failure, 'Something went wrong inside Toolgate.')
  return new GatewayError('internal_error', `${said} Nothing was charged.`)
}

function invalidBatch(message: string): GatewayError {
  return new GatewayError('invalid_batch', message)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
