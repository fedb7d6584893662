import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EventReader } from '../../support/events/event-reader.ts'
import { OWNER_KEY, TestGateway, type TestCall } from '../../support/gateway/test-gateway.ts'
import { chargeMany, openUsage, readUpTo, USAGE_STREAM } from '../../support/events/usage-events.ts'

const SHA = 'crypto-hash-sha256'

let gateway: TestGateway
beforeEach(async () => {
  // Nothing listens at port 1, so that a webhook to it fails.
  gateway = await TestGateway.create({ allowedOrigins: ['http://127.0.0.1:1'] })
  onTestFinished(() => gateway.close())
  await gateway.instance.services.keys.setRateLimit(gateway.keyId, 100_000, 60)
})

const open = (call?: TestCall, query?: string) => openUsage(gateway, call, query)
const hashOf = (text: string, call: TestCall = {}) => gateway.call(SHA, { text }, call)
const otherKey = async (change: object = {}) =>
  await gateway.instance.services.keys.create({ kind: 'personal', name: 'Other', grant: 500, ...change })

describe('GET /v1/stream/usage', () => {
  it('begins with the balance, and reports each call as the ledger has it', async () => {
    const reader = await open()
    const [first] = await reader.take(1)
    expect(first).toMatchObject({ event: 'balance', data: { balance: 500, reserved: 0 } })

    const call = await hashOf('abc')
    const [told] = await reader.take(1)
    expect(told).toEqual({
      event: 'usage',
      id: expect.stringMatching(/^\d+$/),
      data: {
        request_id: call.headers.get('x-request-id'),
        slug: SHA,
        credits: 1,
        balance: 499,
        engine: 'real',
        ok: true,
        ts: '2026-01-01T00:00:00.000Z',
      },
    })
    expect(Number(told!.id)).toBeGreaterThan(Number(first!.id))
  })

  it('has the headers of every answer, and forbids caching and buffering on the way', async () => {
    const { status, headers, body } = await gateway.open(USAGE_STREAM)
    onTestFinished(() => body!.cancel())
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-credits-used': '0',
      'x-credits-remaining': '500',
      'x-engine': 'real',
      'x-cache': 'MISS',
      'x-output-hash': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    })
  })

  it('reports calls that fail or need a provider once each, at no cost', async () => {
    const reader = await open()
    await reader.take(1)
    await gateway.call('webhook-send', { url: 'http://127.0.0.1:1' })
    await gateway.call('llm-summarize', { text: 'Long.' })
    // Refused before it ran: no use of the key.
    await gateway.call(SHA, { text: 5 })
    await hashOf('abc')
    const told = (await reader.take(3)).map(({ data }) => [data.slug, data.ok, data.engine, data.credits])
    expect(told).toEqual([
      ['webhook-send', false, 'error', 0],
      ['llm-summarize', false, 'needs_key', 0],
      [SHA, true, 'real', 1],
    ])
  })

  it('reports every item of a batch, a cached call, a job and a free call', async () => {
    const reader = await open()
    await reader.take(1)
    const calls = ['a', 'a', 'b'].map((text) => ({ slug: SHA, input: { text } }))
    await gateway.send('/v1/batch', { body: { calls } })
    await gateway.send(`/v1/async/${SHA}`, { body: { text: 'c' } })
    const told = await reader.take(4)
    expect(told.map(({ data }) => data.balance)).toEqual([499, 498, 497, 496])
    await gateway.call('memory-get', { key: 'nothing' })
    expect((await reader.take(1))[0]!.data).toMatchObject({ slug: 'memory-get', credits: 0, balance: 496 })
  })

  it('reports a call once when its request is repeated', async () => {
    const reader = await open()
    await reader.take(1)
    const headers = { 'idempotency-key': 'once' }
    await hashOf('abc', { headers })
    await hashOf('abc', { headers })
    const last = await hashOf('abd')
    expect(await readUpTo(reader, last.headers.get('x-request-id')!)).toHaveLength(2)
  })

  it('reports the balance after a purchase', async () => {
    const reader = await open()
    await reader.take(1)
    await gateway.send('/v1/credits/buy', { body: { credits: 1_000 } })
    expect(await reader.take(1)).toMatchObject([
      { event: 'balance', data: { balance: 1_500, reserved: 0 } },
    ])
  })

  it('sends a comment every 15 seconds while nothing happens', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const reader = await open()
    await reader.take(1)
    const more = reader.readMore()
    await vi.advanceTimersByTimeAsync(14_900)
    expect(reader.comments).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await more
    expect(reader.comments).toEqual(['heartbeat'])
  })

  it('ends when its key is revoked, while others go on', async () => {
    const { key, account } = await otherKey()
    const theirs = await open({ key })
    const mine = await open()
    await Promise.all([theirs.take(1), mine.take(1)])
    await gateway.instance.services.keys.revoke(account.id)
    expect(await theirs.next()).toBeNull()
    await hashOf('abc')
    expect(await mine.take(1)).toMatchObject([{ event: 'usage' }])
  })

  it('ends when its key expires', async () => {
    const { key } = await otherKey({ expiresAt: Date.UTC(2026, 0, 2) })
    const reader = await open({ key })
    await reader.take(1)
    gateway.advance(86_400_000)
    await hashOf('abc')
    expect(await reader.next()).toBeNull()
  })
})

describe('the key whose events a usage stream reports', () => {
  it('is the exact key, so that not even the owner hears of another', async () => {
    const { key } = await otherKey()
    const [mine, owners] = [await open(), await open({ key: OWNER_KEY })]
    await Promise.all([mine.take(1), owners.take(1)])
    await hashOf('theirs', { key })
    const ids = [await hashOf('mine'), await hashOf('owner', { key: OWNER_KEY })].map(({ headers }) =>
      headers.get('x-request-id')!,
    )
    expect(await readUpTo(mine, ids[0]!)).toHaveLength(1)
    expect(await readUpTo(owners, ids[1]!)).toHaveLength(1)
  })

  it('is the team key that spends, not the key that pays, however much it spends', async () => {
    const made = await gateway.send('/v1/enterprise/keys', {
      key: OWNER_KEY,
      body: { name: 'Team', credit_limit: 100 },
    })
    const { key } = made.json
    const [payers, teams] = [await open({ key: OWNER_KEY }), await open({ key })]
    const [start] = await payers.take(1)
    expect((await teams.take(1))[0]!.data).toEqual({ balance: 100, reserved: 0 })
    await chargeMany(gateway.instance.services, made.json.key_id, 500)
    const theirs = await hashOf('theirs', { key })
    const [told] = (await readUpTo(teams, theirs.headers.get('x-request-id')!)).slice(-1)
    expect(told!.data).toMatchObject({ credits: 1, balance: 99 })

    const own = (await hashOf('own', { key: OWNER_KEY })).headers.get('x-request-id')!
    expect(await readUpTo(payers, own)).toHaveLength(1)
    const again = await open({ key: OWNER_KEY, headers: { 'last-event-id': start!.id } })
    expect(await readUpTo(again, own)).toHaveLength(2)
  })

  it('is every key for an admin who asks, with the id of each', async () => {
    const { key, account } = await otherKey()
    const reader = await open({ key: OWNER_KEY }, '?keys=all')
    const [first] = await reader.take(1)
    expect(first!.data).toMatchObject({ balance: 500, key_id: expect.stringMatching(/^key_/) })
    await hashOf('mine')
    await hashOf('theirs', { key })
    expect((await reader.take(2)).map(({ data }) => data.key_id)).toEqual([gateway.keyId, account.id])
  })

  it('is the owner for the page', async () => {
    const cookie = `${gateway.instance.cookieName()}=${gateway.instance.sessions.open()}`
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const reader = await open({ key: null, headers })
    await reader.take(1)
    await hashOf('mine')
    const { headers: sent } = await hashOf('owner', { key: OWNER_KEY })
    expect(await readUpTo(reader, sent.get('x-request-id')!)).toHaveLength(1)
  })
})

describe('a usage stream refuses', () => {
  const refusals: Record<string, [query: string, call: TestCall, status: number, code: string]> = {
    'no key': ['', { key: null }, 401, 'auth_required'],
    'an unknown key': ['', { key: `${OWNER_KEY}0` }, 401, 'invalid_key'],
    'all keys without admin': ['?keys=all', {}, 403, 'forbidden'],
    'another word for keys': ['?keys=some', {}, 400, 'validation_error'],
    'an id that is not a number': ['', { headers: { 'last-event-id': 'abc' } }, 400, 'validation_error'],
    'a negative id': ['', { headers: { 'last-event-id': '-1' } }, 400, 'validation_error'],
    'an endless id': ['', { headers: { 'last-event-id': '9'.repeat(30) } }, 400, 'validation_error'],
    'another method': ['', { method: 'DELETE' }, 405, 'method_not_allowed'],
  }
  it.each(Object.entries(refusals))('%s', async (_, [query, call, status, code]) => {
    const answer = await gateway.send(USAGE_STREAM + query, call)
    expect([answer.status, answer.json.error.code]).toEqual([status, code])
  })

  it('more requests than the key may send', async () => {
    const { key } = await otherKey({ rateLimit: 1 })
    await (await open({ key })).take(1)
    expect((await gateway.send(USAGE_STREAM, { key })).status).toBe(429)
  })

  it('the 33rd stream of a key, and the 201st of all keys but the owner, until one is closed', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, async () => (await otherKey()).key))
    const readers: EventReader[] = []
    const openSome = async (key: string, count: number) => {
      for (let i = 0; i < count; i++) readers.push(await open({ key }))
    }
    for (const key of keys.slice(0, 6)) await openSome(key, 32)
    const own = await gateway.send(USAGE_STREAM, { key: keys[0]! })
    expect([own.status, own.json.error.code]).toEqual([429, 'rate_limited'])
    expect(own.json.error.message).toContain('This key has too many')
    expect(Number(own.headers.get('retry-after'))).toBeGreaterThan(0)

    await openSome(keys[6]!, 8)
    const last = await gateway.send(USAGE_STREAM, { key: keys[7]! })
    expect([last.status, last.json.error.message]).toEqual([429, expect.stringContaining('This gateway')])
    expect((await (await open({ key: OWNER_KEY })).take(1))[0]).toMatchObject({ event: 'balance' })
    await readers[0]!.close()
    await (await open({ key: keys[7]! })).take(1)
  })
})
