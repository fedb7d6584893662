import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { startTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { ON_POSTGRES, OWNER_KEY, type Json } from '../../support/gateway/test-gateway.ts'
import { LlmGateway } from '../../support/models/llm-gateway.ts'
import { LlmServer } from '../../support/models/llm-server.ts'
import {
  BODY,
  DAY_SECONDS,
  OVER,
  TOKENS,
  budgetOf,
  postTo,
  providerAt,
  refusal,
} from '../../support/models/model-budgets.ts'
import { waitUntil } from '../../support/wait-until.ts'

let llm: LlmGateway
beforeEach(async () => {
  llm = await LlmGateway.open()
  await liftRateLimit(llm.gateway)
})
afterEach(async () => await llm.close())

async function setBudget(budget: object, keyId = llm.gateway.keyId): Promise<Json> {
  const body = { key_id: keyId, ...budget }
  const { status, json } = await llm.gateway.asOwner('/v1/enterprise/model-budgets', { body })
  expect(status).toBe(200)
  return json.model_budget
}

async function used(key?: string): Promise<[questions: number, tokens: number]> {
  const { questions, tokens } = await budgetOf(llm.gateway, key)
  return [questions.used, tokens.used]
}

describe('the budget of a key', () => {
  it('is in its balance record, with what it has used today', async () => {
    expect(await budgetOf(llm.gateway)).toEqual({
      questions: { used: 0, limit: 2_000, own: false },
      tokens: { used: 0, limit: 5_000_000, own: false },
      resets_at: '2026-01-02T00:00:00.000Z',
    })
    await llm.summarize()
    expect(await used()).toEqual([1, TOKENS])
  })

  it('has both parts when they are set at the same moment', async () => {
    await Promise.all([setBudget({ questions: 30 }), setBudget({ tokens: 1_000 })])
    expect(await budgetOf(llm.gateway)).toMatchObject({
      questions: { limit: 30 },
      tokens: { limit: 1_000 },
    })
  })

  it.skipIf(ON_POSTGRES)(
    'makes a call wait for the disk once before its question, and once before its answer',
    async () => {
      let commits = 0
      llm.gateway.instance.services.engine.observe(() => commits++)
      await llm.summarize()
      expect(commits).toBe(2)
    },
  )

  it('is never exceeded, however many calls are made at once', async () => {
    await setBudget({ questions: 30 })
    const answers = await Promise.all(Array.from({ length: 50 }, () => llm.summarize()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(refusal)).toEqual(Array(20).fill(OVER))
    expect(llm.server.seen).toHaveLength(30)
    expect(await used()).toEqual([30, 30 * TOKENS])
    expect(llm.gateway.balance()).toBe(200)
    // Nobody was asked by the refused calls, so they leave nothing unpaid.
    await setBudget({ questions: 31 })
    expect(await llm.summarize()).toMatchObject({ status: 200 })
  })

  it('is explained when it is used up: which, how much, and who can raise it', async () => {
    await setBudget({ questions: 1 })
    await llm.summarize()
    const { json } = await llm.summarize()
    expect(json.error.message).toContain('has used 1 of its 1 questions to language models')
    expect(json.error.message).toContain('00:00 UTC')
    expect(json.error.message).toContain('The owner can raise the budget of this key under Balance')
    expect(json.error.message).not.toContain('Limits')
    expect(json.error.message).toContain(`\`toolgate keys budget ${llm.gateway.keyId} --questions N\``)
  })

  it('begins again with the next day, after exactly the announced wait', async () => {
    await setBudget({ questions: 1 })
    llm.gateway.advance(1_500)
    await llm.summarize()
    const { headers } = await llm.summarize()
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBe(DAY_SECONDS - 1)
    llm.gateway.advance((wait - 1) * 1_000)
    expect(await llm.summarize()).toMatchObject({ status: 429 })
    llm.gateway.advance(1_000)
    expect(await llm.summarize()).toMatchObject({ status: 200 })
    expect(await used()).toEqual([1, TOKENS])
  })

  it('refuses further questions once its tokens are used up', async () => {
    await setBudget({ tokens: TOKENS + 1 })
    expect(await llm.summarize()).toMatchObject({ status: 200 })
    expect(await llm.summarize()).toMatchObject({ status: 200 })
    const answer = await llm.summarize()
    expect(refusal(answer)).toEqual(OVER)
    expect(answer.json.error.message).toContain(`has used ${2 * TOKENS} of its ${TOKENS + 1} tokens`)
    expect(llm.server.seen).toHaveLength(2)
  })

  it('counts questions that failed, without tokens where the provider did no work', async () => {
    llm.server.script = { status: 500 }
    expect(await llm.summarize()).toMatchObject({ status: 500 })
    expect(await used()).toEqual([1, 0])
    await setBudget({ questions: 1 })
    llm.server.script = {}
    expect(refusal(await llm.summarize())).toEqual(OVER)
  })

  it('estimates the tokens of an answer that was cut off, or whose provider does not count', async () => {
    const pieces = Array.from({ length: 500 }, () => ' word')
    llm.server.script = { usage: null, pieces }
    const { json } = await llm.summarize()
    const whole = json.data.tokens_used
    expect(await used()).toEqual([1, whole])
    llm.server.script = { usage: null, pieces, endAfter: 250 }
    expect(await llm.summarize()).toMatchObject({ status: 500 })
    const [questions, tokens] = await used()
    expect(questions).toBe(2)
    // The question is counted too, and its mark is random: it may have some tokens more or less.
    expect(2 * whole - tokens).toBeGreaterThan(200)
    expect(2 * whole - tokens).toBeLessThan(300)
  })

  it('counts a question whose caller has left, with the tokens until then', async () => {
    llm.server.script = { hold: new Promise(() => undefined) }
    const running = await startTestGateway()
    const post = postTo(running.url)
    await post('/app/providers', providerAt(llm.server))
    const leaving = new AbortController()
    const left = post('/v1/llm-summarize', BODY, leaving.signal).catch(() => null)
    await waitUntil(() => llm.server.seen.length === 1, 'the model is asked')
    leaving.abort()
    await left
    const headers = { authorization: `Bearer ${OWNER_KEY}` }
    const counted = await waitUntil(async () => {
      const answer = await fetch(`${running.url}/v1/credits/balance`, { headers })
      const { model_budget: now } = await answer.json()
      return now.tokens.used > 0 && now
    }, 'the tokens are counted')
    expect(counted.questions.used).toBe(1)
    await running.close()
  })

  it('counts each question of a call, and each provider that is asked', async () => {
    await llm.gateway.call('llm-data-extract', { text: 'a', schema: { type: 'object' } })
    expect(await used()).toEqual([2, 2 * TOKENS])
    const failing = await LlmServer.start({ status: 500 })
    const { json } = await llm.gateway.asOwner('/app/providers')
    await llm.addProvider({ kind: 'ollama', base_url: failing.baseUrl(), model: 'stub-large' })
    const ids = (await llm.gateway.asOwner('/app/providers')).json.providers.map(({ id }: Json) => id)
    await llm.gateway.asOwner('/app/providers/order', { method: 'PUT', body: { ids: ids.toReversed() } })
    expect(json.providers).toHaveLength(1)
    expect(await llm.summarize()).toMatchObject({ status: 200, json: { data: { provider: 'openai' } } })
    expect(await used()).toEqual([4, 3 * TOKENS])
    await failing.close()
  })

  it('fails a call in every form before its first byte', async () => {
    await setBudget({ questions: 1 })
    await llm.summarize()
    expect(refusal(await llm.gateway.send('/v1/stream/llm-summarize', { body: BODY }))).toEqual(OVER)
    expect(refusal(await llm.gateway.send('/v1/async/llm-summarize', { body: BODY }))).toEqual(OVER)
    const calls = [
      { slug: 'llm-summarize', input: BODY },
      { slug: 'crypto-hash-sha256', input: { text: 'a' } },
    ]
    const { json } = await llm.gateway.send('/v1/batch', { body: { calls } })
    expect(json.results[0].error).toMatchObject({ code: 'rate_limited', retry_after: DAY_SECONDS })
    expect(json.results[1].ok).toBe(true)
    expect(llm.gateway.balance()).toBe(500 - 10 - 1)
  })

  it('leaves the answer needs_key as it is when no provider is set up', async () => {
    await setBudget({ questions: 1 })
    await llm.summarize()
    const { json } = await llm.gateway.asOwner('/app/providers')
    await llm.gateway.asOwner(`/app/providers/${json.providers[0].id}`, { method: 'DELETE' })
    expect(await llm.summarize()).toMatchObject({ status: 200, json: { data: { _engine: 'needs_key' } } })
  })
})

describe('setting a budget', () => {
  it('gives every key without one of its own the default of the settings, at once', async () => {
    const body = { model_questions_per_day: 1, model_tokens_per_day: 100 }
    await llm.gateway.asOwner('/app/settings', { method: 'PATCH', body })
    expect(await budgetOf(llm.gateway)).toMatchObject({
      questions: { limit: 1, own: false },
      tokens: { limit: 100 },
    })
    await llm.summarize()
    const over = await llm.summarize()
    expect(refusal(over)).toEqual(OVER)
    expect(over.json.error.message).toContain('or for all keys in Settings under Limits')
    await setBudget({ questions: 2 })
    expect(await llm.summarize()).toMatchObject({ status: 200 })
  })

  it('changes only what is sent, and null returns to the default', async () => {
    expect(await setBudget({ questions: 7, tokens: 500 })).toMatchObject({
      questions: { limit: 7, own: true },
      tokens: { limit: 500, own: true },
    })
    expect(await setBudget({ questions: null })).toMatchObject({
      questions: { limit: 2_000, own: false },
      tokens: { limit: 500, own: true },
    })
  })

  it('is for administrators, takes an existing key, and leaves a row in the audit trail', async () => {
    const path = '/v1/enterprise/model-budgets'
    const body = { key_id: llm.gateway.keyId, questions: 3 }
    expect(await llm.gateway.send(path, { body })).toMatchObject({ status: 403 })
    expect(await llm.gateway.asOwner(path, { body: { ...body, key_id: 'none' } })).toMatchObject({
      status: 400,
    })
    await setBudget({ questions: 3 })
    const { json } = await llm.gateway.asOwner('/v1/enterprise/audit?action=key.model_budget_set')
    expect(json.entries).toMatchObject([
      { target: llm.gateway.keyId, detail: { questions: 3, tokens: null } },
    ])
  })

  it('is a field of a new team key, and the list of keys shows it', async () => {
    const body = { name: 'CI', model_budget: { questions: 1 } }
    const made = (await llm.gateway.asOwner('/v1/enterprise/keys', { body })).json
    expect(made.model_budget.questions).toEqual({ used: 0, limit: 1, own: true })
    const summarize = () => llm.gateway.send('/v1/llm-summarize', { key: made.key, body: BODY })
    expect(await summarize()).toMatchObject({ status: 200 })
    expect(refusal(await summarize())).toEqual(OVER)
    // Other keys of the same maker have budgets of their own.
    expect(await llm.summarize()).toMatchObject({ status: 200 })
    const { json } = await llm.gateway.asOwner('/v1/enterprise/keys')
    const listed = json.keys.find(({ key_id }: Json) => key_id === made.key_id)
    expect(listed.model_budget).toMatchObject({
      questions: { used: 1, limit: 1 },
      tokens: { used: TOKENS },
    })
  })

  it('limits the owner only where it was set for the owner', async () => {
    const body = { model_questions_per_day: 1 }
    await llm.gateway.asOwner('/app/settings', { method: 'PATCH', body })
    const asOwner = () => llm.gateway.asOwner('/v1/llm-summarize', { body: BODY })
    expect((await asOwner()).status).toBe(200)
    expect((await asOwner()).status).toBe(200)
    expect(await budgetOf(llm.gateway, OWNER_KEY)).toMatchObject({
      questions: { used: 2, limit: null, own: false },
    })
    await setBudget({ questions: 2 }, llm.gateway.ownerId)
    expect(refusal(await asOwner())).toEqual(OVER)
  })
})
