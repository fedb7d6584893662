import type { BatchFailure, BatchSuccess } from '../../../src-shared/envelope.ts'
import { makeChargeId } from '../../ledger/charge-id.ts'
import { endedItems, mayHaveActed, readBatch, runBatch, type EndedItems } from '../../pipeline/batch.ts'
import { idempotently } from '../calls/idempotent.ts'
import { asksForAgentMode, callerOf, originOf, traceparentOf } from '../calls/read-tool-call.ts'
import { readJsonBody } from '../request/read-body.ts'
import { jsonReplyInTurns } from '../reply/reply.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { defineRoute } from '../route.ts'

/** POST /v1/batch: up to 50 calls in parallel; a failed call does not stop the others. */
export const batchCalls = defineRoute({
  method: 'POST',
  path: '/v1/batch',
  access: 'key',
  callForm: 'batch',
  document: {
    operationId: 'batch',
    tag: 'Calls',
    summary: 'Runs up to 50 calls in parallel; a failed call does not stop the others',
    body: { $ref: '#/components/schemas/BatchRequest' },
    success: {
      status: 200,
      description: 'A result for each call, in order',
      schema: { $ref: '#/components/schemas/Batch' },
    },
    idempotent: true,
    errors: [400],
  },
  handle: async (request) => {
    const { event, exchange, account, context } = request
    const body = await readJsonBody(event)
    const items = readBatch(body.value)
    const ownId = makeChargeId(context.services.now())
    return await idempotently(request, body, ownId, async ({ chargeId, part, saveCharged, keepPart }) => {
      const caller = callerOf(event)
      const { requestId, address } = exchange
      const agentMode = asksForAgentMode(event)
      const traceparent = traceparentOf(request)
      const origin = originOf(event, 'batch')
      const from = { account, requestId, address, chargeId, caller, origin, traceparent, agentMode }
      const earlier = readPart(part)
      const answer = await runBatch(items, from, context.services, earlier)
      const creditsUsed = answer.total_credits - creditsOf(earlier)
      const reply = await jsonReplyInTurns(200, answer, { balance: answer.balance, creditsUsed })
      // The items are charged one by one; saving here only gives a repetition the same answer. A batch
      // in which nothing succeeded is a failure like any other and may be retried, unless something may have acted.
      if (caller.gone()) await keepEnded(endedItems(answer), keepPart)
      else if (answer.ok || answer.results.some(mayHaveActed)) await saveCharged(reply)
      return reply
    })
  },
})

// Items that were stopped because nobody waited for them have not run, and a repetition runs them.
async function keepEnded(ended: EndedItems, keepPart: (part: string) => Promise<void>): Promise<void> {
  if (ended.size > 0) await keepPart(JSON.stringify([...ended]))
}

function readPart(part: string | null): EndedItems {
  // keepEnded() wrote it.
  return new Map(part === null ? [] : (parseJson(part) as [number, BatchSuccess | BatchFailure][]))
}

function creditsOf(ended: EndedItems): number {
  return [...ended.values()].reduce((sum, { credits }) => sum + credits, 0)
}
