import { GatewayError } from '../../src-shared/errors.ts'
import type { Guard } from '../../src-shared/rules/guard.ts'
import { awaitApproval } from './approvals/await-approval.ts'
import type { Answer, Call } from './call.ts'
import type { CallListener, EndedCall } from './call-listener.ts'
import { checkLarge, isLarge, toLargeInput, toSmallInput } from './checks/check-call.ts'
import { admitCall, type AdmittedCall } from './checks/admit-call.ts'
import { Departure } from './departure.ts'
import { endUnanswered, settleAnswered, type BegunCall } from './end-call.ts'
import { guardArguments } from './guards/guard-arguments.ts'
import { guardError, guardResult, silenced } from './guards/guard-result.ts'
import { guardsOn } from './guards/guards-on.ts'
import { cachedRun } from './run/cached-run.ts'
import type { ToolResult } from './run/run-tool.ts'
import type { Services } from './services.ts'
import { Stopwatch } from './stopwatch.ts'
import { waitForTurn } from './turns/turns.ts'

/**
 * The one way a tool is run: scope, files, guards, validation, approval, reservation, cache or handler, guards
 * again, settlement, answer. A
 * failure costs nothing, except as end-call.ts says for calls that have made something happen outside.
 * @throws GatewayError with the code of what went wrong
 */
export async function execute(sent: Call, services: Services): Promise<Answer> {
  const watch = new Stopwatch(sent.authenticateMs ?? 0)
  let call = sent
  let answer: Answer
  let guards: readonly Guard[] = []
  try {
    const admitted = await admitCall(sent, services)
    guards = guardsOn('results', admitted.ruled)
    // From here on the call is as if the content of its files had been sent, with the labels of guards, for its
    // record too.
    call = admitted.call
    if (admitted.ruled.length > 0) {
      const guarded = await guardArguments(admitted, services)
      call = silencedBy(guards, guarded.call)
      if (guarded.refusal) throw guarded.refusal
    }
    answer = await run({ ...admitted, call }, guards, services, watch)
  } catch (thrown) {
    const error = guards.length > 0 ? await guardError(thrown, call, guards, services) : thrown
    notifyListeners(call, services, watch, (listener, ended) =>
      listener.failed(ended, error, chargeOf(error)),
    )
    throw error
  }
  notifyListeners(call, services, watch, (listener, ended) => listener.answered(ended, answer))
  return answer
}

function chargeOf(error: unknown): number {
  return error instanceof GatewayError ? (error.details.credits_used ?? 0) : 0
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

// What a tool reports, and a model writes, before the whole was looked through.
function silencedBy(guards: readonly Guard[], call: Call): Call {
  return guards.length > 0 && call.observer ? { ...call, observer: silenced(call.observer) } : call
}

async function run(
  { call, tool, ruled }: AdmittedCall,
  guards: readonly Guard[],
  services: Services,
  watch: Stopwatch,
): Promise<Answer> {
  // Calls with no body of their own come many at once.
  if (call.bodyText === undefined) await waitForTurn()
  const large = tool.source === null && isLarge(call) ? await checkLarge(tool, call, services) : null
  const input = large ? toLargeInput(tool, call, large) : toSmallInput(tool, call)
  if (ruled.length > 0) {
    watch.mark('check')
    await awaitApproval(call, tool, ruled, services)
    watch.markWait('approve')
  }
  const sentHash = large?.valid ? large.sentHash : undefined
  const receipt = call.receipt ? services.receipts.open(call.account.id, call.fields, sentHash) : null
  watch.mark('validate')

  const { credits } = tool.definition
  const waiting = reserveFor(call, tool, services)
  if (waiting) await waiting
  watch.mark('reserve')
  const begun: BegunCall = {
    call,
    tool,
    input,
    receipt,
    departure: new Departure(call, tool, services.ledger),
  }
  let result: ToolResult
  try {
    call.observer?.started(credits)
    result = await cachedRun(call, begun, services, watch)
    if (call.caller.gone())
      throw new GatewayError('caller_left', 'The caller left before the answer was ready.')
    if (guards.length > 0) {
      result = await guardResult(result, begun, guards, services)
      watch.mark('guard')
    }
  } catch (error) {
    return await endUnanswered(error, begun, services, watch)
  }
  call.ran?.()
  return await settleAnswered(begun, result, services, watch)
}

/**
 * Reserves the price of a call at once. It waits only where the ledger has to ask for credits, or
 * where those of a hub do not suffice.
 * @throws GatewayError insufficient_credits
 */
function reserveFor(call: Call, tool: AdmittedCall['tool'], services: Services): Promise<void> | undefined {
  const { ledger, teamBudget } = services
  const key = call.account.id
  const { credits } = tool.definition
  // Only recipes are charged in parts.
  const parts = tool.chain === null ? {} : { hasParts: true }
  const reservation = { id: call.chargeId, account: key, credits, ...parts }
  try {
    return ledger.reserve(reservation)
  } catch (refusal) {
    if (!teamBudget.isSpentBy(key)) throw refusal
    return teamBudget.refillFor(key, refusal, () => ledger.reserve(reservation))
  }
}
