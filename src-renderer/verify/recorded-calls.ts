import type { ActivityDetail, ActivityPage } from '../../src-shared/activity.ts'
import type { ReadAnswer } from '../../src-shared/read-answers.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { readReceipt } from '../../src-shared/read-receipt.ts'
import { toolFieldsOf } from '../activity/call-looks.ts'
import { createCallDetails } from '../activity/call-details.ts'
import type { GatewayClient } from '../gateway/gateway-client.ts'
import { CallError } from '../gateway/gateway-types.ts'

/** Calls of the same input are alike; of others with the same output a few are looked at. */
const MAX_LOOKED_AT = 3
/** How many of the latest calls are offered for checking. */
export const LATEST_CALLS = 20

/** Finds in Activity what an answer does not say itself: the input of its call. */
export function createRecordedCalls(client: GatewayClient) {
  const details = createCallDetails(client)

  /** The calls that a query finds, newest first; none for a page that may not read the record. */
  async function find(query: Readonly<Record<string, string>>): Promise<readonly ActivityDetail[]> {
    try {
      const { entries } = await client.ask<ActivityPage>(
        'GET',
        `/app/activity?${new URLSearchParams(query)}`,
      )
      return await Promise.all(entries.filter(({ ok }) => ok).map(({ id }) => details.get(id)))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // The answer is checked without its input then.
      return []
    }
  }

  /** The same answer with the input of its call, if Activity has it. */
  async function withInput(answer: ReadAnswer): Promise<ReadAnswer> {
    const hash = hashOf(answer)
    if (answer.request !== null || hash === null) return answer
    for (const call of await find({ q: hash, limit: String(MAX_LOOKED_AT) })) {
      const request = toolFieldsOf(call)
      if (call.output_hash === hash && request) return { ...answer, request }
    }
    return answer
  }

  /** The latest calls as answers with their inputs; those whose texts were cut are left out. */
  const latest = async (): Promise<readonly ReadAnswer[]> =>
    (await find({ limit: String(LATEST_CALLS) })).flatMap((call) => answerOf(call) ?? [])

  return { withInput, latest }
}

/** A recorded call as an answer to verify; null if its input or output was not kept whole. */
export function answerOf(call: ActivityDetail): ReadAnswer | null {
  const request = toolFieldsOf(call)
  if (request === null || call.output === null || call.output_cut) return null
  return {
    request,
    data: parseJson(call.output),
    meta: {
      api: call.slug,
      request_id: call.request_id,
      engine: call.engine,
      credits_used: call.credits,
      ...(call.output_hash === null ? {} : { output_hash: call.output_hash }),
    },
    receipt: undefined,
  }
}

function hashOf({ meta, receipt }: ReadAnswer): string | null {
  const read = readReceipt(receipt)
  const hash = 'receipt' in read ? read.receipt.statement.output_hash : meta?.output_hash
  return typeof hash === 'string' ? hash : null
}
