import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Services } from '../../src-main/pipeline/services.ts'
import { EventReader, type ReadEvent } from '../support/event-reader.ts'
import { OWNER_KEY, TestGateway, type Json, type TestCall } from '../support/test-gateway.ts'

const STREAM = '/v1/stream/usage'
const SHA = 'crypto-hash-sha256'

let gateway: TestGateway
beforeEach(async () => {
  // Nothing listens at port 1, so that a webhook to it fails.
  gateway = await TestGateway.create({ allowedOrigins: ['http://127.0.0.1:1'] })
  onTestFinished(() => gateway.close())
  await gateway.instance.services.keys.setRateLimit(gateway.keyId, 100_000, 60)
})

async function open(call: TestCall = {}, query = ''): Promise<EventReader> {
  const reader = new EventReader(await gateway.open(STREAM + query, call))
  onTestFinished(() => reader.close())
  return reader
}
const from = (id: string) => open({ headers: { 'last-event-id': id } })
const hashOf = (text: string, call: TestCall = {}) => gateway.call(SHA, { text }, call)
const otherKey = async (change: object = {}) =>
  await gateway.instance.services.keys.create({ kind: 'personal', name: 'Other', grant: 500, ...change })

/** Calls as they are charged, without the tools: for tests of many. */
async function charge(services: Services, account: string, count: number, name = 'many'): Promise<void> {
  const ids = Array.from({ length: count }, (_, index) => `${name}:${index}`)
  for (const id of ids) services.ledger.reserve({ id, account, credits: 0 })
  await Promise.all(
    ids.map((id) => services.ledger.settle(id, { requestId: id, slug: SHA, engine: 'real' })),
  )
}

/** Every event up to the one of this call. */
async function upTo(reader: EventReader, requestId: string): Promise<ReadEvent[]> {
  const events: ReadEvent[] = []
  do events.push(...(await reader.take(1)))
  while (events.at(-1)!.data.request_id !== requestId)
  return events
}

describe('GET /v1/stream/usage', () => {
  it('begins with the balance and tells each call as the ledger has it', async () => {
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

  it('has the headers of every answer and lets nothing on the way keep or hold it back', async () => {
    const { status, headers, body } = await gateway.open(STREAM)
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

  it('tells what failed and what needs a provider, once each and at no cost', async () => {
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

  it('tells every item of a batch, a cached call, a job and a free call', async () => {
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

  it('tells a call once whose request was repeated', async () => {
    const reader = await open()
    await reader.take(1)
    const headers = { 'idempotency-key': 'once' }
    await hashOf('abc', { headers })
    await hashOf('abc', { headers })
    const last = await hashOf('abd')
    expect(await upTo(reader, last.headers.get('x-request-id')!)).toHaveLength(2)
  })

  it('tells the balance after a purchase', async () => {
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

  it('ends when its key is revoked, and others do not', async () => {
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

describe('whose events a usage stream tells', () => {
  it('is the exact key, not even the owner hears of another', async () => {
    const { key } = await otherKey()
    const [mine, owners] = [await open(), await open({ key: OWNER_KEY })]
    await Promise.all([mine.take(1), owners.take(1)])
    await hashOf('theirs', { key })
    const ids = [await hashOf('mine'), await hashOf('owner', { key: OWNER_KEY })].map(({ headers }) =>
      headers.get('x-request-id')!,
    )
    expect(await upTo(mine, ids[0]!)).toHaveLength(1)
    expect(await upTo(owners, ids[1]!)).toHaveLength(1)
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
    expect(await upTo(reader, sent.get('x-request-id')!)).toHaveLength(1)
  })
})

describe('what a usage stream refuses', () => {
  const refusals: Record<string, [query: string, call: TestCall, status: number, code: string]> = {
    'no key': ['', { key: null }, 401, 'auth_required'],
    'a key that is not known': ['', { key: `${OWNER_KEY}0` }, 401, 'invalid_key'],
    'all keys without admin': ['?keys=all', {}, 403, 'forbidden'],
    'another word for keys': ['?keys=some', {}, 400, 'validation_error'],
    'an id that is none': ['', { headers: { 'last-event-id': 'abc' } }, 400, 'validation_error'],
    'a negative id': ['', { headers: { 'last-event-id': '-1' } }, 400, 'validation_error'],
    'an endless id': ['', { headers: { 'last-event-id': '9'.repeat(30) } }, 400, 'validation_error'],
    'another method': ['', { method: 'DELETE' }, 405, 'method_not_allowed'],
  }
  it.each(Object.entries(refusals))('%s', async (_, [query, call, status, code]) => {
    const answer = await gateway.send(STREAM + query, call)
    expect([answer.status, answer.json.error.code]).toEqual([status, code])
  })

  it('more requests than the key may send', async () => {
    const { key } = await otherKey({ rateLimit: 1 })
    await (await open({ key })).take(1)
    expect((await gateway.send(STREAM, { key })).status).toBe(429)
  })

  it('the 101st stream of a key and the 201st of all, until one is closed', async () => {
    const keys = [gateway.key, (await otherKey({ rateLimit: 1_000 })).key]
    const readers: EventReader[] = []
    for (const key of keys) {
      for (let i = 0; i < 100; i++) readers.push(await open({ key }))
      if (key !== keys[0]) continue
      const refused = await gateway.send(STREAM, { key })
      expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const third = (await otherKey()).key
    expect((await gateway.send(STREAM, { key: third })).status).toBe(429)
    await readers[0]!.close()
    await (await open({ key: third })).take(1)
  })
})

describe('Last-Event-ID', () => {
  const idsOf = (events: readonly ReadEvent[]) => events.map(({ data }) => data.request_id)
  const call = async (text: string) => (await hashOf(text)).headers.get('x-request-id')!

  it('tells what was missed, in order, nothing twice', async () => {
    const first = await open()
    await first.take(1)
    const seen = await call('seen')
    const [last] = await upTo(first, seen)
    await first.close()
    const missed = [await call('a'), await call('b')]
    const again = await from(last!.id)
    const [balance] = await again.take(1)
    const live = await call('c')
    const told = await upTo(again, live)
    expect(balance).toMatchObject({ event: 'balance', id: last!.id, data: { balance: 497 } })
    expect(idsOf(told)).toEqual([...missed, live])
  })

  it('loses nothing to a connection that broke right after it was opened', async () => {
    const first = await open()
    const [opening] = await first.take(1)
    await first.close()
    const missed = await call('a')
    const again = await from(opening!.id)
    expect(idsOf((await again.take(2)).slice(1))).toEqual([missed])
  })

  it('begins now when the id is of a later ledger than this one', async () => {
    await call('before')
    const reader = await from('999999999')
    const live = await call('after')
    expect(await upTo(reader, live)).toHaveLength(2)
  })

  it('says how many events are too far back, and tells the rest', async () => {
    const failed = await gateway.call('webhook-send', { url: 'http://127.0.0.1:1' })
    expect(failed.status).toBe(500)
    await charge(gateway.instance.services, gateway.keyId, 10_500)
    const reader = await from('0')
    const events = await upTo(reader, 'many:10499')
    // The grant, the failed call and 500 of the others.
    expect(events[1]).toMatchObject({ event: 'gap', data: { missed: 502 } })
    expect(idsOf(events.slice(2))).toEqual(Array.from({ length: 10_000 }, (_, i) => `many:${i + 500}`))
  })
})

describe('a reader that is slow', () => {
  it('is told how much it missed, and holds nothing up meanwhile', async () => {
    const slow = await open()
    const fast = await open()
    await Promise.all([slow.take(1), fast.take(1)])
    await charge(gateway.instance.services, gateway.keyId, 6_000)
    expect(await upTo(fast, 'many:5999')).toHaveLength(6_000)
    await charge(gateway.instance.services, gateway.keyId, 6_000, 'more')
    const events = await upTo(slow, 'more:5999')
    expect(events[0]).toMatchObject({ event: 'gap', data: { missed: 2_000 } })
    expect(events).toHaveLength(10_001)
    expect(isRising(events.map(({ id }: Json) => Number(id)))).toBe(true)
  })

  const isRising = (ids: readonly number[]) => ids.every((id, index) => index === 0 || id > ids[index - 1]!)
})
