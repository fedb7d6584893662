import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { hostname } from 'node:os'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { GuardedOutboundOptions } from '../../../src-main/outbound/guarded-outbound.ts'
import { GuardedOutbound } from '../../../src-main/outbound/guarded-outbound.ts'
import { ownAddresses } from '../../../src-main/outbound/address-policy.ts'
import type { HostAddress } from '../../../src-main/outbound/resolve-once.ts'
import { InvalidInput } from '../../../src-main/tools/tool-context.ts'
import type { OutboundAnswer, OutboundRequest } from '../../../src-main/tools/tool-context.ts'
import { bodyOf, rawReceiver, receiver } from '../../support/receiver.ts'

const { signal } = new AbortController()
const V4 = (address: string): HostAddress => ({ address, family: 4 })
const V6 = (address: string): HostAddress => ({ address, family: 6 })

function send(
  url: string,
  options: Partial<GuardedOutboundOptions> = {},
  request: Partial<OutboundRequest> = {},
): Promise<OutboundAnswer> {
  const outbound = new GuardedOutbound({ allowedOrigins: new Set(), ...options })
  return outbound.send({ url, method: 'POST', body: '{}', signal, ...request })
}

async function sendTo(
  answer: RequestListener,
  options: Partial<GuardedOutboundOptions> = {},
  request: Partial<OutboundRequest> = {},
): Promise<OutboundAnswer> {
  const { origin } = await receiver(answer)
  return send(`${origin}/hook?a=b`, { allowedOrigins: new Set([origin]), ...options }, request)
}

describe('addresses', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '127.0.0.2',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0X7F.0x0.0x0.0x1',
    '0177.0.0.1',
    '017700000001',
    '0.0.0.0',
    '0',
    '0x0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:0:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '１２７.０.０.１',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'ｌocalhost',
    hostname(),
  ]

  it.each(hosts)('makes no connection to this machine by the name %s', async (host) => {
    const canary = await receiver((_, response) => response.end('reached'))
    const refused = send(`http://${host}:${canary.port}/`)
    await expect(refused).rejects.toBeInstanceOf(InvalidInput)
    await expect(refused).rejects.toThrow('--allow-webhook')
    expect(canary.connections()).toBe(0)
  })

  it('lets none of those names connect, even when they are all tried at once', async () => {
    const canary = await receiver((_, response) => response.end('reached'))
    const outbound = new GuardedOutbound({ allowedOrigins: new Set([`https://127.0.0.1:${canary.port}`]) })
    const urls = hosts.flatMap((host) => [
      `http://${host}:${canary.port}/`,
      `http:\\\\${host}:${canary.port}\\x`,
    ])
    const sends = urls.map((url) => outbound.send({ url, method: 'POST', signal }))
    const outcomes = await Promise.allSettled(sends)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([])
    expect(canary.connections()).toBe(0)
  })

  it.each([
    ['the only one is private', [V4('10.1.2.3')]],
    ['one of several is private', [V4('8.8.8.8'), V4('169.254.169.254')]],
    ['the IPv6 one is loopback', [V4('8.8.8.8'), V6('::1')]],
    ['one is IPv4 dressed as IPv6', [V6('::ffff:127.0.0.1')]],
    ['what DNS answers is no address', [V4('not an address')]],
  ])('refuses a name when %s', async (_, addresses) => {
    const lookup = () => Promise.resolve(addresses)
    await expect(send('http://example.com/', { lookup })).rejects.toBeInstanceOf(InvalidInput)
  })

  it('looks a name up once and dials what was checked, whatever a second answer would be', async () => {
    const canary = await receiver((_, response) => response.end('reached'))
    const asked: string[] = []
    // 3ffe::/16 counts as public, but belongs to nobody since 2006 (RFC 3701), so nothing can answer there.
    const lookup = (name: string) => {
      asked.push(name)
      return Promise.resolve([asked.length === 1 ? V6('3ffe::1') : V4('127.0.0.1')])
    }
    await expect(
      send(`http://rebind.example:${canary.port}/`, { lookup, deadlineMs: 300 }),
    ).rejects.toThrow(Error)
    expect(asked).toEqual(['rebind.example'])
    expect(canary.connections()).toBe(0)
  })

  it('dials the address of the lookup it was given, and keeps the name for the Host header', async () => {
    const { port } = await receiver((request, response) => response.end(request.headers.host))
    const origin = `http://hooks.example:${port}`
    const lookup = () => Promise.resolve([V4('127.0.0.1')])
    const answer = await send(origin, { lookup, allowedOrigins: new Set([origin]) })
    expect(answer.body.toString()).toBe(`hooks.example:${port}`)
  })

  it('does not take a public address of this machine for a foreign one', async () => {
    const own = ownAddresses().map((address) => (address.includes(':') ? V6(address) : V4(address)))
    for (const address of own) {
      const lookup = () => Promise.resolve([address])
      await expect(send('http://example.com/', { lookup })).rejects.toBeInstanceOf(InvalidInput)
    }
    expect(own.length).toBeGreaterThan(0)
  })

  it.each(['metadata.google.internal', 'printer.local', 'router.home.arpa', 'intranet'])(
    'does not ask DNS about %s, which cannot be public',
    async (host) => {
      const lookup = () => Promise.reject(new Error('was asked'))
      await expect(send(`http://${host}/`, { lookup })).rejects.toBeInstanceOf(InvalidInput)
    },
  )

  it('allows exactly the scheme, host and port that the owner has allowed', async () => {
    const { origin, port, connections } = await receiver((_, response) => response.end('reached'))
    const allowedOrigins = new Set([origin])
    expect((await send(`${origin}/any/path`, { allowedOrigins })).body.toString()).toBe('reached')
    for (const url of [
      `https://127.0.0.1:${port}/`,
      `http://127.0.0.1:${port + 1}/`,
      'http://127.0.0.1/',
      `http://localhost:${port}/`,
      `http://127.0.0.2:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
    ])
      await expect(send(url, { allowedOrigins })).rejects.toBeInstanceOf(InvalidInput)
    expect(connections()).toBe(1)
  })

  it('sees an origin that is allowed or withdrawn later', async () => {
    const { origin } = await receiver((_, response) => response.end())
    const allowedOrigins = new Set<string>()
    const outbound = new GuardedOutbound({ allowedOrigins })
    const sendAgain = () => outbound.send({ url: origin, method: 'GET', signal })
    await expect(sendAgain()).rejects.toBeInstanceOf(InvalidInput)
    allowedOrigins.add(origin)
    expect((await sendAgain()).status).toBe(200)
    allowedOrigins.delete(origin)
    await expect(sendAgain()).rejects.toBeInstanceOf(InvalidInput)
  })
})

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

  it('does not leave when a header would not be sent as it is written', async () => {
    const { origin, connections } = await receiver((_, response) => response.end())
    const smuggled = { 'X-A': 'a\r\n\r\nPOST /other HTTP/1.1' }
    const refused = send(origin, { allowedOrigins: new Set([origin]) }, { headers: smuggled })
    await expect(refused).rejects.toMatchObject({ path: 'headers' })
    expect(connections()).toBe(0)
  })

  it('does not go through a proxy of the environment', async () => {
    const proxy = await receiver((_, response) => response.end('proxied'))
    const before = { ...process.env }
    Object.assign(process.env, {
      http_proxy: proxy.origin,
      HTTP_PROXY: proxy.origin,
      NODE_USE_ENV_PROXY: '1',
    })
    try {
      expect((await sendTo((_, response) => response.end('direct'))).body.toString()).toBe('direct')
    } finally {
      process.env = before
    }
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

  it.each([204, 400, 404, 500, 503])('is an answer and no failure, for a %i', async (status) => {
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

  it('takes names such as __proto__ and constructor for headers', async () => {
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

  it('does not unpack a bomb beyond the cap', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const answer = await sendTo((_, response) => response.setHeader('Content-Encoding', 'gzip').end(bomb))
    expect(answer).toMatchObject({ truncated: true, body: { length: 1024 * 1024 } })
  })

  it('unpacks what there is of a body that was cut off', async () => {
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
    'is the bytes themselves when they are labelled %s and are not',
    async (encoding) => {
      const answer = await sendTo((_, response) =>
        response.setHeader('Content-Encoding', encoding).end('plain'),
      )
      expect(answer.body.toString()).toBe('plain')
    },
  )
})

describe('failures', () => {
  it('gives up a receiver that never answers, and hangs up', async () => {
    const hungUp = Promise.withResolvers<void>()
    const sending = sendTo((request) => request.socket.on('close', () => hungUp.resolve()), {
      deadlineMs: 100,
    })
    await expect(sending).rejects.toThrow('did not answer in full within 0.1 seconds')
    await hungUp.promise
  })

  it('gives up a body that drips on', async () => {
    const sending = sendTo(
      (_, response) => {
        response.write('x')
        const drip = setInterval(() => response.write('x'), 10)
        response.on('close', () => clearInterval(drip))
      },
      { deadlineMs: 150 },
    )
    await expect(sending).rejects.toThrow('did not answer in full')
  })

  it('counts the lookup into the deadline', async () => {
    const lookup = () => new Promise<never>(() => {})
    await expect(send('http://example.com/', { lookup, deadlineMs: 50 })).rejects.toThrow(
      'within 0.05 seconds',
    )
  })

  it('counts the wait for a slot into the deadline', async () => {
    const { origin } = await receiver(() => {})
    const outbound = new GuardedOutbound({
      allowedOrigins: new Set([origin]),
      deadlineMs: 100,
      sendsAtOnce: 1,
    })
    const sends = [1, 2, 3].map(() => outbound.send({ url: origin, method: 'POST', signal }))
    const outcomes = await Promise.allSettled(sends)
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  })

  it('stops when the caller is gone, with the reason the caller gave', async () => {
    const caller = new AbortController()
    const sending = sendTo(() => caller.abort(new Error('caller gone')), {}, { signal: caller.signal })
    await expect(sending).rejects.toThrow('caller gone')
  })

  it('is told in plain words when nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    await new Promise((resolve) => server.close(resolve))
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
    const failed = send(origin, { allowedOrigins: new Set([origin]) })
    await expect(failed).rejects.toThrow(
      /^Nothing came back from 127\.0\.0\.1:\d+: it refused the connection;/,
    )
    await expect(failed).rejects.not.toBeInstanceOf(InvalidInput)
  })

  it('is told in plain words when the name does not exist', async () => {
    const lookup = () =>
      Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }))
    await expect(send('http://nobody.example/', { lookup })).rejects.toThrow(
      'Nothing came back from nobody.example: its name could not be resolved; check the spelling',
    )
  })

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n', 'it did not answer in HTTP'],
    ['nothing', '', 'it closed the connection before it had answered'],
    [
      'half a body',
      'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort',
      'it closed the connection before it had answered',
    ],
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
      'its answer is longer or shorter than it said',
    ],
    ['a NUL in a header', 'HTTP/1.1 200 OK\r\nX\0: d\r\n\r\n', 'it did not answer in HTTP'],
    [
      'an upgrade that nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      'it closed the connection',
    ],
    [
      'endless headers',
      `HTTP/1.1 200 OK\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`,
      'more than 16 KiB of headers',
    ],
  ])('is told in plain words when the receiver writes %s', async (_, bytes, words) => {
    const { origin } = await rawReceiver(bytes)
    await expect(send(origin, { allowedOrigins: new Set([origin]) })).rejects.toThrow(words)
  })

  it('is told in plain words when a plain HTTP port is spoken to in TLS', async () => {
    const { port } = await receiver((_, response) => response.end())
    const origin = `https://127.0.0.1:${port}`
    await expect(send(origin, { allowedOrigins: new Set([origin]) })).rejects.toThrow(
      'no secure connection',
    )
  })
})
