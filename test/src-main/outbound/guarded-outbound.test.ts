import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { GuardedOutbound } from '../../../src-main/outbound/guarded-outbound.ts'
import { testOutbound } from '../../support/network/test-outbound.ts'
import { bodyOf, rawReceiver, receiver } from '../../support/network/receiver.ts'
import { send, sendTo } from '../../support/network/outbound-send.ts'

describe('what is sent', () => {
  it('is the method, path, body and headers that were given', async () => {
    const seen: unknown[] = []
    await sendTo(
      async (request, response) => {
        seen.push(request.method, request.url, request.headers, await bodyOf(request))
        response.end()
      },
      { userAgent: 'Toolgate/1.2.3' },
      { body: '{"a":"ü"}', headers: { 'X-One': '1', 'Content-Type': 'application/json' } },
    )
    expect(seen).toEqual([
      'POST',
      '/hook?a=b',
      {
        host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
        connection: 'close',
        'x-one': '1',
        'content-type': 'application/json',
        'user-agent': 'Toolgate/1.2.3',
        'accept-encoding': 'identity',
        'content-length': '10',
      },
      '{"a":"ü"}',
    ])
  })

  it('cannot be framed, redirected to another host or cut short by the caller', async () => {
    const hostile = {
      Host: 'elsewhere.example',
      'Content-Length': '2',
      'Transfer-Encoding': 'chunked',
      Connection: 'Upgrade, X-One',
      Upgrade: 'websocket',
      Expect: '100-continue',
      'X-One': '1',
    }
    const answer = await sendTo(
      async (request, response) => {
        const { host, upgrade, expect: expected } = request.headers
        const raw = request.rawHeaders.map((name) => name.toLowerCase())
        const lengths = raw.filter((name) => name === 'content-length' || name === 'transfer-encoding')
        response.end(JSON.stringify({ host, upgrade, expected, lengths, body: await bodyOf(request) }))
      },
      {},
      { headers: hostile, body: '{"whole":true}' },
    )
    expect(JSON.parse(answer.body.toString())).toEqual({
      host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      lengths: ['content-length'],
      body: '{"whole":true}',
    })
  })

  it('is held back if a header would not be sent as it is written', async () => {
    const { origin, connections } = await receiver((_, response) => response.end())
    const smuggled = { 'X-A': 'a\r\n\r\nPOST /other HTTP/1.1' }
    const refused = send(origin, { allowedOrigins: new Set([origin]) }, { headers: smuggled })
    await expect(refused).rejects.toMatchObject({ path: 'headers' })
    expect(connections()).toBe(0)
  })

  it('goes through no proxy of the environment', async () => {
    const proxy = await receiver((_, response) => response.end('proxied'))
    // Taken back in the environment itself: what another file starts later in this process inherits it.
    for (const name of ['http_proxy', 'HTTP_PROXY']) vi.stubEnv(name, proxy.origin)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect((await sendTo((_, response) => response.end('direct'))).body.toString()).toBe('direct')
    expect(proxy.connections()).toBe(0)
  })
})

describe('what comes back', () => {
  it.each([301, 302, 303, 307, 308])('is the redirect itself, for a %i', async (status) => {
    const canary = await receiver((_, response) => response.end())
    const answer = await sendTo((_, response) =>
      response.writeHead(status, { location: canary.origin }).end('moved'),
    )
    expect(answer).toMatchObject({ status, headers: { location: canary.origin }, truncated: false })
    expect(canary.connections()).toBe(0)
  })

  it.each([204, 400, 404, 500, 503])('is an answer and not a failure, for a %i', async (status) => {
    expect((await sendTo((_, response) => response.writeHead(status).end())).status).toBe(status)
  })

  it('keeps each cookie apart and joins other repeated headers', async () => {
    const answer = await sendTo((_, response) => {
      response.setHeader('Set-Cookie', ['a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT', 'b=2'])
      response.setHeader('X-Many', ['1', '2'])
      response.end()
    })
    expect(answer.headers).toMatchObject({
      'set-cookie': 'a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT\nb=2',
      'x-many': '1, 2',
    })
  })

  it('keeps headers with names such as __proto__ and constructor', async () => {
    const { origin } = await rawReceiver(
      'HTTP/1.1 200 OK\r\n__proto__: x\r\nconstructor: y\r\nContent-Length: 0\r\n\r\n',
    )
    const answer = await send(origin, { allowedOrigins: new Set([origin]) })
    expect(Object.entries(answer.headers).slice(0, 2)).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
  })

  it('is read in full up to the cap, and cut one byte past it', async () => {
    const answering = (bytes: number) =>
      sendTo((_, response) => response.end(Buffer.alloc(bytes, 'x')), { maxAnswerBytes: 1000 })
    expect(await answering(1000)).toMatchObject({ truncated: false, body: { length: 1000 } })
    expect(await answering(1001)).toMatchObject({ truncated: true, body: { length: 1000 } })
  })

  it('ends an endless body soon after the cap, and hangs up', async () => {
    let written = 0
    const hungUp = Promise.withResolvers<void>()
    const answer = await sendTo((_, response) => {
      const chunk = Buffer.alloc(64 * 1024, 'x')
      const write = () => {
        do written += chunk.length
        while (!response.destroyed && response.write(chunk))
      }
      response.on('drain', write).on('close', hungUp.resolve)
      write()
    })
    await hungUp.promise
    expect(answer).toMatchObject({ truncated: true, body: { length: 1024 * 1024 } })
    expect(written).toBeLessThan(64 * 1024 * 1024)
  })

  it.each([
    ['gzip', gzipSync('{"packed":true}')],
    ['deflate', deflateSync('{"packed":true}')],
    ['br', brotliCompressSync('{"packed":true}')],
  ])('is unpacked when the target sends %s unasked', async (encoding, packed) => {
    const answer = await sendTo((_, response) =>
      response.setHeader('Content-Encoding', encoding).end(packed),
    )
    expect(answer.body.toString()).toBe('{"packed":true}')
  })

  it('is never unpacked beyond the cap, even when it is a bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const answer = await sendTo((_, response) => response.setHeader('Content-Encoding', 'gzip').end(bomb))
    expect(answer).toMatchObject({ truncated: true, body: { length: 1024 * 1024 } })
  })

  it('is unpacked as far as it arrived when it was cut off', async () => {
    const packed = gzipSync(Buffer.from(Array.from({ length: 4000 }, (_, i) => `${i} `).join('')))
    const answer = await sendTo(
      (_, response) => response.setHeader('Content-Encoding', 'gzip').end(packed),
      {
        maxAnswerBytes: 1000,
      },
    )
    expect(answer.truncated).toBe(true)
    expect(answer.body.toString()).toMatch(/^0 1 2 3 /)
  })

  it.each(['gzip', 'br', 'zstd', 'nonsense', '__proto__'])(
    'is left as it is when it is wrongly labelled as %s',
    async (encoding) => {
      const answer = await sendTo((_, response) =>
        response.setHeader('Content-Encoding', encoding).end('plain'),
      )
      expect(answer.body.toString()).toBe('plain')
    },
  )
})

it('is one network for all calls, so that what it has learned for one is there for the next', () => {
  const outbound = new GuardedOutbound({ allowedOrigins: new Set() })
  const call = (id: string) =>
    outbound.forCall({
      who: { id, isOwner: false },
      leaving: () => Promise.resolve(),
      left: () => undefined,
    })
  expect(call('one').network).toBe(call('other').network)
  expect(call('one').network).not.toBe(testOutbound().network)
})
