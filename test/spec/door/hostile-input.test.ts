import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { liftRateLimit } from '../../support/gateway/lift-rate-limit.ts'
import { TestGateway } from '../../support/gateway/test-gateway.ts'

// Nothing listens there: what gets so far as to be sent fails at once, and nothing leaves this machine.
const UNREACHABLE = 'http://127.0.0.1:1'

let gateway: TestGateway
// One of each way to run; test/src-main/tools/index.test.ts sends what differs by tool to all of them.
const slugs = ['crypto-hash-sha256', 'text-diff', 'memory-set', 'tools-search', 'webhook-send']
beforeAll(async () => {
  gateway = await TestGateway.create({ allowedOrigins: [UNREACHABLE] })
  await liftRateLimit(gateway)
})
afterAll(async () => await gateway.close())

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

const send = (path: string, body: string | Uint8Array) =>
  gateway.instance.app.fetch(
    new Request(`http://127.0.0.1:4777${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      body: body as BodyInit, // a Buffer is one; the DOM's types insist on a narrower array
    }),
  )

// What RFC 8259 does not allow, each form once. Bytes where the text could not be written here.
const malformed: Record<string, string | Uint8Array> = {
  'white space alone': ' ',
  'an opening brace': '{',
  'a closing brace': '}',
  'a missing value': '{"text":}',
  'a missing colon': '{"text" "a"}',
  'a missing comma': '{"a":1 "b":2}',
  'a trailing comma': '{"text":"a",}',
  'a comma alone': '{,}',
  'a second document': '{"text":"a"}{}',
  'a stray bracket': '{"text":"a"}]',
  'crossed brackets': '{"a":[}]',
  'an unquoted name': '{text:"a"}',
  'a name that is a number': '{1:"a"}',
  'single quotes': "{'text':'a'}",
  'an unclosed text': '{"text":"a',
  'a raw line feed in a text': '{"text":"a\nb"}',
  'a raw NUL in a text': '{"text":"a\0b"}',
  'a raw tab in a name': '{"te\txt":"a"}',
  'an unknown escape': '{"text":"\\x41"}',
  'a short unicode escape': '{"text":"\\u00g0"}',
  'a leading zero': '{"text":012}',
  'a leading plus': '{"text":+1}',
  'a bare fraction': '{"text":.5}',
  'an unfinished fraction': '{"text":1.}',
  'an unfinished exponent': '{"text":1e}',
  'a hexadecimal number': '{"text":0x1F}',
  NaN: '{"text":NaN}',
  Infinity: '{"text":-Infinity}',
  undefined: '{"text":undefined}',
  'upper-case True': '{"text":True}',
  'a comment': '{"text":"a"/* b */}',
  'a line comment': '{"text":"a"}//',
  'a form feed as white space': '{\f"text":"a"}',
  'a no-break space as white space': '{\u00a0"text":"a"}',
  'a byte order mark': '\ufeff{"text":"a"}',
  'an emoji for a value': '{"text":😀}',
  'an emoji alone': '😀',
  'emojis around a fault': `{"text":"${'😀'.repeat(30)}"😀${'😀'.repeat(30)}`,
  'a lone continuation byte': bytes('{"text":"', [0x80], '"}'),
  'an overlong slash': bytes('{"text":"', [0xc0, 0xaf], '"}'),
  'a truncated sequence': bytes('{"text":"', [0xe2, 0x82], '"}'),
  'a surrogate as UTF-8': bytes('{"text":"', [0xed, 0xa0, 0x80], '"}'),
  'a code point past U+10FFFF': bytes('{"text":"', [0xf4, 0x90, 0x80, 0x80], '"}'),
  'UTF-16': bytes([0xff, 0xfe], '{\0"\0t\0"\0:\0'),
  'Latin-1': bytes('{"text":"', [0xe9], '"}'),
  'bytes at random': bytes([0, 255, 128, 7, 200, 31, 139, 8]),
  'gzip without saying so': bytes([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]),
  'half of a surrogate pair': '{"text":"\\ud83d"}',
  'the other half': '{"text":"\\udE00"}',
  'surrogates in the wrong order': '{"text":"\\udE00\\ud83d"}',
  'half of a surrogate pair in a name': '{"\\uDEAD":1}',
  'a number past the doubles': '{"text":1e999}',
  'a negative number past the doubles': '{"deep":[[-1E+400]]}',
  'a number of 400 digits': `{"text":${'9'.repeat(400)}}`,
  'a number of 400 digits and a fraction': `{"text":${'9'.repeat(400)}.5}`,
  'many digits and a short exponent': `{"text":${'9'.repeat(220)}e99}`,
  '1,025 open arrays': `{"text":${'['.repeat(1024)}`,
  '100,000 arrays in one another': `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  '100,000 objects in one another': `{"text":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
}

// JSON, but no object.
const noObject = ['null', 'true', '0', '-0', '"text"', '[]', '[{"text":"a"}]', '1e5']

async function expectRefusal(response: Response): Promise<void> {
  const text = await response.text()
  expect(response.status).toBe(400)
  expect(text.isWellFormed()).toBe(true)
  const { ok, error } = JSON.parse(text)
  expect(ok).toBe(false)
  expect(error).toMatchObject({
    code: 'validation_error',
    message: expect.any(String),
    issues: expect.any(Array),
    missing_fields: expect.any(Array),
  })
  expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|src-main|\.ts\b/)
}

describe('a body that is not a JSON object', () => {
  it.each(Object.entries(malformed))(
    'is refused by every address that reads one, and costs nothing: %s',
    async (_name, body) => {
      const before = gateway.balance()
      const paths = ['/v1/batch', '/v1/credits/buy', '/v1/stream/text-diff', '/v1/dry-run/text-diff']
      for (const path of [...paths, ...slugs.map((slug) => `/v1/${slug}`)])
        await expectRefusal(await send(path, body))
      expect(gateway.balance()).toBe(before)
      expect(gateway.bugs).toEqual([])
    },
  )

  it.each(noObject)('is refused when it is another JSON value: %s', async (body) => {
    for (const slug of slugs) await expectRefusal(await send(`/v1/${slug}`, body))
  })

  it('is refused at sign-up', async () => {
    // Sign-up is limited by address: a few represent all.
    for (const body of ['{', '[]', '{"email":😀}', '{"email":"\\ud83d@example.com","name":"a"}']) {
      await expectRefusal(await send('/v1/auth/signup', body))
    }
  })
})

describe('an empty body', () => {
  it('counts as an empty object, so that the missing fields are named', async () => {
    const { status, json } = await gateway.send('/v1/text-diff', { method: 'POST' })
    expect(status).toBe(400)
    expect(json.error).toMatchObject({
      code: 'validation_error',
      missing_fields: ['before', 'after'],
      issues: [{ path: 'before' }, { path: 'after' }],
    })
  })
})

describe('values of the wrong type', () => {
  it('are refused with the path at fault and a sentence', async () => {
    const { json } = await gateway.call('text-diff', { before: 1, after: 'a', by: 'page' })
    const paths = json.error.issues.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(['before', 'by'])
    for (const { message } of json.error.issues) expect(message.length).toBeGreaterThan(10)
  })

  it('are refused when a field is unknown, by name', async () => {
    const { status, json } = await gateway.call('crypto-hash-sha256', { text: 'a', txet: 'b' })
    expect(status).toBe(400)
    expect(json.error.message).toContain('"txet"')
  })

  it('are reported in a bounded answer, however many and long they are', async () => {
    const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`field_${i}`, i]))
    const many = await gateway.call('crypto-hash-sha256', fields)
    expect(many.status).toBe(400)
    expect(many.text.length).toBeLessThan(20_000)
    const long = await gateway.call('webhook-send', {
      url: UNREACHABLE,
      headers: { ['x'.repeat(1_000_000)]: 1 },
    })
    expect(long.status).toBe(400)
    expect(long.text.length).toBeLessThan(20_000)
  })
})

describe('names that objects inherit', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']

  it.each(names)('name no field of any tool: %s', async (name) => {
    for (const slug of slugs) {
      const { status, json } = await gateway.send(`/v1/${slug}`, {
        body: `{"${name}":{"text":"a","polluted":true}}`,
      })
      expect([slug, status, json.error.code]).toEqual([slug, 400, 'validation_error'])
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it.each(names)('fill no missing field: %s', async (name) => {
    const body = `{"input":{"${name}":{"key":"a","url":"http://127.0.0.1:1/"}}}`
    for (const slug of ['webhook-send', 'memory-set', 'text-diff']) {
      expect((await gateway.send(`/v1/${slug}`, { body })).status).toBe(400)
    }
  })

  it('are kept as they are inside a value that a tool stores', async () => {
    const value = '{"__proto__":{"polluted":true},"constructor":{"prototype":1},"toString":null}'
    const set = await gateway.send('/v1/memory-set', { body: `{"key":"names","value":${value}}` })
    expect(set.status).toBe(200)
    const { text } = await gateway.call('memory-get', { key: 'names', mode: 'agent' })
    expect(text).toContain(value)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it.each(names)('name no tool, session or memory of anybody: %s', async (name) => {
    expect((await gateway.call(name, {})).json.error.code).toBe('api_not_found')
    expect((await gateway.send(`/v1/tools/${name}`)).json.error.code).toBe('api_not_found')
    const found = await gateway.call('memory-get', { key: name, namespace: name })
    expect(found.json.data.found).toBe(false)
    const agent = await gateway.call('crypto-hash-sha256', { text: 'a', mode: 'agent', session_id: name })
    expect(agent.json.agent.memory_persisted.namespace).toBe(name)
  })
})

describe('what JSON allows and clients get wrong', () => {
  it('takes the last of two members of one name', async () => {
    const { json } = await gateway.send('/v1/crypto-hash-sha256', { body: '{"text":"x","text":"abc"}' })
    expect(json.data.hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it.each([
    ['white space of all four kinds', ' \t\r\n{ "key" : "v" , "value" : 1 } \n'],
    ['escapes for everything', '{"\\u006bey":"\\u0076","value":1}'],
    ['1,024 levels', `{"key":"v","value":${'['.repeat(1023)}${']'.repeat(1023)}}`],
    ['brackets inside a text', `{"key":"v","value":"${'[{'.repeat(5000)}"}`],
    ['escaped quotes before brackets', `{"key":"v","value":"\\\\\\"${'['.repeat(2000)}"}`],
    ['an escaped NUL', '{"key":"v","value":"\\u0000"}'],
    ['a surrogate pair', '{"key":"v","value":"\\ud83d\\ude00"}'],
    ['a noncharacter', '{"key":"v","value":"\\uffff"}'],
    ['the largest double', '{"key":"v","value":1.7976931348623157e308}'],
    ['the smallest double', '{"key":"v","value":5e-324}'],
    ['400 digits that are text', `{"key":"v","value":"${'9'.repeat(400)}"}`],
    ['an exponent that is text', '{"key":"v","value":"1e999"}'],
  ])('reads %s', async (_name, body) => {
    const { status, json } = await gateway.send('/v1/memory-set', { body })
    expect(json.error).toBeUndefined()
    expect(status).toBe(200)
    const { value } = JSON.parse(body)
    expect((await gateway.call('memory-get', { key: 'v' })).json.data.value).toEqual(value)
  })

  // Catches: an agent's call that fails late, when its result is to be saved.
  it('names the field of a number that JSON cannot write', async () => {
    const { status, json } = await gateway.send('/v1/webhook-send', {
      body: '{"url":"http://127.0.0.1:1/","payload":{"amount":1e999},"mode":"agent"}',
    })
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ code: 'validation_error', issues: [{ path: 'payload.amount' }] })
  })
})

describe('keys that are written with an escape', () => {
  // The engine may take such a key for a lone backslash, once it has met that one in the same place.
  it('arrive as they were sent, whatever others sent before', async () => {
    await gateway.call('code-json-to-typescript', { json: { id: null, '\\': 0 } })
    const { json } = await gateway.call('code-json-to-typescript', { json: { id: null, '\n': 0 } })
    expect(json.data.result).toContain('"\\n": number')
  })
})
