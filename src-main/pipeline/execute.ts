import { GatewayError } from '../../src-shared/errors.ts'
import type { ChargeReason } from '../ledger/ledger-store.ts'
import type { ChargedCall, OpenReceipt } from '../receipts/receipt-book.ts'
import type { ListedTool, RegisteredTool } from '../registry/registry.ts'
import { toAgentBlock } from './agent-mode.ts'
import type { Answer, Call } from './call.ts'
import type { CallListener, EndedCall } from './call-listener.ts'
import { checkLarge, isLarge, toLargeInput, toSmallInput } from './check-call.ts'
import type { CheckedInput } from './checked-input.ts'
import { checkScope } from './check-scope.ts'
import { needsKeyResult, runTool, toData, type ToolResult } from './run-tool.ts'
import type { Services } from './services.ts'
import { Stopwatch } from './stopwatch.ts'
import { waitForTurn } from './turns.ts'

/**
 * The one way a tool is run: scope, validation, reservation, cache or handler, settlement, answer. Any failure after
 * the reservation releases it, so a failure costs nothing.
 * @throws GatewayError with the code of what went wrong
 */
export async function execute(call: Call, services: Services): Promise<Answer> {
  const watch = new Stopwatch(call.authenticateMs ?? 0)
  let answer: Answer
  try {
    answer = await run(call, services, watch)
  } catch (error) {
    notifyListeners(call, services, watch, (listener, ended) => listener.failed(ended, error))
    throw error
  }
  notifyListeners(call, services, watch, (listener, ended) => listener.answered(ended, answer))
  return answer
}

// A listener's bug must not lose an answer that was paid for.
function notifyListeners(
  call: Call,
  services: Services,
  watch: Stopwatch,
  say: (listener: CallListener, ended: EndedCall) => void,
): void {
  const ended: EndedCall = { call, tool: services.registry.find(call.slug), ms: watch.sinceCallMs(), watch }
  for (const listener of services.listeners) {
    try {
      say(listener, ended)
    } catch (error) {
      services.reportBug(error, call.requestId)
    }
  }
}

async function run(call: Call, services: Services, watch: Stopwatch): Promise<Answer> {
  const listed = findTool(call.slug, services)
  checkScope(call, listed, services)
  const tool = await listed.load()
  // Calls with no body of their own come many at once.
  if (call.bodyText === undefined) await waitForTurn()
  const large = isLarge(call) ? await checkLarge(tool, call, services) : null
  const input = large ? toLargeInput(tool, call, large) : toSmallInput(tool, call)
  const sentHash = large?.valid ? large.sentHash : undefined
  const receipt = call.receipt ? services.receipts.open(call.account.id, call.fields, sentHash) : null
  watch.mark('validate')

  const { credits } = tool.definition
  services.ledger.reserve({ id: call.chargeId, account: call.account.id, credits })
  watch.mark('reserve')
  let result: ToolResult
  try {
    call.observer?.started(credits)
    result = await resultOf(call, tool, input, services, watch)
    if (call.caller.gone())
      throw new GatewayError('handler_error', 'The caller disconnected before the answer was ready.')
  } catch (error) {
    return await failed(error, call, tool, services, watch)
  }
  return await settled({ call, tool, input, result, receipt }, services, watch)
}

/** @throws GatewayError api_not_found with the slugs that come closest */
export function findTool(slug: string, services: Services): ListedTool {
  const tool = services.registry.find(slug)
  if (tool) return tool
  const nearest = services.registry.nearest(slug)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  throw new GatewayError(
    'api_not_found',
    `There is no tool ${JSON.stringify(slug.slice(0, 64))}.${hint} GET /v1/tools lists them all.`,
    { nearest },
  )
}

async function resultOf(
  call: Call,
  tool: RegisteredTool,
  input: CheckedInput,
  services: Services,
  watch: Stopwatch,
): Promise<ToolResult> {
  const name = tool.definition.cacheable ? input.cacheName(services.cache, call.account.id) : null
  const known = name === null ? null : services.cache.get(name)
  watch.mark('cache')
  if (known)
    return {
      ...known,
      data: () => toData(known.dataJson),
      engine: 'real',
      cache: 'HIT',
      fallbackUsed: false,
    }
  const result = await runTool(call, tool, input, services)
  watch.mark('execute')
  if (name !== null) services.cache.put(name, result)
  return result
}

/** A call that ran and is about to be charged. */
interface Finished {
  readonly call: Call
  readonly tool: RegisteredTool
  readonly input: CheckedInput
  readonly result: ToolResult
  readonly receipt: OpenReceipt | null
}

/**
 * Charges a call that has run. What the box shows is one transaction: all of it becomes durable, or none.
 * Calls that end in the same turn of the event loop share its commit (storage/group-commit.ts), each
 * with a savepoint of its own.
 *
 *   settled()
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
async function settled(
  { call, tool, input, result, receipt }: Finished,
  services: Services,
  watch: Stopwatch,
): Promise<Answer> {
  let answer: Answer | undefined
  const reason = { requestId: call.requestId, slug: tool.slug, engine: result.engine }
  await services.ledger.settle(call.chargeId, reason, (balance) => {
    const agent = call.agentMode ? toAgentBlock(call, tool, input, result.data(), services) : undefined
    watch.mark('settle')
    answer = toAnswer(call, tool, result, { creditsUsed: tool.definition.credits, balance }, watch)
    if (agent) answer = { ...answer, agent }
    if (receipt) answer = { ...answer, receipt: receipt.write(toChargedCall(call, tool, answer)) }
    call.withinTransaction?.(answer)
  })
  // settle() runs its callback before it resolves; if it did not run there was no charge, and settle() has thrown.
  return answer!
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
  }
}

async function failed(
  error: unknown,
  call: Call,
  tool: RegisteredTool,
  services: Services,
  watch: Stopwatch,
): Promise<Answer> {
  const needsKey = needsKeyResult(error)
  const isCallersFault = error instanceof GatewayError && error.code === 'validation_error'
  // A caller's mistake leaves no trace in the ledger; a failure leaves a charge and its refund.
  const engine = needsKey ? 'needs_key' : 'error'
  const refund = isCallersFault
    ? undefined
    : ({ requestId: call.requestId, slug: tool.slug, engine } as const)
  const balance = await release(call, services, refund)
  if (!needsKey) throw error
  watch.mark('settle')
  return toAnswer(call, tool, needsKey, { creditsUsed: 0, balance }, watch)
}

async function release(call: Call, services: Services, refund: ChargeReason | undefined): Promise<number> {
  try {
    return await services.ledger.release(call.chargeId, refund)
  } catch (error) {
    // The reservation is released and nothing is charged; only the record of the refund could not be written.
    services.reportBug(error, call.requestId)
    return services.ledger.balanceOf(call.account.id).balance
  }
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
    cache: result.cache,
    guarantees: {
      schema_valid: result.engine !== 'needs_key',
      validated: true,
      fallback_used: result.fallbackUsed,
    },
    ...(call.trace ? { trace: watch.spans() } : {}),
  }
}
