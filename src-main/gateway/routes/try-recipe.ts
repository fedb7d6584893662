import { GatewayError } from '../../../src-shared/errors.ts'
import type { TriedStep } from '../../../src-shared/recipes/recipe-wire.ts'
import { makeChargeId } from '../../ledger/charge-id.ts'
import { toldBalance } from '../../ledger/charges/told-balance.ts'
import type { Call, EndedStep } from '../../pipeline/call.ts'
import { execute } from '../../pipeline/execute.ts'
import { isLongerThan } from '../../pipeline/turns/json-size.ts'
import { callerOf, originOf } from '../calls/read-tool-call.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'
import { assertOwner } from '../session/maker.ts'
import { triedRecipe } from '../wire/recipe-fields.ts'

/** Longer answers of steps are not shown. */
const SHOWN_CHARS = 200_000

/** POST /app/recipes/try: runs a recipe that need not be saved, as one call, and shows what each step gave. */
export const tryRecipe = defineRoute({
  method: 'POST',
  path: '/app/recipes/try',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { slug, recipe, input } = await readBody(request.event, triedRecipe)
    const { services } = request.context
    const tool = await services.recipes.tool(slug, recipe)
    const steps: TriedStep[] = []
    const call = toCall(request, { slug, fields: input, unsaved: { tool } }, (step) =>
      steps.push(toTried(step)),
    )
    try {
      const answer = await execute(call, services)
      const { creditsUsed: credits_used, balance, latencyMs: latency_ms, engine } = answer
      return jsonReply(200, {
        ...{ ok: answer.ok, data: answer.data(), steps },
        ...{ credits_used, balance, latency_ms, engine },
      })
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const balance = await toldBalance(services.ledger, request.account.id)
      // It was tried: how that ended is the answer.
      return jsonReply(200, {
        ...{ ok: false, error: error.toErrorObject(), steps },
        ...{ credits_used: error.details.credits_used ?? 0, balance },
      })
    }
  },
})

function toCall(
  { event, exchange, account, context }: KeyedRequest,
  tried: Pick<Call, 'slug' | 'fields' | 'unsaved'>,
  stepEnded: (step: EndedStep) => void,
): Call {
  return {
    ...tried,
    ...{ agentMode: false, trace: false, sessionId: null, account, requestId: exchange.requestId },
    origin: originOf(event, 'call'),
    address: exchange.address,
    chargeId: makeChargeId(context.services.now()),
    caller: callerOf(event),
    observer: {
      started: () => undefined,
      progress: () => undefined,
      token: () => undefined,
      stepEnded,
    },
  }
}

function toTried({ id, slug, ms, data }: EndedStep): TriedStep {
  const { _engine, ...shown } = data ?? {}
  return { id, slug, ok: data !== null, ms, data: data && !isLongerThan(shown, SHOWN_CHARS) ? shown : null }
}
