import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describe, expect, it, onTestFinished } from 'vitest'
import { dnsServer } from '../../../support/network/dns-server.ts'
import { wireName, wireShorts, type Zone } from '../../../support/network/zone-server.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import { TEST_CERTIFICATE, TEST_KEY } from '../../../support/network/test-certificate.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'
import { testOutbound } from '../../../support/network/test-outbound.ts'

const mx = (priority: number, host: string) => Buffer.concat([wireShorts(priority), wireName(host)])

async function ask(slug: string, input: object, zone: Zone): Promise<Json> {
  const server = await dnsServer(zone)
  const outbound = testOutbound({ dnsServers: [server.address] })
  return await runTool(slug, input, toolContext({ outbound }))
}

describe('net-dns-lookup and net-dns-all', () => {
  it('sorts mail servers by priority', async () => {
    const zone = { 'example.com MX': [mx(20, 'b.example.com'), mx(10, 'a.example.com')] }
    const { records } = await ask('net-dns-lookup', { name: 'example.com', type: 'MX' }, zone)
    expect(records.map((one: Json) => one.parts)).toEqual([
      { priority: 10, exchange: 'a.example.com' },
      { priority: 20, exchange: 'b.example.com' },
    ])
  })

  it.each([
    ['8.8.4.4', '4.4.8.8.in-addr.arpa'],
    ['2606:4700::1', `1.${'0.'.repeat(23)}0.0.7.4.6.0.6.2.ip6.arpa`],
  ])('looks up the name of %s', async (name, asked) => {
    const answer = await ask('net-dns-lookup', { name }, { [`${asked} PTR`]: [wireName('dns.example')] })
    expect(answer).toMatchObject({ name: asked, type: 'PTR', records: [{ value: 'dns.example.' }] })
  })

  it('reveals no name of an address inside a network', async () => {
    await expect(ask('net-dns-lookup', { name: '192.168.0.1' }, {})).rejects.toMatchObject({ path: 'name' })
  })

  it('gives all types at once, and says which of them failed', async () => {
    const zone: Zone = { 'example.com A': [Buffer.from([192, 168, 0, 1])], 'example.com TXT': 'fails' }
    const answer = await ask('net-dns-all', { name: 'example.com' }, zone)
    expect(answer).toMatchObject({
      exists: true,
      records: { A: [{ value: '192.168.0.1', ttl: 300 }], MX: [], TXT: [] },
      failures: { TXT: expect.stringContaining('DNS') },
    })
    expect(await ask('net-dns-all', { name: 'nowhere.example' }, {})).toMatchObject({ exists: false })
  })
})

describe('net-email-validate', () => {
  const email = 'ann@example.com'
  it.each<[string, Zone, object]>([
    [
      'mail servers',
      { 'example.com MX': [mx(5, 'm.example.com')] },
      { valid: true, mx: [{ host: 'm.example.com', priority: 5 }] },
    ],
    [
      'no mail by RFC 7505',
      { 'example.com MX': [mx(0, '')] },
      { valid: false, reason: 'The domain does not accept mail' },
    ],
    [
      'an address alone',
      { 'example.com A': [Buffer.from([8, 8, 8, 8])] },
      { valid: true, mx: [{ host: 'example.com', priority: 0 }] },
    ],
    ['nothing that helps', { 'example.com TXT': [] }, { valid: false, domain_exists: true }],
    ['no such name', {}, { valid: false, domain_exists: false }],
  ])('judges an address: %s', async (_, zone, answer) => {
    expect(await ask('net-email-validate', { email }, zone)).toMatchObject({
      syntax_valid: true,
      ...answer,
    })
  })
})

describe('the syntax of an address', () => {
  // Catches: a second rule for the same question.
  it.each([
    'a@xn--a.com',
    'a..b@example.com',
    'a@example',
    '"a b"@example.com',
    'a@[192.0.2.1]',
    'Dörte@Sörensen.example.com',
    'a@exa_mple.com',
  ])('is judged by net-email-validate as by validate-email: %s', async (email) => {
    const { valid } = (await runTool('validate-email', { email })) as Json
    expect(await ask('net-email-validate', { email }, {})).toMatchObject({ syntax_valid: valid })
  })
})

describe('net-ssl-check', () => {
  async function check(host: string, now: string): Promise<Json> {
    const server = createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (socket) =>
      socket.on('error', () => socket.destroy()).resume(),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // a listening TCP server has an address with a port
    const lookup = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    const outbound = testOutbound({ lookup, allowedOrigins: new Set([`https://${host}:${port}`]) })
    return await runTool(
      'net-ssl-check',
      { host, port },
      toolContext({ outbound, now: () => new Date(now) }),
    )
  }

  it('counts the days and says what is wrong', async () => {
    expect(await check('a.example.test', '2036-11-16T12:12:20Z')).toMatchObject({
      valid: false,
      trusted: false,
      host_matches: true,
      problems: [expect.stringMatching(/SELF_SIGNED/)],
      days_left: 2,
      chain: [{ subject: { CN: 'example.test' } }],
    })
    const late = await check('127.0.0.1', '2036-11-19T12:12:21Z')
    expect(late.days_left).toBe(-2)
    expect(late.problems.slice(1)).toEqual([
      'The certificate is not for 127.0.0.1',
      'The certificate has expired',
    ])
    expect((await check('a.b.example.test', '2026-11-20')).problems.slice(1)).toEqual([
      'The certificate is not for a.b.example.test',
      'The certificate is not valid yet',
    ])
  })
})
