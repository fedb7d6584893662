import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { bodyOf, receiver } from '../../../support/network/receiver.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'
import { testOutbound } from '../../../support/network/test-outbound.ts'

async function webhook(answer: RequestListener, input: object = {}): Promise<unknown> {
  const { origin } = await receiver(answer)
  const outbound = testOutbound({ allowedOrigins: new Set([origin]) })
  return runTool('webhook-send', { url: `${origin}/hook`, ...input }, toolContext({ outbound }))
}

const saying =
  (body: string | Buffer, type = 'application/json', status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': type }).end(body)

describe('webhook-send', () => {
  it('posts the payload as JSON with the headers given', async () => {
    const seen: unknown[] = []
    await webhook(
      async (request, response) => {
        const { authorization, 'content-type': type } = request.headers
        seen.push(request.method, request.url, authorization, type, await bodyOf(request))
        response.end()
      },
      { payload: { text: 'zwölf', list: [1, null] }, headers: { Authorization: 'Bearer abc' } },
    )
    expect(seen).toEqual([
      'POST',
      '/hook',
      'Bearer abc',
      'application/json',
      '{"text":"zwölf","list":[1,null]}',
    ])
  })

  // Catches: a payload that counts as missing because it is falsy.
  it.each([
    [undefined, '{}'],
    [null, 'null'],
    ['text', '"text"'],
    [[1, [2]], '[1,[2]]'],
    [0, '0'],
    [false, 'false'],
  ])('accepts %j as a payload', async (payload, sent) => {
    const data = await webhook(async (request, response) => response.end(await bodyOf(request)), {
      payload,
    })
    expect(data).toMatchObject({ body: sent, json: JSON.parse(sent) })
  })

  it('lets the caller name another content type, in any spelling, once', async () => {
    const headers = { 'Content-TYPE': 'application/cloudevents+json' }
    const data = await webhook((request, response) => response.end(request.headers['content-type']), {
      headers,
    })
    expect(data).toMatchObject({ body: 'application/cloudevents+json' })
  })

  it.each([200, 302, 404, 500])('is a success with status %i as its result', async (status) => {
    const data = await webhook(saying('{"a":1}', 'application/json', status))
    expect(data).toMatchObject({ status, body: '{"a":1}', json: { a: 1 }, body_truncated: false })
  })

  it('has no json for a body that is not JSON, and an empty body for a missing one', async () => {
    expect(await webhook(saying('plain', 'text/plain'))).not.toHaveProperty('json')
    expect(await webhook(saying(''))).toMatchObject({ body: '' })
    expect(await webhook(saying(''))).not.toHaveProperty('json')
  })

  it.each(['1e999', '{"a":"\\ud800"}', '{"\\udc00":1}', `${'['.repeat(5000)}${']'.repeat(5000)}`])(
    'leaves what canonical JSON cannot carry in the body alone (%#)',
    async (body) => {
      const data = await webhook(saying(body))
      expect(data).toMatchObject({ body })
      expect(data).not.toHaveProperty('json')
    },
  )

  it('keeps a member called __proto__ as a member', async () => {
    const data = await webhook(saying('{"__proto__":{"admin":true}}'))
    expect(JSON.stringify(data)).toContain('"json":{"__proto__":{"admin":true}}')
    expect({}).not.toHaveProperty('admin')
  })

  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from([0x66, 0xfc, 0x72]), 'für'],
    ['text/plain; charset="utf-16le"', Buffer.from('für', 'utf16le'), 'für'],
    ['text/plain', Buffer.from([0x66, 0xfc, 0x72]), 'f\ufffdr'],
    ['text/plain; charset=iso-8859-1', Buffer.from('\ufefffür'), 'für'],
    ['text/plain', Buffer.from('\ufefffür', 'utf16le'), 'für'],
    ['text/plain; charset=no-such-charset', Buffer.from('für'), 'für'],
    ['text/plain; charset=utf-16le', Buffer.from([0x3d, 0xd8]), '\ufffd'],
  ])('reads a body of %s (%#)', async (type, bytes, text) => {
    expect(await webhook(saying(bytes, type))).toMatchObject({ body: text })
  })

  it('never cuts a character in two at the cap', async () => {
    // 349,525 three-byte characters leave one byte of the next one below the cap of 1,048,576.
    expect(await webhook(saying('€'.repeat(400_000), 'text/plain'))).toMatchObject({
      body: '€'.repeat(349_525),
      body_truncated: true,
    })
  })

  it.each([
    { url: 'http://127.0.0.1:1/' },
    { url: 'http://169.254.169.254/latest/meta-data/' },
    { url: 'not a url' },
    { url: 'https://example.com/', headers: { 'X-A': 'a\r\nb' } },
  ])('names the field at fault for %j', async (input) => {
    const path = 'headers' in input ? 'headers' : 'url'
    await expect(runTool('webhook-send', input)).rejects.toMatchObject({ name: 'InvalidInput', path })
  })

  it.each([{}, { url: '' }, { url: 'https://example.com/', method: 'GET' }, { url: 'x'.repeat(8193) }])(
    'refuses an input outside its schema (%#)',
    async (input) => {
      await expect(runTool('webhook-send', input)).rejects.toMatchObject({ name: 'ZodError' })
    },
  )
})
