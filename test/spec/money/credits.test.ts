import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OWNER_KEY, TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

const CSV = 'text-csv-to-json'
const SHA = 'crypto-hash-sha256'
const DAY = 24 * 60 * 60 * 1_000

let silent: Server
let silentOrigin: string
let gateway: TestGateway
beforeAll(async () => {
  silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  silentOrigin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  gateway = await TestGateway.create({ allowedOrigins: ['http://127.0.0.1:1', silentOrigin] })
})
afterAll(async () => {
  await gateway.close()
  silent.closeAllConnections()
  silent.close()
})

/** A key of its own, which may send as much as a test needs. */
async function newKey(grant: number): Promise<string> {
  const { account, key } = await gateway.instance.services.keys.create({
    kind: 'personal',
    name: 'Credits',
    grant,
  })
  const { status } = await gateway.send('/v1/enterprise/rate-limits', {
    key: OWNER_KEY,
    body: { key_id: account.id, limit: 100_000, window_seconds: 60 },
  })
  expect(status).toBe(200)
  return key
}

const balance = async (key: string) => (await gateway.send('/v1/credits/balance', { key })).json
const history = async (key: string, query = '?limit=500') =>
  (await gateway.send(`/v1/credits/history${query}`, { key })).json
const sumOf = (entries: Json[]) => entries.reduce((sum, { credits }) => sum + credits, 0)
const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
const csv = (i: number) => ({ csv: `n\n${i}` })

describe('calls at the same time', () => {
  it('600 calls of 3 credits on 500 credits: 166 answered, 434 refused, 2 credits left', async () => {
    const key = await newKey(500)
    const answers = await Promise.all(times(600, (i) => gateway.call(CSV, csv(i), { key })))
    const refused = answers.filter(({ status }) => status === 402)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(166)
    expect(refused).toHaveLength(434)
    for (const { json } of refused) {
      expect(json.error).toMatchObject({ code: 'insufficient_credits', need: 3 })
      expect([0, 1, 2]).toContain(json.error.have)
    }
    expect(await balance(key)).toMatchObject({ balance: 2, reserved: 0 })
    const seen = answers.flatMap(({ json }) => (json.ok ? [json.meta.balance] : []))
    expect(seen.toSorted((a, b) => b - a)).toEqual(times(166, (i) => 500 - 3 * (i + 1)))
  })

  it('60 batches of 10: the costs of the items, the totals and the drop in balance agree', async () => {
    const key = await newKey(500)
    const answers = await Promise.all(
      times(60, (b) =>
        gateway.send('/v1/batch', {
          key,
          body: { calls: times(10, (i) => ({ slug: CSV, input: csv(b * 10 + i) })) },
        }),
      ),
    )
    const items = answers.flatMap(({ json }) => json.results)
    const succeeded = items.filter(({ ok }) => ok)
    expect(succeeded).toHaveLength(166)
    expect(sumOf(items)).toBe(498)
    expect(answers.reduce((sum, { json }) => sum + json.total_credits, 0)).toBe(498)
    expect(await balance(key)).toMatchObject({ balance: 2, reserved: 0 })
  })

  it('failures among them cost nothing at all', async () => {
    const key = await newKey(5_000)
    const calls = [
      () => gateway.call(SHA, { text: 'a' }, { key }),
      () => gateway.call('webhook-send', { url: 'http://127.0.0.1:1/' }, { key }),
      () => gateway.call(CSV, { csv: '"' }, { key }),
      () => gateway.call('llm-summarize', { text: 'a' }, { key }),
      () => gateway.call(CSV, csv(1), { key }),
    ]
    const answers = await Promise.all(times(100, (i) => calls[i % calls.length]!()))
    const counts = calls.map((_, c) => answers.filter((_answer, i) => i % calls.length === c))
    expect(counts.map((group) => new Set(group.map(({ status }) => status)))).toEqual(
      [200, 500, 400, 200, 200].map((status) => new Set([status])),
    )
    expect(await balance(key)).toMatchObject({ balance: 5_000 - 20 * (1 + 3), reserved: 0 })
    const { entries } = await history(key)
    expect(sumOf(entries)).toBe(5_000 - 80)
    expect(entries.filter(({ type }: Json) => type === 'refund')).toHaveLength(40)
  })

  it('100 calls race for the credits of one, and exactly one gets them', async () => {
    const key = await newKey(1)
    const answers = await Promise.all(times(100, (i) => gateway.call(SHA, { text: `${i}` }, { key })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(99)
    expect(await balance(key)).toMatchObject({ balance: 0, reserved: 0 })
  })

  it('a running call holds its credits, and another finds only the rest', async () => {
    const key = await newKey(7)
    const reached = new Promise<void>((resolve) => {
      silent.once('request', (_request, response) => {
        resolve()
        setImmediate(() => void answerLater.then(() => response.end('{}')))
      })
    })
    const { promise: answerLater, resolve: answer } = Promise.withResolvers<void>()
    const running = gateway.call('webhook-send', { url: silentOrigin }, { key })
    await reached
    expect(await balance(key)).toMatchObject({ balance: 7, reserved: 5 })
    const { json } = await gateway.call(CSV, csv(1), { key })
    expect(json.error).toMatchObject({ code: 'insufficient_credits', need: 3, have: 2 })
    const preview = await gateway.send(`/v1/dry-run/${CSV}`, { key, body: csv(1) })
    expect(preview.json.can_afford).toBe(false)
    answer()
    expect((await running).json.meta.balance).toBe(2)
    expect(await balance(key)).toMatchObject({ balance: 2, reserved: 0 })
  })
})

describe('GET /v1/credits/history', () => {
  it('shows every entry, newest first, and adds up to the balance', async () => {
    const key = await newKey(500)
    const { headers } = await gateway.call(CSV, csv(1), { key })
    await gateway.send('/v1/credits/buy', { key, body: { credits: 1_000 } })
    const page = await history(key)
    expect(page.entries).toMatchObject([
      { type: 'purchase', credits: 1_000, balance_after: 1_497 },
      {
        type: 'charge',
        credits: -3,
        balance_after: 497,
        slug: CSV,
        request_id: headers.get('x-request-id'),
      },
      { type: 'grant', credits: 500, balance_after: 500 },
    ])
    expect(sumOf(page.entries)).toBe(page.balance)
  })

  it('shows a failed call as a charge and its refund, which add up to zero', async () => {
    const key = await newKey(500)
    const { headers } = await gateway.call('webhook-send', { url: 'http://127.0.0.1:1/' }, { key })
    const [refund, charge] = (await history(key)).entries
    const shared = { slug: 'webhook-send', request_id: headers.get('x-request-id') }
    expect(refund).toMatchObject({ type: 'refund', credits: 5, balance_after: 500, ...shared })
    expect(charge).toMatchObject({ type: 'charge', credits: -5, balance_after: 495, ...shared })
  })

  it('leaves out a call that was refused before it ran', async () => {
    const key = await newKey(2)
    await gateway.call(SHA, {}, { key })
    await gateway.call(CSV, csv(1), { key })
    expect((await history(key)).entries).toHaveLength(1)
  })

  it('pages without a gap, even while calls go on', async () => {
    const key = await newKey(500)
    for (let i = 0; i < 7; i++) await gateway.call(SHA, { text: `${i}` }, { key })
    const first = await history(key, '?limit=3')
    await gateway.call(SHA, { text: 'between' }, { key })
    const second = await history(key, `?limit=3&cursor=${first.next_cursor}`)
    const last = await history(key, `?limit=3&cursor=${second.next_cursor}`)
    const after = [first, second, last].flatMap(({ entries }) => entries.map((e: Json) => e.balance_after))
    expect(after).toEqual([493, 494, 495, 496, 497, 498, 499, 500])
    expect('next_cursor' in last).toBe(false)
  })

  it('shows each key its own entries only', async () => {
    const key = await newKey(9)
    const { entries } = await history(key)
    expect(entries).toHaveLength(1)
  })
})

describe('GET /v1/credits/balance', () => {
  it('shows the balance, the reserved credits, and whether the balance is low', async () => {
    expect(await balance(await newKey(100))).toMatchObject({
      ok: true,
      balance: 100,
      reserved: 0,
      low_balance: false,
    })
    expect(await balance(await newKey(99))).toMatchObject({ low_balance: true })
  })
})

describe('POST /v1/credits/buy', () => {
  const buy = (key: string, body: object) => gateway.send('/v1/credits/buy', { key, body })

  // $1 for 1,000 credits (spec, "Limits").
  it.each([
    [{ credits: 1_000 }, 1_000, '1'],
    [{ amount: 2_500 }, 2_500, '2.5'],
    [{ credits: 1_001, amount: 9 }, 1_001, '1.001'],
  ])('completes at once within the allowance: %j', async (body, credits, usd) => {
    const key = await newKey(10)
    const { status, json, headers } = await buy(key, body)
    expect(status).toBe(201)
    expect(json).toEqual({
      ok: true,
      status: 'completed',
      credits_added: credits,
      balance: 10 + credits,
      amount_usd: usd,
      purchase_id: expect.any(String),
    })
    expect(headers.get('x-credits-remaining')).toBe(String(10 + credits))
    expect(headers.get('x-credits-used')).toBe('0')
  })

  it.each([
    {},
    { credits: 999 },
    { credits: 0 },
    { credits: -1_000 },
    { credits: 1_000.5 },
    { credits: '1000' },
    { credits: null },
    { credits: 1e300 },
  ])('refuses anything but a sum of at least 1,000: %j', async (body) => {
    const key = await newKey(10)
    const { status, json } = await buy(key, body)
    expect([status, json.error.code]).toEqual([400, 'validation_error'])
    expect((await balance(key)).balance).toBe(10)
  })

  it('waits for the owner past 10,000 credits in 30 days, and completes at once again afterwards', async () => {
    const key = await newKey(0)
    expect((await buy(key, { credits: 9_000 })).status).toBe(201)
    const { status, json } = await buy(key, { credits: 1_001 })
    expect(status).toBe(202)
    expect(json).toMatchObject({ ok: true, status: 'pending', credits_added: 0, balance: 9_000 })
    expect((await buy(key, { credits: 1_000 })).status).toBe(201)
    expect((await balance(key)).balance).toBe(10_000)
    gateway.advance(30 * DAY)
    expect((await buy(key, { credits: 10_000 })).status).toBe(201)
  })

  it('holds simultaneous purchases to the same allowance as purchases one by one', async () => {
    const key = await newKey(0)
    const answers = await Promise.all(times(15, () => buy(key, { credits: 1_000 })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect((await balance(key)).balance).toBe(10_000)
  })

  it('completes the owner’s own purchases at once, whatever their size', async () => {
    const before = (await balance(OWNER_KEY)).balance
    const { status, json } = await buy(OWNER_KEY, { credits: 1_000_000 })
    expect([status, json.balance]).toEqual([201, before + 1_000_000])
  })

  it('lets a call through that was refused for lack of credits', async () => {
    const key = await newKey(2)
    expect((await gateway.call(CSV, csv(1), { key })).status).toBe(402)
    await buy(key, { credits: 1_000 })
    expect((await gateway.call(CSV, csv(1), { key })).json.meta.balance).toBe(999)
  })
})

describe('the two dollar figures', () => {
  it('are 0.005 a credit in X-Cost-USD and what the credits cost to buy in estimated_cost_usd', async () => {
    const key = await newKey(500)
    const call = await gateway.call(CSV, csv(1), { key })
    const preview = await gateway.send(`/v1/dry-run/${CSV}`, { key, body: csv(1) })
    expect(call.headers.get('x-cost-usd')).toBe('0.015')
    expect(preview.json.estimated_cost_usd).toBe('0.003')
  })
})
