import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

const dryRun = (slug: string, body: object, key = gateway.key) =>
  gateway.send(`/v1/dry-run/${slug}`, { key, body })

describe('POST /v1/dry-run/{slug}', () => {
  it('previews the cost, with every field of the table', async () => {
    const { status, json } = await dryRun('text-csv-to-json', { csv: 'a\n1' })
    expect(status).toBe(200)
    expect(json).toEqual({
      ok: true,
      dry_run: true,
      slug: 'text-csv-to-json',
      name: expect.any(String),
      credits: 3,
      estimated_cost_usd: '0.003',
      can_afford: true,
      balance: 500,
      balance_after: 497,
      has_handler: true,
      input_schema: expect.objectContaining({ required: ['csv'] }),
      input_validation: { valid: true, missing_fields: [], issues: [] },
      hints: {
        execute: 'POST /v1/text-csv-to-json',
        stream: 'POST /v1/stream/text-csv-to-json',
        async: 'POST /v1/async/text-csv-to-json',
      },
    })
  })

  it('charges nothing, holds nothing, runs nothing and leaves no entry', async () => {
    const entries = async () => (await gateway.send('/v1/credits/history')).json.entries.length
    const before = await entries()
    const { headers } = await dryRun('memory-set', { key: 'dry', value: 1 })
    expect(headers.get('x-credits-used')).toBe('0')
    expect(headers.get('x-cost-usd')).toBe('0')
    expect(await entries()).toBe(before)
    const { json } = await gateway.send('/v1/credits/balance')
    expect(json).toMatchObject({ balance: 500, reserved: 0 })
    expect((await gateway.call('memory-get', { key: 'dry' })).json.data.found).toBe(false)
  })

  // $1 buys 1,000 credits (spec, "Limits").
  it.each([
    ['memory-get', 0, '0'],
    ['crypto-hash-sha256', 1, '0.001'],
    ['webhook-send', 5, '0.005'],
    ['llm-summarize', 10, '0.01'],
  ])('estimates what the credits of %s cost to buy', async (slug, credits, usd) => {
    const { json } = await dryRun(slug, {})
    expect(json).toMatchObject({ credits, estimated_cost_usd: usd })
  })

  it('checks the input against the schema and names what is missing and what is wrong', async () => {
    const missing = await dryRun('webhook-send', { payload: 1 })
    expect(missing.status).toBe(200)
    expect(missing.json.input_validation).toEqual({
      valid: false,
      missing_fields: ['url'],
      issues: [{ path: 'url', message: expect.any(String) }],
    })
    const wrong = await dryRun('crypto-hash-sha256', { text: 'a', encoding: 'base7' })
    expect(wrong.json.input_validation).toMatchObject({
      valid: false,
      missing_fields: [],
      issues: [{ path: 'encoding' }],
    })
    const unknown = await dryRun('crypto-hash-sha256', { text: 'a', txt: 'b' })
    expect(unknown.json.input_validation.valid).toBe(false)
  })

  it('takes the same body as the call: mode, trace, session_id and a bare input', async () => {
    const body = { input: 'abc', mode: 'agent', trace: true, session_id: 's' }
    const { json } = await dryRun('crypto-hash-sha256', body)
    expect(json.input_validation.valid).toBe(true)
    expect((await gateway.call('crypto-hash-sha256', body)).status).toBe(200)
  })

  it('refuses a gateway field of the wrong kind as the call would', async () => {
    const { status, json } = await dryRun('crypto-hash-sha256', { text: 'a', mode: 'robot' })
    expect(status).toBe(400)
    expect(json.error.code).toBe('validation_error')
  })

  it('says when the credits do not suffice, without calling it an error', async () => {
    const { key } = await gateway.instance.services.keys.create({
      kind: 'personal',
      name: 'Poor',
      grant: 2,
    })
    const { status, json } = await dryRun('text-csv-to-json', { csv: '' }, key)
    expect(status).toBe(200)
    expect(json).toMatchObject({ can_afford: false, balance: 2, balance_after: 0 })
    const enough = await dryRun('crypto-hash-sha256', { text: '' }, key)
    expect(enough.json).toMatchObject({ can_afford: true, balance: 2, balance_after: 1 })
  })

  it('hints only at addresses that exist', async () => {
    const { json } = await dryRun('memory-get', { key: 'a' })
    for (const hint of Object.values<string>(json.hints)) {
      const [method, path] = hint.split(' ')
      const { status } = await gateway.send(path!, { method: method!, key: OWNER_KEY, body: { key: 'a' } })
      expect(status, hint).toBeLessThan(300)
    }
  })

  it('refuses an unknown tool', async () => {
    const { status, json } = await dryRun('webhook-sned', {})
    expect(status).toBe(404)
    expect(json.error).toMatchObject({ code: 'api_not_found', nearest: ['webhook-send'] })
  })
})
