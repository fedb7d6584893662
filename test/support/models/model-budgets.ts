import { OWNER_KEY, type Json, type TestAnswer, type TestGateway } from '../gateway/test-gateway.ts'
import { postJson } from '../network/post-json.ts'
import { LLM_TEXT } from './llm-gateway.ts'
import type { LlmServer } from './llm-server.ts'

export const DAY_SECONDS = 24 * 60 * 60
/** The fields of llm-summarize. */
export const BODY = { text: LLM_TEXT }
/** What the server of the tests reports for one question. */
export const TOKENS = 11

/** What `refusal` finds where a budget is used up at the beginning of a day. */
export const OVER = [429, 'rate_limited', String(DAY_SECONDS)]

/** The status of an answer, its code and its wait in seconds. */
export function refusal({ status, json, headers }: TestAnswer): [number, string, string | null] {
  return [status, json.error?.code, headers.get('retry-after')]
}

/** The budget in the balance record of a key: of the test key unless told otherwise. */
export async function budgetOf(gateway: TestGateway, key?: string): Promise<Json> {
  const call = key === undefined ? {} : { key }
  return (await gateway.send('/v1/credits/balance', call)).json.model_budget
}

/** A provider that this server answers for. */
export const providerAt = (server: LlmServer) => ({
  kind: 'ollama',
  base_url: server.baseUrl(),
  model: 'stub-large',
})

/** Sends as the owner to a gateway with a port. */
export function postTo(url: string) {
  return (path: string, body: object, signal?: AbortSignal): Promise<Response> =>
    postJson(url + path, OWNER_KEY, body, signal && { signal })
}
