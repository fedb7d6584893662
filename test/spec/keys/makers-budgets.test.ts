import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CountedUse } from '../../../src-main/accounts/model-use.ts'
import { nothing } from '../../../src-main/storage/engine/work.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { OWNER_KEY, type Json, type TestAnswer } from '../../support/gateway/test-gateway.ts'
import { LLM_TEXT, LlmGateway } from '../../support/models/llm-gateway.ts'

const BODY = { text: LLM_TEXT }
/** What the server of the tests reports for one question. */
const TOKENS = 11
/** The model answers with plain text, so no answer matches; each call asks twice. */
const UNSATISFIABLE = { text: 'a', schema: { type: 'object' } }

let llm: LlmGateway
let names = 0
beforeEach(async () => {
  llm = await LlmGateway.open()
  await liftRateLimit(llm.gateway)
})
afterEach(async () => await llm.close())

/** An administrator's key that another key makes, as it was sent. */
async function make(by: string, fields: object = {}): Promise<Json> {
  const permissions = ['admin']
  const rate_limit = { limit: 10_000, window_seconds: 60 }
  const body = { name: `Key ${++names}`, permissions, rate_limit, ...fields }
  const { status, json } = await llm.gateway.send('/v1/enterprise/keys', { key: by, body })
  expect([status, json.error]).toEqual([201, undefined])
  return json
}

const summarize = ({ key }: Json): Promise<TestAnswer> => llm.gateway.call('llm-summarize', BODY, { key })

async function used({ key }: Json): Promise<[questions: number, tokens: number]> {
  const { json } = await llm.gateway.send('/v1/credits/balance', { key })
  const { questions, tokens } = json.model_budget
  return [questions.used, tokens.used]
}

describe('a key that makes keys', () => {
  it('has one budget with all of them, however many calls they make at once', async () => {
    const maker = await make(OWNER_KEY, { model_budget: { questions: 10 } })
    const child = await make(maker.key)
    const family = [maker, child, await make(maker.key), await make(child.key)]
    const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => summarize(family[n % 4])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14)
    expect(llm.server.seen).toHaveLength(10)
    expect(await used(maker)).toEqual([10, 10 * TOKENS])
    const later = await summarize(await make(maker.key))
    expect(later.status).toBe(429)
    expect(later.json.error.message).toMatch(
      new RegExp(`^The key ${maker.key_id}, from which this one comes, has used 10 of its 10 questions`),
    )
    expect(later.json.error.message).toContain(`\`toolgate keys budget ${maker.key_id} --questions N\``)
  })

  it('shares its tokens with them too', async () => {
    const maker = await make(OWNER_KEY, { model_budget: { tokens: TOKENS + 1 } })
    const children = [await make(maker.key), await make(maker.key)]
    const statuses: number[] = []
    for (const one of [...children, ...children]) statuses.push((await summarize(one)).status)
    expect(statuses).toEqual([200, 200, 429, 429])
    expect(await used(children[0])).toEqual([1, TOKENS])
  })

  it('waits for what they left unpaid, and so do they', async () => {
    const maker = await make(OWNER_KEY)
    const children = [await make(maker.key), await make(maker.key)]
    for (let calls = 0; calls < 10; calls++) {
      const { key } = children[calls % 2]!
      const failed = await llm.gateway.call('llm-data-extract', UNSATISFIABLE, { key })
      expect(failed.status).toBe(500)
    }
    for (const one of [maker, ...children, await make(maker.key)])
      expect(await summarize(one)).toMatchObject({
        status: 429,
        json: { error: { code: 'rate_limited', retry_after: 60 } },
      })
    expect((await summarize(await make(OWNER_KEY))).status).toBe(200)
  })

  it('is not the owner, whose keys have budgets of their own', async () => {
    const ofOwner = await make(OWNER_KEY, { model_budget: { questions: 1 } })
    expect((await summarize(ofOwner)).status).toBe(200)
    expect((await summarize(ofOwner)).status).toBe(429)
    expect(await used({ key: OWNER_KEY })).toEqual([0, 0])
    expect((await summarize(await make(OWNER_KEY))).status).toBe(200)
  })

  it('has asked what it and they have asked, in whichever order questions begin and end', async () => {
    const LIMIT = 12
    const { keys, modelBudgets } = llm.gateway.instance.services
    const step = fc.record({ who: fc.nat(3), ends: fc.boolean(), tokens: fc.nat(5) })
    const run = async (steps: readonly { who: number; ends: boolean; tokens: number }[]) => {
      const maker = await make(OWNER_KEY, { model_budget: { questions: LIMIT } })
      const child = await make(maker.key, { model_budget: { questions: 7 } })
      const made = [maker, child, await make(child.key), await make(maker.key)]
      const family = made.map(({ key }) => keys.find(key)!)
      // Whom a question of each key counts for: itself, and whoever made it.
      const counts = [[0], [1, 0], [2, 1, 0], [3, 0]]
      const limits = [LIMIT, 7, 7, LIMIT]
      const expected = family.map(() => 0)
      const asked: { who: number; counted: Promise<CountedUse | null> }[] = []
      const ended: Promise<void>[] = []
      let tokens = 0
      for (const { who, ends, tokens: took } of steps) {
        const open = ends ? asked.shift() : undefined
        if (open) {
          ended.push(
            open.counted.then((use) => {
              use?.ended(took)
              if (use) tokens += took
            }),
          )
          continue
        }
        const mayAsk = counts[who]!.every((one) => expected[one]! < limits[one]!)
        if (mayAsk) for (const one of counts[who]!) expected[one]!++
        const counted = modelBudgets.count(family[who]!, true).catch(() => null)
        asked.push({ who, counted })
        expect(family.map((one) => modelBudgets.of(one).questions.used)).toEqual(expected)
      }
      for (const { counted } of asked) (await counted)?.ended(0)
      await Promise.all(ended)
      await llm.gateway.instance.services.engine.write('', nothing)
      expect(modelBudgets.of(family[0]!).tokens.used).toBe(tokens)
      expect(modelBudgets.of(family[0]!).questions.used).toBeLessThanOrEqual(LIMIT)
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), run), { seed: 1, numRuns: 25 })
  })
})
