import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'
import { receiver } from '../../support/network/receiver.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

describe('code-json-to-typescript', () => {
  const typesOf = async (body: object): Promise<string> =>
    (await gateway.call('code-json-to-typescript', body)).json.data.result

  it('declares an interface for every object, nested ones too, with null as `T | null`', async () => {
    const source = await typesOf({
      json: { id: 1, owner: { name: 'Ada', phone: null }, tags: ['a', null] },
    })
    expect(source).toMatch(
      /interface Root \{[^}]*id: number;[^}]*owner: Owner;[^}]*tags: \(string \| null\)\[\];/,
    )
    expect(source).toMatch(/interface Owner \{[^}]*name: string;[^}]*phone: (?:unknown \| )?null;/)
  })

  it('marks a field optional that some of several examples lack', async () => {
    const source = await typesOf({
      json: [
        { a: 1, b: null },
        { a: 2, b: 'x', c: true },
      ],
    })
    expect(source).toMatch(/a: number;/)
    expect(source).toMatch(/b: string \| null;/)
    expect(source).toMatch(/c\?: boolean;/)
    expect(source).toMatch(/type Root = \w+\[\];/)
  })

  it('takes its data as `input` or as `json`, as a value or as JSON text', async () => {
    const value = { a: [1, 2], b: { c: 'x' } }
    const expected = await typesOf({ json: value })
    for (const body of [
      { input: value },
      { input: JSON.stringify(value) },
      { json: JSON.stringify(value) },
    ])
      expect(await typesOf(body)).toBe(expected)
  })
})

describe('webhook-send', () => {
  it('posts the payload with the headers added, and answers with status, headers and body', async () => {
    const received: { method: string | undefined; headers: object; body: string }[] = []
    const { origin } = await receiver((request, response) => {
      void text(request).then((body) => {
        received.push({ method: request.method, headers: request.headers, body })
        response.writeHead(418, { 'content-type': 'application/json', 'x-seen': 'yes' }).end('{"seen":1}')
      })
    })
    const sender = await TestGateway.create({ allowedOrigins: [origin] })
    onTestFinished(() => sender.close())
    const payload = { event: 'order', id: 17 }
    const headers = { authorization: 'Bearer of-the-receiver' }
    const { json } = await sender.call('webhook-send', { url: `${origin}/hook`, payload, headers })
    expect(json).toMatchObject({
      ok: true,
      data: { status: 418, headers: { 'x-seen': 'yes' }, body: '{"seen":1}', json: { seen: 1 } },
      meta: { credits_used: 5 },
    })
    expect(received.at(-1)).toMatchObject({
      method: 'POST',
      headers: { authorization: 'Bearer of-the-receiver', 'content-type': 'application/json' },
    })
    expect(JSON.parse(received.at(-1)!.body)).toEqual(payload)
  })
})
