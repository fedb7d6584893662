import { describe, expect, it } from 'vitest'
import { createGatewayClient } from '../../../src-renderer/gateway/gateway-client.ts'
import { CallError, type Header, headerOf } from '../../../src-renderer/gateway/gateway-types.ts'

type Answer = (path: string, init: RequestInit) => Response | Promise<Response>

/** A client whose network is this function; what it sends and hears is kept. */
function clientOver(answer: Answer, key: string | null = null) {
  const sent: { path: string; init: RequestInit }[] = []
  const heard: (readonly Header[])[] = []
  let lost = 0
  const client = createGatewayClient({
    fetch: async (address, init = {}) => {
      const path = address instanceof Request ? address.url : address.toString()
      sent.push({ path, init })
      return answer(path, init)
    },
    key: () => key,
    onReply: (headers) => heard.push(headers),
    onUnreachable: () => lost++,
  })
  return { client, sent, heard, lost: () => lost }
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

async function errorOf(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.then(
    () => null,
    (caught: unknown) => caught,
  )
  expect(error).toBeInstanceOf(CallError)
  return error as CallError // Its class has just been checked.
}

describe('every failure is one CallError', () => {
  it.each([
    [
      400,
      'validation_error',
      { issues: [{ path: 'json', message: 'Send JSON.' }], missing_fields: ['json'] },
    ],
    [401, 'auth_required', { demo_key: 'sk-toolgate-demo-key-00000000' }],
    [402, 'insufficient_credits', { need: 3, have: 2 }],
    [404, 'api_not_found', { nearest: ['text-diff'] }],
    [429, 'rate_limited', { retry_after: 18 }],
    [500, 'handler_error', { hint: 'Send an object.', timed_out: true }],
    [507, 'storage_full', {}],
  ])('keeps the details of %i %s', async (status, code, details) => {
    const body = { ok: false, error: { code, message: 'What to do.', ...details } }
    const { client } = clientOver(() => json(status, body, { 'X-Request-Id': 'r1' }))
    const error = await errorOf(client.call('text-diff', {}))
    expect(error).toMatchObject({ code, status, message: 'What to do.', details: { ...details, body } })
    expect(headerOf(error.details.headers ?? [], 'x-request-id')).toBe('r1')
  })

  it.each([
    ['an HTML error page', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an error without a code', () => json(500, { ok: false })],
    ['an error that is a text', () => json(500, 'down')],
    ['an empty success', () => new Response('', { status: 200 })],
    ['a success that is null', () => json(200, null)],
  ])('is unreadable_answer for %s', async (_name, answer) => {
    const error = await errorOf(clientOver(answer).client.call('text-diff', {}))
    expect(error.code).toBe('unreadable_answer')
  })

  it('tells a gateway that is gone from a failed call', async () => {
    const { client, lost } = clientOver(() => Promise.reject(new TypeError('Failed to fetch')))
    const error = await errorOf(client.balance())
    expect(error).toMatchObject({ code: 'unreachable', status: 0 })
    expect(lost()).toBe(1)
  })

  it('tells a call that was stopped from a gateway that is gone', async () => {
    const { client, lost } = clientOver((_path, init) => {
      const reason = init.signal?.reason as Error // An abort without a reason of its own gives an AbortError.
      return Promise.reject(reason)
    })
    const error = await errorOf(client.call('text-diff', {}, AbortSignal.abort()))
    expect(error).toMatchObject({ code: 'stopped', status: 0 })
    expect(lost()).toBe(0)
  })
})

describe('requests', () => {
  const envelope = {
    ok: true,
    data: { _engine: 'real', result: 'x' },
    meta: { credits_used: 3 },
    guarantees: {},
  }

  it('send no key beside the cookie of the session, and the demo key while it is in use', async () => {
    const plain = clientOver(() => json(200, envelope))
    await plain.client.call('text-diff', { text: 'a' })
    expect(plain.sent[0]).toMatchObject({
      path: '/v1/text-diff',
      init: { method: 'POST', credentials: 'same-origin', headers: { 'content-type': 'application/json' } },
    })
    expect(plain.sent[0]?.init.headers).not.toHaveProperty('authorization')

    const demo = clientOver(() => json(200, envelope), 'sk-toolgate-demo-key-00000000')
    await demo.client.call('text-diff', {})
    expect(demo.sent[0]?.init.headers).toMatchObject({
      authorization: 'Bearer sk-toolgate-demo-key-00000000',
    })
  })

  it('keep a slug within its path', async () => {
    const { client, sent } = clientOver(() => json(200, envelope))
    await client.call('../app/session', {})
    expect(sent[0]?.path).toBe('/v1/..%2Fapp%2Fsession')
  })

  it('show the balance header to the page', async () => {
    const { client, heard } = clientOver(() => json(200, envelope, { 'X-Credits-Remaining': '497' }))
    const result = await client.call('text-diff', {})
    expect(headerOf(heard[0] ?? [], 'X-Credits-Remaining')).toBe('497')
    expect(result.headers[0]).toEqual({ name: 'X-Credits-Remaining', value: '497' })
  })

  it('read every page of the catalogue', async () => {
    const { client } = clientOver((path) =>
      path.includes('cursor=p%2F2')
        ? json(200, { ok: true, total: 2, tools: [{ slug: 'b' }], next_cursor: null })
        : json(200, { ok: true, total: 2, tools: [{ slug: 'a' }], next_cursor: 'p/2' }),
    )
    expect((await client.tools()).map((tool) => tool.slug)).toEqual(['a', 'b'])
  })
})
