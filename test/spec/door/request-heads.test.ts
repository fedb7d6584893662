import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SocketDesk } from '../../support/gateway/socket-desk.ts'
import { expectRefusal } from '../../support/network/expect-refusal.ts'

let desk: SocketDesk
beforeAll(async () => {
  desk = await SocketDesk.open()
})
afterAll(async () => await desk.close())

describe('a Host header', () => {
  it.each([
    ['that is missing', 400, 'invalid_request', () => 'GET /v1/tools HTTP/1.1\r\n\r\n'],
    ['that is missing in HTTP/1.0', 400, 'invalid_request', () => 'GET /v1/tools HTTP/1.0\r\n\r\n'],
    ['that is missing in HTTP/0.9', 400, 'invalid_request', () => 'GET /v1/tools\r\n\r\n'],
    ['that is empty', 403, 'forbidden_host', () => 'GET /v1/tools HTTP/1.1\r\nHost:\r\n\r\n'],
    ['that comes twice', 400, 'invalid_request', () => desk.get('/v1/tools', desk.host())],
    [
      'with a foreign one after it',
      400,
      'invalid_request',
      () => desk.get('/v1/tools', 'Host: evil.example\r\n'),
    ],
    [
      'after a foreign one',
      400,
      'invalid_request',
      () => `GET /v1/tools HTTP/1.1\r\nHost: evil.example\r\n${desk.host()}\r\n`,
    ],
    ['with a space before the colon', 400, 'invalid_request', () => `GET / HTTP/1.1\r\nHost : a\r\n\r\n`],
    [
      'of this port by another name',
      403,
      'forbidden_host',
      () => `GET / HTTP/1.1\r\nHost: a:${desk.port}\r\n\r\n`,
    ],
    ['of another port', 403, 'forbidden_host', () => 'GET / HTTP/1.1\r\nHost: 127.0.0.1:4777\r\n\r\n'],
  ])('%s is refused', async (_name, status, code, request) => {
    const { answers } = await desk.send([request()])
    expectRefusal(answers[0], status, code)
  })

  it.each(['127.0.0.1', 'localhost', '[::1]'])(
    'with the port of the gateway is served: %s',
    async (name) => {
      const { answers } = await desk.send([`GET /v1/health HTTP/1.1\r\nHost: ${name}:${desk.port}\r\n\r\n`])
      expect(answers[0]!.status).toBe(200)
    },
  )

  it('in HTTP/1.0 is served and the connection closed', async () => {
    const { answers, closed } = await desk.send([`GET /v1/health HTTP/1.0\r\n${desk.host()}\r\n`], 2)
    expect([answers.length, answers[0]!.status, closed]).toEqual([1, 200, true])
  })
})

describe('a request line', () => {
  const cases: Record<string, [number, string, () => string]> = {
    'with an absolute address': [
      400,
      'invalid_request',
      () => `GET http://127.0.0.1:${desk.port}/v1/tools HTTP/1.1\r\n${desk.host()}\r\n`,
    ],
    'with an absolute foreign address': [
      400,
      'invalid_request',
      () => `GET http://evil.example/v1/tools HTTP/1.1\r\n${desk.host()}\r\n`,
    ],
    'with an asterisk': [400, 'invalid_request', () => `OPTIONS * HTTP/1.1\r\n${desk.host()}\r\n`],
    'that asks for a tunnel': [
      405,
      'method_not_allowed',
      () => `CONNECT 127.0.0.1:${desk.port} HTTP/1.1\r\n${desk.host()}\r\n`,
    ],
    'that asks for an echo': [405, 'method_not_allowed', () => `TRACE / HTTP/1.1\r\n${desk.host()}\r\n`],
    'with an unknown method': [400, 'invalid_request', () => `BREW / HTTP/1.1\r\n${desk.host()}\r\n`],
    'in lower case': [400, 'invalid_request', () => `get / HTTP/1.1\r\n${desk.host()}\r\n`],
    'of HTTP/2': [400, 'invalid_request', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    'of a version to come': [400, 'invalid_request', () => `GET / HTTP/1.9\r\n${desk.host()}\r\n`],
    'with bytes outside ASCII': [400, 'invalid_request', () => desk.get('/v1/tools/\xc3\xa9')],
    'with a NUL': [400, 'invalid_request', () => desk.get('/v1/\0')],
    'that is too long': [414, 'uri_too_long', () => desk.get(`/${'a'.repeat(9_000)}`)],
    'with a broken escape': [400, 'invalid_request', () => desk.get('/v1/%zz')],
    'that climbs out of the page': [404, 'not_found', () => desk.get('/assets/%2e%2e/%2e%2e/package.json')],
    'that climbs out twice encoded': [404, 'not_found', () => desk.get('/assets/%252e%252e/package.json')],
    'that climbs out with backslashes': [404, 'not_found', () => desk.get('/assets/..\\..\\package.json')],
    'with two slashes': [404, 'not_found', () => desk.get(`//evil.example/v1/tools`)],
    'that is TLS': [400, 'invalid_request', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    'that is noise': [400, 'invalid_request', () => '\x00\xff\x80 \r\n\r\n'],
  }

  it.each(Object.entries(cases))('%s is refused', async (_name, [status, code, request]) => {
    const { answers } = await desk.send([request()])
    expectRefusal(answers[0], status, code)
  })
})

describe('header fields', () => {
  it.each([
    ['past 16 KiB in one', 431, 'headers_too_large', () => desk.get('/', `X-A: ${'a'.repeat(20_000)}\r\n`)],
    ['past 16 KiB in many', 431, 'headers_too_large', () => desk.get('/', 'X-A: b\r\n'.repeat(3_000))],
    ['with a NUL', 400, 'invalid_request', () => desk.get('/', 'X-A: b\0c\r\n')],
    ['folded over two lines', 400, 'invalid_request', () => desk.get('/', 'X-A: b\r\n c\r\n')],
    ['without a colon', 400, 'invalid_request', () => desk.get('/', 'X-A\r\n')],
    ['ended by bare line feeds', 400, 'invalid_request', () => `GET / HTTP/1.1\n${desk.host()}\n`],
    ['with an expectation nobody knows', 400, 'invalid_request', () => desk.get('/', 'Expect: tea\r\n')],
    [
      'with two Origins',
      403,
      'forbidden_origin',
      () => desk.get('/', `Origin: http://127.0.0.1:${desk.port}\r\n`.repeat(2)),
    ],
  ])('%s are refused', async (_name, status, code, request) => {
    const { answers } = await desk.send([request()])
    expectRefusal(answers[0], status, code)
  })

  it('that come twice never pass off a bad key as a good one', async () => {
    const bad = 'Authorization: Bearer sk-toolgate-nobody\r\n'
    const { answers } = await desk.send([desk.get('/v1/credits/balance', `${bad}${desk.key()}`)])
    expect(answers[0]!.status).toBe(401)
  })

  it('may ask whether to continue, and are told to', async () => {
    const { answers } = await desk.send([
      desk.post('Expect: 100-continue\r\nContent-Length: 14\r\n', ''),
      '{"text":"abc"}',
    ])
    expect(answers[0]!.status).toBe(200)
  })

  // RFC 9110, 7.8: a server may go on in the protocol it speaks. Java's and curl's clients offer h2c unasked.
  it.each([
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAA\r\n',
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n',
  ])('may offer another protocol, which is not taken up: %j', async (upgrade) => {
    const { answers } = await desk.send([desk.get('/v1/health', upgrade)])
    expect(answers[0]!.status).toBe(200)
    const body = '{"text":"abc"}'
    const posted = await desk.send([desk.post(`${upgrade}Content-Length: ${body.length}\r\n`, body)])
    expect(posted.answers[0]!.status).toBe(200)
    const foreign = await desk.send([desk.get('/v1/health', `${upgrade}Origin: https://evil.example\r\n`)])
    expectRefusal(foreign.answers[0], 403, 'forbidden_origin')
  })
})
