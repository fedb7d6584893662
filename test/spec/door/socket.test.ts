import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '../../support/network/expect-refusal.ts'
import { leaveAfter, sendRaw } from '../../support/network/raw-http.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'

// Malformed requests have to reach the gateway too, so these are written by hand, byte by byte.
let gateway: StartedTestGateway
let port: number
beforeAll(async () => {
  gateway = await startTestGateway()
  port = Number(new URL(gateway.url).port)
})
afterAll(async () => await gateway.close())

const host = () => `Host: 127.0.0.1:${port}\r\n`
const key = () => `Authorization: Bearer ${gateway.ownerKey}\r\n`
const JSON_TYPE = 'Content-Type: application/json\r\n'
const get = (path = '/v1/health', more = '') => `GET ${path} HTTP/1.1\r\n${host()}${more}\r\n`
const post = (more: string, body: string, path = '/v1/crypto-hash-sha256') =>
  `POST ${path} HTTP/1.1\r\n${host()}${key()}${JSON_TYPE}${more}\r\n${body}`
const sized = (body: string) => post(`Content-Length: ${Buffer.byteLength(body)}\r\n`, body)

const balance = async () => {
  const { answers } = await sendRaw(port, [get('/v1/credits/balance', key())])
  const { balance, reserved } = JSON.parse(answers[0]!.body)
  return { balance, reserved }
}

describe('a Host header', () => {
  it.each([
    ['that is missing', 400, 'invalid_request', () => 'GET /v1/tools HTTP/1.1\r\n\r\n'],
    ['that is missing in HTTP/1.0', 400, 'invalid_request', () => 'GET /v1/tools HTTP/1.0\r\n\r\n'],
    ['that is missing in HTTP/0.9', 400, 'invalid_request', () => 'GET /v1/tools\r\n\r\n'],
    ['that is empty', 403, 'forbidden_host', () => 'GET /v1/tools HTTP/1.1\r\nHost:\r\n\r\n'],
    ['that comes twice', 400, 'invalid_request', () => get('/v1/tools', host())],
    [
      'with a foreign one after it',
      400,
      'invalid_request',
      () => get('/v1/tools', 'Host: evil.example\r\n'),
    ],
    [
      'after a foreign one',
      400,
      'invalid_request',
      () => `GET /v1/tools HTTP/1.1\r\nHost: evil.example\r\n${host()}\r\n`,
    ],
    ['with a space before the colon', 400, 'invalid_request', () => `GET / HTTP/1.1\r\nHost : a\r\n\r\n`],
    [
      'of this port by another name',
      403,
      'forbidden_host',
      () => `GET / HTTP/1.1\r\nHost: a:${port}\r\n\r\n`,
    ],
    ['of another port', 403, 'forbidden_host', () => 'GET / HTTP/1.1\r\nHost: 127.0.0.1:4777\r\n\r\n'],
  ])('%s is refused', async (_name, status, code, request) => {
    const { answers } = await sendRaw(port, [request()])
    expectRefusal(answers[0], status, code)
  })

  it.each(['127.0.0.1', 'localhost', '[::1]'])(
    'with the port of the gateway is served: %s',
    async (name) => {
      const { answers } = await sendRaw(port, [`GET /v1/health HTTP/1.1\r\nHost: ${name}:${port}\r\n\r\n`])
      expect(answers[0]!.status).toBe(200)
    },
  )

  it('in HTTP/1.0 is served and the connection closed', async () => {
    const { answers, closed } = await sendRaw(port, [`GET /v1/health HTTP/1.0\r\n${host()}\r\n`], {
      expected: 2,
    })
    expect([answers.length, answers[0]!.status, closed]).toEqual([1, 200, true])
  })
})

describe('a request line', () => {
  const cases: Record<string, [number, string, () => string]> = {
    'with an absolute address': [
      400,
      'invalid_request',
      () => `GET http://127.0.0.1:${port}/v1/tools HTTP/1.1\r\n${host()}\r\n`,
    ],
    'with an absolute foreign address': [
      400,
      'invalid_request',
      () => `GET http://evil.example/v1/tools HTTP/1.1\r\n${host()}\r\n`,
    ],
    'with an asterisk': [400, 'invalid_request', () => `OPTIONS * HTTP/1.1\r\n${host()}\r\n`],
    'that asks for a tunnel': [
      405,
      'method_not_allowed',
      () => `CONNECT 127.0.0.1:${port} HTTP/1.1\r\n${host()}\r\n`,
    ],
    'that asks for an echo': [405, 'method_not_allowed', () => `TRACE / HTTP/1.1\r\n${host()}\r\n`],
    'with an unknown method': [400, 'invalid_request', () => `BREW / HTTP/1.1\r\n${host()}\r\n`],
    'in lower case': [400, 'invalid_request', () => `get / HTTP/1.1\r\n${host()}\r\n`],
    'of HTTP/2': [400, 'invalid_request', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    'of a version to come': [400, 'invalid_request', () => `GET / HTTP/1.9\r\n${host()}\r\n`],
    'with bytes outside ASCII': [400, 'invalid_request', () => get('/v1/tools/\xc3\xa9')],
    'with a NUL': [400, 'invalid_request', () => get('/v1/\0')],
    'that is too long': [414, 'uri_too_long', () => get(`/${'a'.repeat(9_000)}`)],
    'with a broken escape': [400, 'invalid_request', () => get('/v1/%zz')],
    'that climbs out of the page': [404, 'not_found', () => get('/assets/%2e%2e/%2e%2e/package.json')],
    'that climbs out twice encoded': [404, 'not_found', () => get('/assets/%252e%252e/package.json')],
    'that climbs out with backslashes': [404, 'not_found', () => get('/assets/..\\..\\package.json')],
    'with two slashes': [404, 'not_found', () => get(`//evil.example/v1/tools`)],
    'that is TLS': [400, 'invalid_request', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    'that is noise': [400, 'invalid_request', () => '\x00\xff\x80 \r\n\r\n'],
  }

  it.each(Object.entries(cases))('%s is refused', async (_name, [status, code, request]) => {
    const { answers } = await sendRaw(port, [request()])
    expectRefusal(answers[0], status, code)
  })
})

describe('header fields', () => {
  it.each([
    ['past 16 KiB in one', 431, 'headers_too_large', () => get('/', `X-A: ${'a'.repeat(20_000)}\r\n`)],
    ['past 16 KiB in many', 431, 'headers_too_large', () => get('/', 'X-A: b\r\n'.repeat(3_000))],
    ['with a NUL', 400, 'invalid_request', () => get('/', 'X-A: b\0c\r\n')],
    ['folded over two lines', 400, 'invalid_request', () => get('/', 'X-A: b\r\n c\r\n')],
    ['without a colon', 400, 'invalid_request', () => get('/', 'X-A\r\n')],
    ['ended by bare line feeds', 400, 'invalid_request', () => `GET / HTTP/1.1\n${host()}\n`],
    ['with an expectation nobody knows', 400, 'invalid_request', () => get('/', 'Expect: tea\r\n')],
    [
      'with two Origins',
      403,
      'forbidden_origin',
      () => get('/', `Origin: http://127.0.0.1:${port}\r\n`.repeat(2)),
    ],
  ])('%s are refused', async (_name, status, code, request) => {
    const { answers } = await sendRaw(port, [request()])
    expectRefusal(answers[0], status, code)
  })

  it('that come twice never pass off a bad key as a good one', async () => {
    const bad = 'Authorization: Bearer sk-toolgate-nobody\r\n'
    const { answers } = await sendRaw(port, [get('/v1/credits/balance', `${bad}${key()}`)])
    expect(answers[0]!.status).toBe(401)
  })

  it('may ask whether to continue, and are told to', async () => {
    const { answers } = await sendRaw(port, [
      post('Expect: 100-continue\r\nContent-Length: 14\r\n', ''),
      '{"text":"abc"}',
    ])
    expect(answers[0]!.status).toBe(200)
  })

  // RFC 9110, 7.8: a server may go on in the protocol it speaks. Java's and curl's clients offer h2c unasked.
  it.each([
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAA\r\n',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n',
  ])('may offer another protocol, which is not taken up: %j', async (upgrade) => {
    const { answers } = await sendRaw(port, [get('/v1/health', upgrade)])
    expect(answers[0]!.status).toBe(200)
    const body = '{"text":"abc"}'
    const posted = await sendRaw(port, [post(`${upgrade}Content-Length: ${body.length}\r\n`, body)])
    expect(posted.answers[0]!.status).toBe(200)
    const foreign = await sendRaw(port, [get('/v1/health', `${upgrade}Origin: https://evil.example\r\n`)])
    expectRefusal(foreign.answers[0], 403, 'forbidden_origin')
  })
})

describe('a body of doubtful length', () => {
  const chunks = 'e\r\n{"text":"abc"}\r\n0\r\n\r\n'
  const chunked = (field: string) => () => post(`${field}\r\n`, chunks)

  it.each([
    [
      'both a length and chunks',
      () => post('Content-Length: 6\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\nG'),
    ],
    [
      'both chunks and a length',
      () => post('Transfer-Encoding: chunked\r\nContent-Length: 6\r\n', '0\r\n\r\nG'),
    ],
    ['two lengths', () => post('Content-Length: 14\r\nContent-Length: 15\r\n', '{"text":"abc"}')],
    ['one length twice', () => post('Content-Length: 14, 14\r\n', '{"text":"abc"}')],
    ['a signed length', () => post('Content-Length: +14\r\n', '{"text":"abc"}')],
    ['a negative length', () => post('Content-Length: -1\r\n', '')],
    ['a hexadecimal length', () => post('Content-Length: 0xe\r\n', '{"text":"abc"}')],
    ['a length past 64 bits', () => post(`Content-Length: ${'9'.repeat(30)}\r\n`, '')],
    ['chunks under another coding', chunked('Transfer-Encoding: gzip, chunked')],
    ['chunks that are not last', chunked('Transfer-Encoding: chunked, identity')],
    ['two codings in two fields', chunked('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity')],
    ['a coding that looks like chunks', chunked('Transfer-Encoding: xchunked')],
    ['a coding in quotes', chunked('Transfer-Encoding: "chunked"')],
    ['a space before the colon', chunked('Transfer-Encoding : chunked')],
    ['a vertical tab before chunks', chunked('Transfer-Encoding:\x0bchunked')],
    [
      'a chunk size that is not a number',
      () => post('Transfer-Encoding: chunked\r\n', 'zz\r\n{"text":"abc"}\r\n0\r\n\r\n'),
    ],
    ['a negative chunk size', () => post('Transfer-Encoding: chunked\r\n', '-1\r\nx\r\n0\r\n\r\n')],
    ['a chunk size past 64 bits', () => post('Transfer-Encoding: chunked\r\n', `${'f'.repeat(17)}\r\n`)],
    [
      'a chunk longer than it says',
      () => post('Transfer-Encoding: chunked\r\n', '2\r\n{"text":"abc"}\r\n0\r\n\r\n'),
    ],
  ])('is refused and costs nothing: %s', async (_name, request) => {
    const before = await balance()
    const { answers } = await sendRaw(port, [request()])
    expectRefusal(answers[0], 400, 'invalid_request')
    expect(await balance()).toEqual(before)
  })

  it('is read where the length is plain, in one chunk or byte by byte', async () => {
    const bytes = [...'{"text":"abc"}'].map((byte) => `1\r\n${byte}\r\n`)
    for (const parts of [[chunks], [...bytes, '0\r\n\r\n']]) {
      const { answers } = await sendRaw(port, [post('Transfer-Encoding: chunked\r\n', ''), ...parts])
      expect(answers[0]!.status).toBe(200)
    }
  })
})

describe('a body over the limit', () => {
  const MIB = 1024 * 1024

  it('is refused by its declared length before it is sent', async () => {
    const { answers } = await sendRaw(port, [post(`Content-Length: ${4 * MIB + 1}\r\n`, '')])
    expectRefusal(answers[0], 413, 'payload_too_large')
  })

  it('is refused when it comes in chunks, and leaves the connection usable', async () => {
    const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`
    const parts = [
      post('Transfer-Encoding: chunked\r\n', ''),
      ...Array<string>(80).fill(chunk),
      '0\r\n\r\n',
      get(),
    ]
    const { answers } = await sendRaw(port, parts, { expected: 2 })
    expectRefusal(answers[0], 413, 'payload_too_large')
    expect(answers[1]!.status).toBe(200)
  })

  it('is cut off when it never ends', async () => {
    const chunk = Buffer.from(`${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`)
    let sent = 0
    function* endless(): Generator<string | Buffer> {
      yield post('Transfer-Encoding: chunked\r\n', '')
      for (; sent < 200; sent++) yield chunk
    }
    const { closed } = await sendRaw(port, endless())
    expect(closed).toBe(true)
    expect(sent).toBeLessThan(100)
    expect((await sendRaw(port, [get()])).answers[0]!.status).toBe(200)
  })
})

describe('requests in a row on one connection', () => {
  it('are answered in order, even when they were sent at once', async () => {
    const texts = ['a', 'b', 'c', 'd', 'e']
    const burst = texts.map((text) => sized(JSON.stringify({ text, trace: true }))).join('')
    const { answers } = await sendRaw(port, [burst], { expected: 5 })
    const balances = answers.map(({ body }) => JSON.parse(body).meta.balance)
    expect(balances).toEqual(balances.toSorted((a, b) => b - a))
    expect(new Set(answers.map(({ body }) => JSON.parse(body).data.hash)).size).toBe(5)
  })

  it('are not confused by a refusal whose body was not read', async () => {
    const body = get('/v1/credits/balance', key())
    const refused = `POST /v1/batch HTTP/1.1\r\nHost: evil.example\r\n${JSON_TYPE}Content-Length: ${body.length}\r\n\r\n${body}`
    const { answers } = await sendRaw(port, [refused, get()], { expected: 2 })
    expectRefusal(answers[0], 403, 'forbidden_host')
    expect(JSON.parse(answers[1]!.body).status).toBe('live')
  })

  it('are answered before what follows them is refused', async () => {
    const before = await balance()
    const { answers, closed } = await sendRaw(port, [`${sized('{"text":"abc"}')}GARBAGE\r\n\r\n`], {
      expected: 3,
    })
    expect(answers.map(({ status }) => status)).toEqual([200, 400])
    expectRefusal(answers[1], 400, 'invalid_request')
    expect(closed).toBe(true)
    expect((await balance()).balance).toBe(before.balance - 1)
  })

  it('do not break into an event stream', async () => {
    const body = '{"before":"abc","after":"abd"}'
    const stream = post(`Content-Length: ${body.length}\r\n`, body, '/v1/stream/text-diff')
    const { answers } = await sendRaw(port, [`${stream}GARBAGE\r\n\r\n`], { expected: 2 })
    expect(answers[0]!.status).toBe(200)
    const events = answers[0]!.body.split('HTTP/1.1 ')[0]!
    expect(events).toContain('event: start')
    expect(events).toContain('event: done')
  })
})

describe('a caller who leaves before the end of a request', () => {
  it.each([
    ['in the head', () => get().slice(0, 20)],
    ['before the body', () => post('Content-Length: 14\r\n', '')],
    ['in the body', () => post('Content-Length: 14\r\n', '{"text"')],
  ])('%s is charged nothing and leaves nothing open', async (_name, request) => {
    const before = await balance()
    await leaveAfter(port, request())
    expect(await balance()).toEqual(before)
  })
})
