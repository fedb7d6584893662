import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { serverIn } from '../../../../src-main/tools/network/lib/rdap.ts'
import { askWhoisServers } from '../../../../src-main/tools/network/lib/whois/whois-servers.ts'
import { CallFailed, type Outbound } from '../../../../src-main/tool-kit/tool-context.ts'
import { receiver } from '../../../support/network/receiver.ts'
import { runTool } from '../../../support/tools/run-tool.ts'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { toolContext } from '../../../support/tools/tool-context.ts'
import { testOutbound } from '../../../support/network/test-outbound.ts'

describe('net-whois', () => {
  // In the form of Verisign's registry.
  const answer = [
    '   Domain Name: EXAMPLE.COM',
    '   Updated Date: 2025-08-14T07:01:39Z',
    '   Creation Date: 1995-08-14T04:00:00Z',
    '   Registry Expiry Date: 2026-08-13T04:00:00Z',
    '   Registrar: Example Registrar, Inc.',
    '   Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited',
    '   Name Server: A.IANA-SERVERS.NET',
    '   Name Server: B.IANA-SERVERS.NET',
    '   DNSSEC: signedDelegation',
  ].join('\r\n')

  async function whois(text: string, domain: string): Promise<Json> {
    const asked: string[] = []
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy())
      socket.once('data', (data) => (asked.push(data.toString()), socket.end(text)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo // a listening TCP server has an address with a port
    const outbound = testOutbound({ allowedOrigins: new Set([`http://127.0.0.1:${port}`]) })
    const input = { domain, source: 'whois', server: `127.0.0.1:${port}` }
    return { asked, ...((await runTool('net-whois', input, toolContext({ outbound }))) as object) }
  }

  it('reads what a WHOIS server says, for the registrable domain', async () => {
    expect(await whois(answer, 'www.Example.com')).toMatchObject({
      asked: ['example.com\r\n'],
      registered: true,
      registrar: 'Example Registrar, Inc.',
      created_at: '1995-08-14T04:00:00.000Z',
      expires_at: '2026-08-13T04:00:00.000Z',
      status: ['clientTransferProhibited'],
      name_servers: ['a.iana-servers.net', 'b.iana-servers.net'],
      dnssec: true,
      source: 'whois',
    })
  })

  it('knows when a domain is free', async () => {
    expect(await whois('No match for "FREE.COM".', 'free.com')).toMatchObject({
      registered: false,
      registrar: null,
    })
  })

  it('follows no referral to a place that it may not reach', async () => {
    await expect(whois('refer: whois.internal', 'example.com')).rejects.toMatchObject({
      name: 'InvalidInput',
    })
  })

  it('reads RDAP (RFC 9083)', async () => {
    const rdap = {
      ldhName: 'EXAMPLE.COM',
      status: ['client transfer prohibited'],
      events: [{ eventAction: 'registration', eventDate: '1995-08-14T04:00:00Z' }],
      entities: [
        { roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', 'Example Registrar']]] },
      ],
      nameservers: [{ ldhName: 'A.IANA-SERVERS.NET' }, { bad: 1 }],
      secureDNS: { delegationSigned: true },
    }
    const paths: unknown[] = []
    const { origin } = await receiver((request, response) => {
      paths.push(request.url)
      if (request.url?.endsWith('free.com')) response.writeHead(404).end()
      else response.end(JSON.stringify(rdap))
    })
    const outbound = testOutbound({ allowedOrigins: new Set([origin]) })
    const run = (domain: string) =>
      runTool('net-whois', { domain, source: 'rdap', server: `${origin}/v1` }, toolContext({ outbound }))
    expect(await run('example.com')).toMatchObject({
      registrar: 'Example Registrar',
      created_at: '1995-08-14T04:00:00.000Z',
      name_servers: ['a.iana-servers.net'],
      dnssec: true,
      raw: null,
    })
    expect(await run('free.com')).toMatchObject({ registered: false })
    expect(paths).toEqual(['/v1/domain/example.com', '/v1/domain/free.com'])
  })

  // RFC 9224, 4: the longest entry counts, and https before http.
  it('finds the RDAP server of a domain', () => {
    const services: [string[], string[]][] = [
      [['com'], ['http://a.example/', 'https://b.example/']],
      [['uk', 'co.uk'], ['https://c.example/']],
    ]
    expect(serverIn({ services }, 'example.com')).toBe('https://b.example/')
    expect(serverIn({ services }, 'example.co.uk')).toBe('https://c.example/')
    expect(serverIn({ services }, 'xcom')).toBeNull()
  })
})

describe('WHOIS servers', () => {
  const IANA = 'domain:       XX\nnserver:      A.NIC.XX\ncreated:      1986-11-05\nsource:       IANA\n'

  /** An outbound on which servers answer with a text, and the others do not answer. */
  function outbound(answers: Readonly<Record<string, string>>) {
    const asked: string[] = []
    const queryWhois: Outbound['queryWhois'] = ({ server, query }) => {
      asked.push(`${server}: ${query}`)
      const text = answers[server]
      if (text === undefined) return Promise.reject(new CallFailed(`${server} does not answer.`))
      return Promise.resolve({ text, truncated: false })
    }
    return { asked, ctx: toolContext({ outbound: { ...testOutbound(), queryWhois } }) }
  }

  it('are asked from IANA on, whose dates of the top-level domain are not the domain’s', async () => {
    const { asked, ctx } = outbound({
      'whois.iana.org': `${IANA}refer: whois.denic.de`,
      'whois.denic.de': 'Domain: example.de\nStatus: connect',
    })
    expect(await askWhoisServers(ctx, 'example.de', undefined)).toEqual([
      { server: 'whois.denic.de', text: 'Domain: example.de\nStatus: connect' },
    ])
    expect(asked).toEqual(['whois.iana.org: example.de', 'whois.denic.de: -T dn,ace example.de'])
  })

  it('that IANA does not name cannot be asked', async () => {
    const { ctx } = outbound({ 'whois.iana.org': IANA })
    await expect(askWhoisServers(ctx, 'example.xx', undefined)).rejects.toThrow(/no WHOIS server/)
  })

  it('of registrars may be silent, and are not asked where the registry has said everything', async () => {
    const thin = 'Domain Name: EXAMPLE.XX\nRegistrar WHOIS Server: whois.registrar.example'
    const silent = outbound({ 'whois.nic.xx': thin })
    expect(await askWhoisServers(silent.ctx, 'example.xx', 'whois.nic.xx')).toHaveLength(1)
    expect(silent.asked).toHaveLength(2)
    const whole = outbound({ 'whois.nic.xx': `${thin}\nRegistry Expiry Date: 2030-01-01T00:00:00Z` })
    expect(await askWhoisServers(whole.ctx, 'example.xx', 'whois.nic.xx')).toHaveLength(1)
    expect(whole.asked).toEqual(['whois.nic.xx: example.xx'])
  })
})
