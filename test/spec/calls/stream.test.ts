import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CallEvents } from '../../../src-main/gateway/calls/call-events.ts'
import { sha256, toCanonical } from '../../support/canonical-writer.ts'
import { eventsOf } from '../../support/events/events-of.ts'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { waitUntil } from '../../support/wait-until.ts'

const SHA = 'crypto-hash-sha256'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create({ allowedOrigins: ['http://127.0.0.1:1'] })
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

const stream = (slug: string, body: object | string) => gateway.send(`/v1/stream/${slug}`, { body })
const historyOf = async () => (await gateway.send('/v1/credits/history?limit=2')).json.entries

describe('POST /v1/stream/{slug}', () => {
  it('sends a compute call as start, progress, result, done', async () => {
    const before = gateway.balance()
    const { status, headers, text } = await stream(SHA, { text: 'abc' })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
    const events = eventsOf(text)
    expect(events.map(({ event }) => event)).toEqual([
      'start',
      'progress',
      'progress',
      'progress',
      'result',
      'done',
    ])
    expect(events[0]!.data).toEqual({ slug: SHA, credits: 1, ts: '2026-01-01T00:00:00.000Z' })
    const progress = events.filter(({ event }) => event === 'progress').map(({ data }) => data)
    expect(progress).toEqual(
      [0, 50, 100].map((percent) => ({ status: expect.any(String), slug: SHA, percent })),
    )
    expect(events.at(-1)!.data).toEqual({
      ok: true,
      latency_ms: expect.any(Number),
      credits_used: 1,
      balance: before - 1,
    })
    expect(gateway.balance()).toBe(before - 1)
  })

  it('sends what else was asked for in the result: agent block, trace and receipt', async () => {
    const more = { mode: 'agent', trace: true, receipt: true, session_id: 'streamed' }
    const plain = await gateway.call(SHA, { text: 'abc', ...more })
    const { text } = await stream(SHA, { text: 'abc', ...more })
    const result = eventsOf(text).find(({ event }) => event === 'result')!.data
    expect(result.agent.cache_fingerprint).toBe(plain.json.agent.cache_fingerprint)
    expect(result.agent.memory_persisted.namespace).toBe('streamed')
    expect(result.trace.map(({ name }: { name: string }) => name)).toContain('settle')
    expect(result.receipt.statement.output_hash).toBe(plain.json.receipt.statement.output_hash)
  })

  it('is in agent mode with the header X-Agent-Mode too', async () => {
    const headers = { 'x-agent-mode': 'true' }
    const { text } = await gateway.send(`/v1/stream/${SHA}`, { body: { text: 'abc' }, headers })
    expect(eventsOf(text).find(({ event }) => event === 'result')!.data.agent).toBeDefined()
  })

  it('sends the full data of the plain call, with its meta', async () => {
    const plain = await gateway.call(SHA, { text: 'abc' })
    const { text } = await stream(SHA, { text: 'abc' })
    const { meta, ...data } = eventsOf(text).find(({ event }) => event === 'result')!.data
    expect(data).toEqual(plain.json.data)
    expect(meta).toMatchObject({ api: SHA, credits_used: 1, balance: gateway.balance(), engine: 'real' })
    expect(meta.output_hash).toBe(sha256(toCanonical(data)))
  })

  it('gives text back unchanged, with every line end a stream could trip over', async () => {
    const value = 'a\nb\r\nc\rd\u2028e\u2029f\u0000g\ndata: x\n\nevent: done\n\n'
    await gateway.call('memory-set', { key: 'lines', value })
    const { text } = await stream('memory-get', { key: 'lines' })
    const events = eventsOf(text)
    expect(events.filter(({ event }) => event === 'done')).toHaveLength(1)
    expect(events.find(({ event }) => event === 'result')!.data.value).toBe(value)
  })

  it('ends a failing call with error and done, and records its refund', async () => {
    const before = gateway.balance()
    const { status, text } = await stream('webhook-send', { url: 'http://127.0.0.1:1/' })
    expect(status).toBe(200)
    const events = eventsOf(text)
    expect(events.map(({ event }) => event)).toEqual(['start', 'progress', 'progress', 'error', 'done'])
    expect(events.at(-2)!.data).toMatchObject({
      code: 'handler_error',
      message: expect.stringMatching(/\w\. Nothing was charged\.$/),
      hint: expect.stringContaining('url'),
    })
    expect(events.at(-1)!.data).toMatchObject({ ok: false, credits_used: 0, balance: before })
    expect(gateway.balance()).toBe(before)
    expect(await historyOf()).toMatchObject([
      { type: 'refund', credits: 5, slug: 'webhook-send' },
      { type: 'charge', credits: -5, slug: 'webhook-send' },
    ])
  })

  it('ends a call that needs a key with its result, done and not ok', async () => {
    const before = gateway.balance()
    const { text } = await stream('llm-summarize', { text: 'a' })
    const events = eventsOf(text)
    expect(events.at(-2)).toMatchObject({ event: 'result', data: { _engine: 'needs_key' } })
    expect(events.at(-1)!.data).toMatchObject({ ok: false, credits_used: 0, balance: before })
  })

  it('saves the result in agent mode', async () => {
    await stream(SHA, { text: 'abc', mode: 'agent', session_id: 'streamed' })
    const plain = await gateway.call(SHA, { text: 'abc', mode: 'agent' })
    const { key } = plain.json.agent.memory_persisted
    const found = await gateway.call('memory-get', { namespace: 'streamed', key })
    expect(found.json.data.value).toEqual(plain.json.data)
  })

  it.each([
    [400, 'validation_error', () => stream(SHA, {})],
    [400, 'validation_error', () => stream(SHA, '{')],
    [400, 'validation_error', () => stream(SHA, { text: 'a', token_granularity: 'word' })],
    [401, 'auth_required', () => gateway.send(`/v1/stream/${SHA}`, { key: null, body: {} })],
    [404, 'api_not_found', () => stream('no-such-tool', {})],
    [405, 'method_not_allowed', () => gateway.send(`/v1/stream/${SHA}`)],
    [402, 'insufficient_credits', async () => streamWith(await keyWith(0), { text: 'a' })],
    [
      429,
      'rate_limited',
      async () => {
        const key = await keyWith(9, 1)
        await streamWith(key, { text: 'a' })
        return await streamWith(key, { text: 'a' })
      },
    ],
  ])('fails before the first byte with the status %i %s', async (status, code, send) => {
    const answer = await send()
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    expect(answer.json).toMatchObject({ ok: false, error: { code } })
  })

  const keyWith = async (grant: number, rateLimit?: number) => {
    const made = await gateway.instance.services.keys.create({
      kind: 'personal',
      name: 'Stream',
      grant,
      rateLimit,
    })
    return made.key
  }
  const streamWith = (key: string, body: object) => gateway.send(`/v1/stream/${SHA}`, { key, body })
})

describe('progress events', () => {
  // Catches: a tool that reports 33 % after the half with which every call begins.
  it('never fall', () => {
    let text = ''
    const events = new CallEvents('llm-summarize', 'character', Date.now, (sent) => (text += sent))
    events.started(1)
    for (const percent of [33, 80, 60]) events.progress(percent, 'part')
    const percents = eventsOf(text).flatMap(({ event, data }) =>
      event === 'progress' ? [data.percent] : [],
    )
    expect(percents).toEqual([0, 50, 50, 80, 80])
  })
})

describe('token events', () => {
  const tokensOf = (granularity: 'character' | 'chunk', pieces: string[]) => {
    let text = ''
    const events = new CallEvents('llm-summarize', granularity, Date.now, (sent) => (text += sent))
    for (const piece of pieces) events.token('result', piece)
    return eventsOf(text)
  }

  it('come character by character, and never as half of one', () => {
    const tokens = tokensOf('character', ['Hi', ' e\u0301👩‍👩‍👧\n'])
    expect(tokens).toEqual(
      ['H', 'i', ' ', 'e\u0301', '👩‍👩‍👧', '\n'].map((text, index) => ({
        event: 'token',
        data: { field: 'result', text, index },
      })),
    )
  })

  it('come as the provider’s pieces when the caller asks for chunks', () => {
    expect(tokensOf('chunk', ['Hello', ' world']).map(({ data }) => data)).toEqual([
      { field: 'result', text: 'Hello', index: 0 },
      { field: 'result', text: ' world', index: 1 },
    ])
  })

  it.each(['character', 'chunk'])('token_granularity %s never reaches the tool', async (granularity) => {
    const { text } = await stream(SHA, { text: 'abc', token_granularity: granularity })
    expect(eventsOf(text).at(-1)!.data.ok).toBe(true)
  })
})

describe('a caller who leaves', () => {
  let silent: Server
  let connected: Promise<void>
  let closed: Promise<void>
  let running: StartedTestGateway
  const bugs: unknown[] = []
  beforeAll(async () => {
    silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    running = await startTestGateway({
      allowedOrigins: [silentOrigin()],
      reportBug: (error) => bugs.push(error),
    })
  })
  afterAll(async () => {
    await running.close()
    silent.closeAllConnections()
    silent.close()
  })

  // A server that listens has an address with a port.
  const silentOrigin = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const headers = () => ({
    authorization: `Bearer ${running.ownerKey}`,
    'content-type': 'application/json',
  })
  const read = async (path: string) =>
    (await (await fetch(`${running.url}${path}`, { headers: headers() })).json()) as {
      balance: number
      reserved: number
      entries: object[]
    }

  // The receiver is reached and never answers, until the gateway hangs up on it.
  function expectOneCall(): void {
    const reached = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    connected = reached.promise
    closed = left.promise
    silent.once('request', (_request, response) => {
      response.on('close', left.resolve)
      reached.resolve()
    })
  }

  it.each(['/v1/stream/webhook-send', '/v1/webhook-send'])(
    'cancels the work, and pays for a request that has left: %s',
    async (path) => {
      expectOneCall()
      const leaving = new AbortController()
      const answer = fetch(`${running.url}${path}`, {
        method: 'POST',
        headers: headers(),
        body: JSON.stringify({ url: silentOrigin() }),
        signal: leaving.signal,
      }).then(
        (response) => response.text(),
        () => 'aborted',
      )
      await connected
      const { balance: before, reserved } = await read('/v1/credits/balance')
      expect(reserved).toBe(5)

      leaving.abort()
      expect(await answer.catch(() => 'aborted')).toBe('aborted')
      await closed
      await waitUntil(async () => (await read('/v1/credits/balance')).reserved === 0, 'the charge')
      const { balance, entries } = await read('/v1/credits/history?limit=1')
      expect(balance).toBe(before - 5)
      expect(entries).toMatchObject([
        { type: 'charge', slug: 'webhook-send', credits: -5, unanswered: 'left' },
      ])
    },
  )

  it('is not reported as a fault of the gateway', () => {
    expect(bugs).toEqual([])
  })
})
