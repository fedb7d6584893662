import { createServer as createTcpServer, type Socket } from 'node:net'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startGateway, type RunningGateway } from '../../../src-main/instance/start-gateway.ts'
import { LLM_TEXT } from '../../support/models/llm-gateway.ts'
import { LlmServer } from '../../support/models/llm-server.ts'
import { receiver } from '../../support/network/receiver.ts'
import { OWNER_KEY, TEST_FILES, type Json } from '../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

const GRANT = 500
const SEND = 5
const ASK = 10

let gateway: RunningGateway
let llm: LlmServer
let origin: string
/** Requests that the receiver has not answered. */
let held: ServerResponse[]
/** A receiver that accepts connections and says nothing, so that no handshake ends and no request can leave. */
let mute: { readonly origin: string; readonly sockets: Socket[] }
const bugs: unknown[] = []

beforeEach(async () => {
  held = []
  const target = await receiver((_request, response) => void held.push(response))
  origin = target.origin
  mute = await muteServer()
  llm = await LlmServer.start()
  gateway = await startGateway({
    ...TEST_FILES,
    dataDir: makeTempDir(),
    allowedOrigins: [origin, mute.origin],
    port: 0,
    hostname: '127.0.0.1',
    ownerKey: OWNER_KEY,
    reportBug: (error) => bugs.push(error),
  })
  await post('/app/providers', { kind: 'ollama', base_url: llm.origin, model: 'm' })
})
afterEach(async () => {
  await gateway.close()
  await llm.close()
  expect(bugs.splice(0)).toEqual([])
})

async function muteServer(): Promise<typeof mute> {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    sockets.push(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  // A listening TCP server has an address with a port.
  return { origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

const HEADERS = { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' }

function post(path: string, body: object, more: RequestInit = {}): Promise<Response> {
  const headers = { ...HEADERS, ...(more.headers as object | undefined) }
  return fetch(gateway.url + path, { ...more, method: 'POST', headers, body: JSON.stringify(body) })
}

/** A request whose caller can leave. */
function leavable(path: string, body: object, headers: Record<string, string> = {}) {
  const leaving = new AbortController()
  const ended = post(path, body, { signal: leaving.signal, headers })
    .then((response) => response.text())
    .then(
      (text) => text,
      () => null,
    )
  return {
    ended,
    leave: async () => {
      leaving.abort()
      await ended
      return await money()
    },
  }
}

async function read(path: string): Promise<Json> {
  return await (await fetch(gateway.url + path, { headers: HEADERS })).json()
}

/** What the key has spent once no call holds credits any more, and its newest entries. */
async function money(): Promise<{ spent: number; entries: Json[] }> {
  const { balance } = await waitUntil(async () => {
    const now = await read('/v1/credits/balance')
    return now.reserved === 0 && now
  }, 'no call holds credits')
  const { entries } = await read('/v1/credits/history?limit=20')
  return { spent: GRANT - balance, entries: entries.filter(({ type }: Json) => type !== 'grant') }
}

const toReceiver = () => ({ url: origin, payload: { a: 1 } })
const toMute = () => ({ url: mute.origin, payload: { a: 1 } })
const aQuestion = { text: LLM_TEXT }

const arrived = (count = 1) => waitUntil(() => held.length >= count, 'the request arrives')
const connected = () => waitUntil(() => mute.sockets.length > 0, 'the connection is made')
/** Asks a model that thinks until told to speak, and waits until it has been asked. */
const asked = () =>
  waitUntil(() => llm.seen.some(({ question }) => question !== null), 'the model is asked')

/** What a call that was charged without its caller leaves behind. */
const CHARGED = (credits: number) => ({
  spent: credits,
  entries: [{ type: 'charge', credits: -credits, unanswered: 'left' }],
})
const REFUNDED = { spent: 0, entries: [{ type: 'refund' }, { type: 'charge' }] }

describe.each(['/v1/', '/v1/stream/'])('a caller who leaves %s…', (path) => {
  it('pays for a request that has left', async () => {
    const call = leavable(`${path}webhook-send`, toReceiver())
    await arrived()
    expect(await call.leave()).toMatchObject(CHARGED(SEND))
  })

  it('pays nothing while no request has left', async () => {
    const call = leavable(`${path}webhook-send`, toMute())
    await connected()
    expect(await call.leave()).toMatchObject(REFUNDED)
  })

  it('pays for a model that has begun to answer, and the model is stopped', async () => {
    const hold = Promise.withResolvers<void>()
    llm.script = { hold: hold.promise }
    const call = leavable(`${path}llm-summarize`, aQuestion)
    await asked()
    // The second piece is held back, so the first one has come when the model waits.
    await llm.last.spoken
    expect(await call.leave()).toMatchObject(CHARGED(ASK))
    await llm.last.closed
    hold.resolve()
  })

  it('pays nothing for a model that has not begun to answer, and the model is stopped', async () => {
    llm.script = { hang: true }
    const call = leavable(`${path}llm-summarize`, aQuestion)
    await asked()
    expect(await call.leave()).toMatchObject(REFUNDED)
    await llm.last.closed
  })

  // Catches: a token that crosses the leave, which the provider bills and nobody pays.
  it('pays for the first word of a model that crosses the leave', async () => {
    const word = Promise.withResolvers<void>()
    llm.script = { hang: true, lastWord: word.promise }
    const call = leavable(`${path}llm-summarize`, aQuestion)
    await asked()
    const left = call.leave()
    await call.ended
    word.resolve()
    expect(await left).toMatchObject(CHARGED(ASK))
  })
})

it('tells the usage stream, the record of calls and the metrics what a left call cost', async () => {
  const call = leavable('/v1/webhook-send', toReceiver())
  await arrived()
  await call.leave()
  const { entries } = await waitUntil(async () => {
    const record = await read('/app/activity')
    return record.entries.length > 0 && record
  }, 'the record of the call')
  expect(entries[0]).toMatchObject({
    slug: 'webhook-send',
    code: 'caller_left',
    engine: 'real',
    credits: SEND,
  })
  const metrics = await (await fetch(`${gateway.url}/metrics`, { headers: HEADERS })).text()
  expect(metrics).toContain('toolgate_credits_total{slug="webhook-send"} 5')
  const stream = await fetch(`${gateway.url}/v1/stream/usage`, {
    headers: { ...HEADERS, 'last-event-id': '1' },
  })
  const reader = stream.body!.getReader()
  let text = ''
  while (!text.includes('event: usage')) text += new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  expect(text).toMatch(/"credits":5,.*"engine":"real","ok":false,"unanswered":"left"/)
})

describe('an Idempotency-Key of a call whose caller left', () => {
  /** Sends the call until it is no longer refused because the one before it has not quite ended. */
  async function named(time: number): Promise<ReturnType<typeof leavable>> {
    const begun = arrived(time).then(() => null)
    for (;;) {
      const call = leavable('/v1/webhook-send', toReceiver(), { 'idempotency-key': 'once' })
      const refused = await Promise.race([begun, call.ended])
      if (refused === null) return call
      expect(refused).toContain('idempotency_in_progress')
    }
  }

  it('is free again, so that the repetition is a new call with a charge of its own', async () => {
    for (let time = 1; time <= 2; time++) {
      const call = await named(time)
      expect((await call.leave()).spent).toBe(time * SEND)
    }
    const third = await named(3)
    held[2]!.end('ok')
    expect(JSON.parse((await third.ended)!)).toMatchObject({ ok: true, meta: { credits_used: SEND } })
    expect((await money()).spent).toBe(3 * SEND)
  })
})

describe('an MCP call', () => {
  const OLD = { 'mcp-protocol-version': '2025-06-18', accept: 'application/json, text/event-stream' }
  const NEW = '2026-07-28'
  const rpc = (method: string, params: object, headers: Record<string, string>, signal?: AbortSignal) => {
    const id = method.startsWith('notifications/') ? {} : { id: 1 }
    return post('/mcp', { jsonrpc: '2.0', ...id, method, params }, { headers, ...(signal && { signal }) })
  }
  const toolCall = (body: object) => ({ name: 'webhook-send', arguments: body })

  async function session(): Promise<Record<string, string>> {
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 't', version: '1' },
    }
    const answer = await rpc('initialize', hello, OLD)
    return { ...OLD, 'mcp-session-id': answer.headers.get('mcp-session-id')! }
  }

  it.each([
    [
      'cancels it',
      (headers: Record<string, string>) => rpc('notifications/cancelled', { requestId: 1 }, headers),
    ],
    [
      'ends its session',
      (headers: Record<string, string>) =>
        fetch(`${gateway.url}/mcp`, { method: 'DELETE', headers: { ...HEADERS, ...headers } }),
    ],
  ])('is charged for what has left, and only for that, when its client %s', async (_, leave) => {
    for (const [body, begun, outcome] of [
      [toMute(), connected, REFUNDED],
      [toReceiver(), arrived, CHARGED(SEND)],
    ] as const) {
      const headers = await session()
      const gone = new AbortController()
      const call = rpc('tools/call', toolCall(body), headers, gone.signal).catch(() => undefined)
      await begun()
      await leave(headers)
      const { spent, entries } = await money()
      expect({ spent, entries: entries.slice(0, outcome.entries.length) }).toMatchObject(outcome)
      // No answer follows.
      gone.abort()
      await call
    }
  })

  it.each(['an older', 'the newest'])(
    'is charged for what has left when its client of %s revision disconnects',
    async (age) => {
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': NEW,
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const isNew = age === 'the newest'
      const named = { 'mcp-method': 'tools/call', 'mcp-name': 'webhook-send', 'mcp-protocol-version': NEW }
      const headers = isNew ? { ...OLD, ...named } : await session()
      const params = { ...(isNew ? { _meta } : {}), ...toolCall(toReceiver()) }
      const gone = new AbortController()
      const call = rpc('tools/call', params, headers, gone.signal).then(
        (answer) => answer.text(),
        () => null,
      )
      await arrived()
      gone.abort()
      await call.catch(() => null)
      expect(await money()).toMatchObject(CHARGED(SEND))
    },
  )
})

describe('a batch whose caller leaves', () => {
  it('is charged for the calls that have sent or asked something, and for no other', async () => {
    llm.script = { hang: true }
    const calls = [
      { slug: 'webhook-send', input: toReceiver() },
      { slug: 'webhook-send', input: toMute() },
      { slug: 'llm-summarize', input: aQuestion },
      { slug: 'crypto-hash-sha256', input: { text: 'abc' } },
    ]
    const call = leavable('/v1/batch', { calls })
    await Promise.all([arrived(), connected(), asked()])
    // The hash was answered and charged long before.
    expect((await call.leave()).spent).toBe(SEND + 1)
  })
})

describe('a job that is cancelled', () => {
  const submit = async (slug: string, body: object): Promise<string> =>
    (await (await post(`/v1/async/${slug}`, body)).json()).job_id
  const cancel = async (id: string): Promise<Json> =>
    await (await fetch(`${gateway.url}/v1/jobs/${id}`, { method: 'DELETE', headers: HEADERS })).json()

  it.each([
    ['has sent a request', SEND, 'webhook-send', toReceiver, () => arrived()],
    ['has sent nothing yet', 0, 'webhook-send', toMute, () => connected()],
    ['has got no word of a model yet', 0, 'llm-summarize', () => aQuestion, () => asked()],
  ] as const)('says what it was charged when it %s: %i', async (_, credits, slug, body, begun) => {
    llm.script = { hang: true }
    const id = await submit(slug, body())
    await begun()
    expect(await cancel(id)).toMatchObject({ action: 'cancelled', credits_used: credits })
    expect(await read(`/v1/jobs/${id}`)).toMatchObject({ status: 'cancelled', credits_used: credits })
    expect((await read('/v1/jobs')).jobs[0]).toMatchObject({ credits_used: credits })
    expect((await money()).spent).toBe(credits)
  })

  it('is charged for what a model has begun to say', async () => {
    const hold = Promise.withResolvers<void>()
    llm.script = { hold: hold.promise }
    const id = await submit('llm-summarize', aQuestion)
    await asked()
    await llm.last.spoken
    expect(await cancel(id)).toMatchObject({ action: 'cancelled', credits_used: ASK })
    expect(await money()).toMatchObject(CHARGED(ASK))
    hold.resolve()
  })
})

// The shortest time that an owner can give a model is ten seconds, so everything waits for them together.
it('a call whose own time is over is charged once a model has begun to answer, and says so', async () => {
  const limits = { call_seconds: 1, model_call_seconds: 10 }
  const patch = { method: 'PATCH', headers: HEADERS, body: JSON.stringify(limits) }
  expect((await fetch(`${gateway.url}/app/settings`, patch)).status).toBe(200)
  llm.script = { hang: true }
  const free = [post('/v1/webhook-send', toReceiver()), post('/v1/llm-summarize', aQuestion)]
  await asked()
  llm.script = { hold: new Promise(() => undefined) }
  const { job_id: id } = await (await post('/v1/async/llm-summarize', aQuestion)).json()
  const calls = [{ slug: 'llm-summarize', input: aQuestion }]
  const [answer, events, batch] = await Promise.all([
    post('/v1/llm-summarize', aQuestion),
    post('/v1/stream/llm-summarize', aQuestion).then((response) => response.text()),
    post('/v1/batch', { calls }).then((response): Promise<Json> => response.json()),
  ])
  expect(answer.status).toBe(504)
  const headers = ['x-credits-used', 'x-engine'].map((name) => answer.headers.get(name))
  expect(headers).toEqual(['10', 'llm'])
  const outOfTime = { code: 'out_of_time', timed_out: true, credits_used: ASK }
  expect((await answer.json()).error).toMatchObject(outOfTime)
  expect(events).toMatch(/event: error\ndata: .*"code":"out_of_time"/)
  expect(events).toMatch(/event: done\ndata: .*"ok":false.*"credits_used":10/)
  expect(batch).toMatchObject({ ok: false, total_credits: ASK })
  expect(batch.results).toMatchObject([{ ok: false, credits: ASK, error: outOfTime }])
  const job = await waitUntil(async () => {
    const now = await read(`/v1/jobs/${id}`)
    return now.finished_at !== null && now
  }, 'the job ends')
  expect(job).toMatchObject({ status: 'failed', credits_used: ASK, error: outOfTime })

  // A receiver that keeps silent has failed, and so has a model that says nothing.
  for (const failed of await Promise.all(free)) {
    expect(failed.headers.get('x-credits-used')).toBe('0')
    expect((await failed.json()).error).toMatchObject({ code: 'handler_error', timed_out: true })
  }
  const { spent, entries } = await money()
  expect(spent).toBe(4 * ASK)
  expect(entries.filter(({ unanswered }) => unanswered === 'out_of_time')).toHaveLength(4)
})

it('a failure of the receiver costs nothing, even after the request has left', async () => {
  const call = post('/v1/webhook-send', toReceiver())
  await arrived()
  held[0]!.destroy()
  expect((await (await call).json()).error.code).toBe('handler_error')
  expect((await money()).spent).toBe(0)
})
