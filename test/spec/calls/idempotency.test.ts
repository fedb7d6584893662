import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventsOf } from '../../support/events/events-of.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway, type TestAnswer } from '../../support/gateway/test-gateway.ts'

const SHA = '/v1/crypto-hash-sha256'
const CSV = '/v1/text-csv-to-json'
const HOUR = 60 * 60 * 1_000

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create({ allowedOrigins: ['http://127.0.0.1:1'] })
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

const send = (path: string, body: unknown, name: string, key = gateway.key) =>
  gateway.send(path, { key, body, headers: { 'idempotency-key': name } })
const statusesOf = (answers: TestAnswer[]) => answers.map(({ status }) => status).toSorted()

describe('Idempotency-Key', () => {
  it('gives a repetition the stored answer, says so, and charges once', async () => {
    const before = gateway.balance()
    const first = await send(CSV, { csv: 'n\n1' }, 'replay')
    const again = await send(CSV, { csv: 'n\n1' }, 'replay')
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(first.text)
    expect(again.status).toBe(first.status)
    for (const name of ['x-output-hash', 'x-engine', 'content-type'])
      expect(again.headers.get(name)).toBe(first.headers.get(name))
    expect(again.headers.get('x-credits-used')).toBe('0')
    expect(again.headers.get('x-credits-remaining')).toBe(String(before - 3))
    expect(gateway.balance()).toBe(before - 3)
  })

  it('is the same key with and without the quotes of a structured field', async () => {
    const before = gateway.balance()
    await send(SHA, { text: 'a' }, '"quoted"')
    const again = await send(SHA, { text: 'a' }, 'quoted')
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(gateway.balance()).toBe(before - 1)
  })

  it('is answered with 422, and runs nothing, when the body differs', async () => {
    await send(SHA, { text: 'a' }, 'mismatch')
    const before = gateway.balance()
    const { status, json } = await send(SHA, { text: 'b' }, 'mismatch')
    expect([status, json.error.code]).toEqual([422, 'idempotency_mismatch'])
    expect(gateway.balance()).toBe(before)
  })

  it('runs one of 20 requests at once: one charge, and 409 or the one answer for the others', async () => {
    const before = gateway.balance()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(CSV, { csv: 'n\n2' }, 'twenty')),
    )
    // On a PostgreSQL one of them may find the answer already.
    const first = answers.filter(({ headers }) => headers.get('idempotent-replayed') === null)
    expect(statusesOf(first)).toEqual([200, ...Array(first.length - 1).fill(409)])
    for (const { status, json, headers } of answers) {
      if (status !== 409) continue
      expect(json.error.code).toBe('idempotency_in_progress')
      expect(headers.get('retry-after')).toBe('1')
    }
    const ran = answers.find(({ status }) => status === 200)!
    expect((await send(CSV, { csv: 'n\n2' }, 'twenty')).text).toBe(ran.text)
    expect(gateway.balance()).toBe(before - 3)
  })

  it('is scoped to the key: another key’s request runs on its own', async () => {
    await send(SHA, { text: 'mine' }, 'scope')
    const theirs = await send(SHA, { text: 'theirs' }, 'scope', gateway.instance.demoKey)
    expect(theirs.status).toBe(200)
    expect(theirs.headers.get('idempotent-replayed')).toBeNull()
    expect(theirs.json.meta.credits_used).toBe(1)
  })

  it('is scoped to the path: another tool runs on its own', async () => {
    await send(SHA, { input: 'n' }, 'path')
    const { status, headers } = await send(CSV, { input: 'n' }, 'path')
    expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  it('covers a whole batch', async () => {
    const before = gateway.balance()
    const body = {
      calls: [
        { slug: 'crypto-hash-sha256', input: 'a' },
        { slug: 'no-such-tool', input: 'a' },
      ],
    }
    const first = await send('/v1/batch', body, 'batch')
    const again = await send('/v1/batch', body, 'batch')
    expect(again.text).toBe(first.text)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('x-credits-used')).toBe('0')
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('/v1/batch', body, 'batch-20')))
    expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(409)])
    expect(gateway.balance()).toBe(before - 2)
  })

  it('covers a stream: its events come again without the tokens, for one charge', async () => {
    const before = gateway.balance()
    const open = (text: string) => send('/v1/stream/crypto-hash-sha256', { text }, 'stream')
    const first = await open('a')
    const again = await open('a')
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(again.headers.get('x-credits-used')).toBe('0')
    expect(eventsOf(again.text)).toEqual(eventsOf(first.text))
    expect((await open('b')).status).toBe(422)
    expect(gateway.balance()).toBe(before - 1)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        send('/v1/stream/crypto-hash-sha256', { text: 'five' }, 'stream-five'),
      ),
    )
    expect(statusesOf(answers)).toEqual([200, 409, 409, 409, 409])
    expect(gateway.balance()).toBe(before - 2)
  })

  it('lets a stream that failed be sent again, with another body too', async () => {
    const before = gateway.balance()
    const open = (url: string) => send('/v1/stream/webhook-send', { url }, 'failed-stream')
    for (const url of ['http://127.0.0.1:1/', 'http://127.0.0.1:1/again']) {
      const { status, text, headers } = await open(url)
      expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
      expect(eventsOf(text).at(-1)!.data).toMatchObject({ ok: false, credits_used: 0 })
    }
    expect((await send('/v1/stream/webhook-send', {}, 'failed-stream')).status).toBe(400)
    expect(gateway.balance()).toBe(before)
  })

  it('covers a purchase: 20 at once buy once, and a repetition gets the same answer', async () => {
    const before = gateway.balance()
    const buy = () => send('/v1/credits/buy', { credits: 1_000 }, 'purchase')
    const answers = await Promise.all(Array.from({ length: 20 }, buy))
    expect(statusesOf(answers)).toEqual([201, ...Array(19).fill(409)])
    const again = await buy()
    expect(again.status).toBe(201)
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(again.text).toBe(answers.find(({ status }) => status === 201)!.text)
    expect(gateway.balance()).toBe(before + 1_000)
  })

  it('stores no failure: the same key may be tried again, with another body too', async () => {
    const { key } = await gateway.instance.services.keys.create({
      kind: 'personal',
      name: 'Retry',
      grant: 0,
    })
    const call = (text: unknown) => send(SHA, { text }, 'retry', key)
    expect((await call(7)).status).toBe(400)
    expect((await call('a')).status).toBe(402)
    await gateway.send('/v1/credits/buy', { key, body: { credits: 1_000 } })
    const { status, headers } = await call('b')
    expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
    expect((await call('b')).headers.get('idempotent-replayed')).toBe('true')
  })

  it.each([
    ['a handler that fails', '/v1/webhook-send', { url: 'http://127.0.0.1:1/' }, 500],
    ['a tool that needs a key', '/v1/llm-summarize', { text: 'a' }, 200],
    ['a batch in which nothing succeeded', '/v1/batch', { calls: [{ slug: 'no-such-tool' }] }, 200],
  ])('stores no failure: %s', async (name, path, body, expected) => {
    const before = gateway.balance()
    for (let i = 0; i < 2; i++) {
      const { status, headers } = await send(path, body, name.replaceAll(' ', '-'))
      expect([status, headers.get('idempotent-replayed')]).toEqual([expected, null])
    }
    expect(gateway.balance()).toBe(before)
  })

  it('is remembered for 24 hours', async () => {
    await send(SHA, { text: 'a' }, 'day')
    gateway.advance(23 * HOUR)
    expect((await send(SHA, { text: 'a' }, 'day')).headers.get('idempotent-replayed')).toBe('true')
    gateway.advance(2 * HOUR)
    expect((await send(SHA, { text: 'a' }, 'day')).headers.get('idempotent-replayed')).toBeNull()
  })

  it.each([' ', '', 'two words', '""', 'x'.repeat(256), 'é'])(
    'refuses an invalid key: %j',
    async (name) => {
      const before = gateway.balance()
      const { status, json } = await send(SHA, { text: 'a' }, name)
      expect([status, json.error.code]).toEqual([400, 'validation_error'])
      expect(gateway.balance()).toBe(before)
    },
  )
})

describe('X-Request-Id', () => {
  it('does not act as an Idempotency-Key: every repetition is charged', async () => {
    const before = gateway.balance()
    const headers = { 'x-request-id': randomUUID() }
    const call = () => gateway.send(SHA, { body: { text: 'a' }, headers })
    await call()
    await Promise.all([call(), call(), call()])
    const batch = { calls: [{ slug: 'crypto-hash-sha256', input: 'a' }] }
    await gateway.send('/v1/batch', { body: batch, headers })
    await gateway.send('/v1/batch', { body: batch, headers })
    expect(gateway.balance()).toBe(before - 6)
  })
})
