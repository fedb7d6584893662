import { X509Certificate } from 'node:crypto'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { GuardedOutboundOptions } from '../../../src-main/outbound/guarded-outbound.ts'
import { CallFailed, InvalidInput, type DnsType } from '../../../src-main/tool-kit/tool-context.ts'
import { dnsServer } from '../../support/network/dns-server.ts'
import { wireName, wireShorts, wireText, type Zone } from '../../support/network/zone-server.ts'
import { rawReceiver } from '../../support/network/receiver.ts'
import { ODD_CERTIFICATE, TEST_CERTIFICATE, TEST_KEY } from '../../support/network/test-certificate.ts'
import { testOutbound } from '../../support/network/test-outbound.ts'

const { signal } = new AbortController()
const outboundWith = testOutbound

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port // a listening TCP server has an address with a port
}

describe('resolveDns', () => {
  async function ask(
    zone: Zone,
    name: string,
    type: DnsType,
    options: Partial<GuardedOutboundOptions> = {},
  ) {
    const server = await dnsServer(zone)
    const outbound = outboundWith({ dnsServers: [server.address], ...options })
    return { asked: server.asked, answer: outbound.resolveDns({ name, type, signal }) }
  }

  const soa = Buffer.concat([wireName('ns.example.com'), wireName('host.example.com'), Buffer.alloc(20, 1)])
  it.each<[DnsType, Buffer, string, object]>([
    ['A', Buffer.from([10, 0, 0, 1]), '10.0.0.1', {}],
    ['AAAA', Buffer.from('20010db8000000000000000000000001', 'hex'), '2001:db8::1', {}],
    [
      'MX',
      Buffer.concat([wireShorts(10), wireName('mail.example.com')]),
      '10 mail.example.com.',
      { priority: 10 },
    ],
    ['TXT', wireText('v=spf1 ', '-all ü'), 'v=spf1 -all ü', {}],
    ['NS', wireName('ns.example.com'), 'ns.example.com.', {}],
    ['CNAME', wireName('other.example.com'), 'other.example.com.', {}],
    [
      'SRV',
      Buffer.concat([wireShorts(1, 2, 443), wireName('a.example.com')]),
      '1 2 443 a.example.com.',
      { port: 443 },
    ],
    [
      'CAA',
      Buffer.concat([Buffer.from([128]), wireText('issue'), Buffer.from('ca.example')]),
      '128 issue "ca.example"',
      { tag: 'issue' },
    ],
    [
      'SOA',
      soa,
      `ns.example.com. host.example.com. ${Array(5).fill(0x01010101).join(' ')}`,
      { serial: 0x01010101 },
    ],
  ])('reads %s records', async (type, rdata, value, parts) => {
    const { answer } = await ask({ [`example.com ${type}`]: [rdata] }, 'example.com', type)
    expect(await answer).toMatchObject({ exists: true, records: [{ type, value, parts }] })
  })

  it('tells an unknown name from one without such records', async () => {
    const zone = { 'example.com A': [Buffer.from([8, 8, 8, 8])] }
    expect(await (await ask(zone, 'example.com', 'MX')).answer).toEqual({ exists: true, records: [] })
    expect(await (await ask(zone, 'nowhere.example', 'MX')).answer).toEqual({ exists: false, records: [] })
  })

  it('asks for names in ASCII and puts no search domain behind them', async () => {
    const { asked, answer } = await ask({}, 'Bücher.example.', 'A')
    await answer
    expect(new Set(asked)).toEqual(new Set(['xn--bcher-kva.example A']))
  })

  it.each([
    '',
    'a b.com',
    'localhost',
    'printer.local',
    'db.internal',
    '-a.com',
    `${'a'.repeat(64)}.com`,
    'a..b',
    '1.0.0.10.in-addr.arpa',
    `${'0.'.repeat(31)}0.ip6.arpa`,
  ])('refuses to ask for %j', async (name) => {
    const { asked, answer } = await ask({}, name, 'A')
    await expect(answer).rejects.toMatchObject({ name: 'InvalidInput', path: 'name' })
    expect(asked).toEqual([])
  })

  it('says that a server failed, and ends with the deadline or the caller', async () => {
    await expect((await ask({ 'example.com A': 'fails' }, 'example.com', 'A')).answer).rejects.toThrow(
      /DNS servers/,
    )
    const silent: Zone = { 'example.com A': 'silent' }
    await expect((await ask(silent, 'example.com', 'A', { deadlineMs: 100 })).answer).rejects.toMatchObject(
      {
        timedOut: true,
      },
    )
    const caller = new AbortController()
    const server = await dnsServer(silent)
    const outbound = outboundWith({ dnsServers: [server.address] })
    const asking = outbound.resolveDns({ name: 'example.com', type: 'A', signal: caller.signal })
    caller.abort()
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('inspectTls', () => {
  const tlsServer = async (cert = TEST_CERTIFICATE) => {
    const names: string[] = []
    const options = {
      key: TEST_KEY,
      cert,
      SNICallback: (name: string, done: (error: null) => void) => (names.push(name), done(null)),
    }
    const server = createTlsServer(options, (socket) => socket.on('error', () => socket.destroy()).resume())
    server.on('tlsClientError', () => {})
    return { port: await listening(server), names }
  }

  it('shows the certificate of a server that nobody trusts, having asked for its name', async () => {
    const { port, names } = await tlsServer()
    const lookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    const outbound = outboundWith({ lookup, allowedOrigins: new Set([`https://www.example.test:${port}`]) })
    const seen = await outbound.inspectTls({ host: 'www.example.test', port, signal })
    expect(seen).toMatchObject({ protocol: 'TLSv1.3', distrust: expect.stringMatching(/SELF_SIGNED/) })
    expect(seen.chain).toHaveLength(1)
    expect(seen.chain[0]!.toString('base64')).toBe(TEST_CERTIFICATE.replace(/-----.*?-----|\n/g, ''))
    expect(names).toEqual(['www.example.test'])
  })

  it('shows what else the server sends, on whatever curve, and lives on', async () => {
    const { port } = await tlsServer(TEST_CERTIFICATE + ODD_CERTIFICATE)
    const outbound = outboundWith({ allowedOrigins: new Set([`https://127.0.0.1:${port}`]) })
    const { chain } = await outbound.inspectTls({ host: '127.0.0.1', port, signal })
    expect(chain.map((der) => new X509Certificate(der).publicKey.asymmetricKeyDetails)).toEqual([
      { namedCurve: 'prime256v1' },
      { namedCurve: 'secp256k1' },
    ])
  })

  it.each(['127.0.0.1', '::1', 'localhost', '169.254.169.254'])(
    'dials no private address: %s',
    async (host) => {
      const { port, names } = await tlsServer()
      await expect(outboundWith({}).inspectTls({ host, port, signal })).rejects.toMatchObject({
        name: 'InvalidInput',
        path: 'host',
      })
      expect(names).toEqual([])
    },
  )

  it.each(['a/b', 'user@example.com', 'example.com:1', '', 'a b', '[::1'])(
    'refuses the host %j',
    async (host) => {
      await expect(outboundWith({}).inspectTls({ host, port: 443, signal })).rejects.toMatchObject({
        path: 'host',
      })
    },
  )

  it('says that a server does not speak TLS, without waiting for one that says nothing', async () => {
    const plain = await rawReceiver('HTTP/1.1 400 Bad Request\r\n\r\n')
    const allowed = new Set([`https://127.0.0.1:${plain.port}`])
    const asking = outboundWith({ allowedOrigins: allowed }).inspectTls({
      host: '127.0.0.1',
      port: plain.port,
      signal,
    })
    await expect(asking).rejects.toThrow(/no secure connection/)
    const port = await listening(createTcpServer((socket) => socket.on('error', () => {}).resume()))
    const options = { allowedOrigins: new Set([`https://127.0.0.1:${port}`]), deadlineMs: 100 }
    const waiting = outboundWith(options).inspectTls({ host: '127.0.0.1', port, signal })
    await expect(waiting).rejects.toMatchObject({ timedOut: true })
  })
})

describe('queryWhois', () => {
  const server = async (reply: (question: string) => string | Buffer) => {
    const port = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => socket.destroy())
        socket.once('data', (data) => socket.end(reply(data.toString())))
      }),
    )
    return { port, outbound: outboundWith({ allowedOrigins: new Set([`http://127.0.0.1:${port}`]) }) }
  }

  it('sends one line and reads the rest, in UTF-8 or Latin-1', async () => {
    const one = await server((question) => `asked ${JSON.stringify(question)} ü`)
    const asked = { server: '127.0.0.1', port: one.port, query: 'example.com', signal }
    expect(await one.outbound.queryWhois(asked)).toEqual({
      text: 'asked "example.com\\r\\n" ü',
      truncated: false,
    })
    const two = await server(() => Buffer.from('M\xfcller', 'latin1'))
    expect(await two.outbound.queryWhois({ ...asked, port: two.port })).toMatchObject({ text: 'Müller' })
  })

  it('keeps 128 KiB of an endless answer', async () => {
    const { port, outbound } = await server(() => 'x'.repeat(1024 * 1024))
    const answer = await outbound.queryWhois({ server: '127.0.0.1', port, query: 'a.example', signal })
    expect(answer.truncated).toBe(true)
    expect(answer.text).toHaveLength(128 * 1024)
  })

  it('dials no private address, and lets nobody ask a second question', async () => {
    const { port, outbound } = await server(() => 'reached')
    const asked = { server: '127.0.0.1', port, query: 'example.com', signal }
    await expect(outboundWith({}).queryWhois(asked)).rejects.toBeInstanceOf(InvalidInput)
    await expect(outbound.queryWhois({ ...asked, query: 'a\r\nb' })).rejects.toMatchObject({
      path: 'query',
    })
  })

  it('tries the next address of a server when one refuses', async () => {
    const { port } = await server(() => 'reached')
    const addresses = [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    const lookup = () => Promise.resolve(addresses)
    const allowedOrigins = new Set([`http://whois.example.test:${port}`])
    const asked = { server: 'whois.example.test', port, query: 'example.com', signal }
    const answer = await outboundWith({ lookup, allowedOrigins }).queryWhois(asked)
    expect(answer.text).toBe('reached')
  })

  it('says that nobody listens', async () => {
    const outbound = outboundWith({ allowedOrigins: new Set(['http://127.0.0.1:1']) })
    const asking = outbound.queryWhois({ server: '127.0.0.1', port: 1, query: 'a.example', signal })
    await expect(asking).rejects.toBeInstanceOf(CallFailed)
  })
})
