import { GatewayError } from '../../src-shared/errors.ts'
import type { Account } from '../accounts/account.ts'
import type { ListedTool } from '../registry/registry.ts'
import type { Answer, Call } from './call.ts'
import type { CallListener, EndedCall } from './call-listener.ts'
import { checkLarge, isLarge, toLargeInput, toSmallInput } from './checks/check-call.ts'
import { checkScope } from './checks/check-scope.ts'
import { toolsSeenBy } from './checks/seen-tools.ts'
import { Departure } from './departure.ts'
import { endUnanswered, settleAnswered, type BegunCall } from './end-call.ts'
import { checkModelBudget } from './models/model-access.ts'
import { runTool, toData, type ToolResult } from './run/run-tool.ts'
import type { Services } from './services.ts'
import { Stopwatch } from './stopwatch.ts'
import { waitForTurn } from './turns/turns.ts'

/**
 * The one way a tool is run: scope, validation, reservation, cache or handler, settlement, answer. A failure costs
 * nothing, except as end-call.ts says for calls that have made something happen outside.
 * @throws GatewayError with the code of what went wrong
 */
export async function execute(call: Call, services: Services): Promise<Answer> {
  const watch = new Stopwatch(call.authenticateMs ?? 0)
  let answer: Answer
  try {
    answer = await run(call, services, watch)
  } catch (error) {
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

async function run(call: Call, services: Services, watch: Stopwatch): Promise<Answer> {
  const listed = findTool(call.slug, call.account, services)
  checkScope(call, listed, services)
  checkModelBudget(call.account, listed, services)
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
    result = await resultOf(begun, services, watch)
    if (call.caller.gone())
      throw new GatewayError('caller_left', 'The caller left before the answer was ready.')
  } catch (error) {
    return await endUnanswered(error, begun, services, watch)
  }
  return await settleAnswered(begun, result, services, watch)
}

/**
 * @param account who asks, for the hints; null for somebody without a key
 * @throws GatewayError api_not_found with the slugs that come closest
 */
export function findTool(slug: string, account: Account | null, services: Services): ListedTool {
  const tool = services.registry.find(slug)
  if (tool) return tool
  throw unknownTool(slug, account, services)
}

/** The refusal of a slug that a caller does not see. */
export function unknownTool(slug: string, account: Account | null, services: Services): GatewayError {
  const nearest = toolsSeenBy(account, services).nearest(slug)
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(' or ')}?` : ''
  return new GatewayError(
    'api_not_found',
    `There is no tool ${JSON.stringify(slug.slice(0, 64))}.${hint} GET /v1/tools lists them all.`,
    { nearest },
  )
}

async function resultOf(
  { call, tool, input, departure }: BegunCall,
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
  const result = await runTool(call, tool, input, departure, services)
  watch.mark('execute')
  if (name !== null) services.cache.put(name, result)
  return result
}
