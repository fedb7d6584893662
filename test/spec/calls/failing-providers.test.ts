import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LLM_TEXT, LlmGateway } from '../../support/models/llm-gateway.ts'
import type { LlmScript } from '../../support/models/llm-server.ts'

let llm: LlmGateway
beforeEach(async () => {
  llm = await LlmGateway.open()
})
afterEach(async () => await llm.close())

describe('a provider that fails', () => {
  const cases: [string, LlmScript, string][] = [
    ['401', { status: 401 }, 'OpenAI refused the key (401)'],
    ['429', { status: 429, headers: { 'retry-after': '9' } }, 'try again in 9 seconds'],
    ['500', { status: 500 }, 'reported an error on its side (500)'],
    ['a hang', { hang: true }, 'did not answer completely within 0.5 seconds'],
    ['a stream that breaks off', { cutAfter: 2, gapMs: 20 }, 'broke off before its end'],
    ['a malformed piece', { garbleAt: 2 }, 'breaks its own protocol'],
  ]

  it.each(cases)('with %s gives an error and the credits back', async (_what, script, sentence) => {
    await llm.hurryFor(script)
    llm.server.script = script
    const { status, json, headers } = await llm.summarize()
    expect([status, json.error.code]).toEqual([500, 'handler_error'])
    expect(json.error.message).toContain(sentence)
    expect(json.error.message).toMatch(/Nothing was charged\.$/)
    expect(json.error.timed_out).toBe(script.hang)
    expect(headers.get('retry-after')).toBe(script.status === 429 ? '9' : null)
    expect((await llm.gateway.send('/v1/credits/history?limit=2')).json.entries).toMatchObject([
      { type: 'refund', credits: 10, slug: 'llm-summarize' },
      { type: 'charge', credits: -10, slug: 'llm-summarize' },
    ])
    expect(llm.gateway.balance()).toBe(500)
  })

  it.each(cases)(
    'with %s ends a stream with an error, done and the credits back',
    async (_what, script, sentence) => {
      await llm.hurryFor(script)
      llm.server.script = script
      const events = await llm.stream()
      expect(events.slice(-2).map(({ event }) => event)).toEqual(['error', 'done'])
      expect(events.at(-2)!.data).toMatchObject({
        code: 'handler_error',
        message: expect.stringContaining(sentence),
      })
      expect(events.at(-1)!.data).toMatchObject({ ok: false, credits_used: 0, balance: 500 })
    },
  )

  it('fails one item of a batch and no other', async () => {
    const calls = [
      { slug: 'llm-summarize', input: { text: LLM_TEXT } },
      { slug: 'crypto-hash-sha256', input: { text: 'abc' } },
    ]
    llm.server.script = { status: 500 }
    const { json } = await llm.gateway.send('/v1/batch', { body: { calls } })
    expect(json).toMatchObject({
      ok: true,
      partial: true,
      results: [{ ok: false, credits: 0 }, { ok: true }],
    })
  })
})
