import { hostname, networkInterfaces, type NetworkInterfaceInfo } from 'node:os'
import { describe, expect, it } from 'vitest'
import { ownAddresses } from '../../../src-main/outbound/address-policy.ts'
import { resolveOnce, type HostAddress } from '../../../src-main/outbound/resolve-once.ts'
import { CallFailed, InvalidInput } from '../../../src-main/tool-kit/tool-context.ts'
import { receiver } from '../../support/network/receiver.ts'
import { send, V4, V6, signal } from '../../support/network/outbound-send.ts'
import { testOutbound } from '../../support/network/test-outbound.ts'

/** A network interface as the operating system lists it; only its address matters. */
function interfaceWith(address: string): NetworkInterfaceInfo {
  const rest = { netmask: '', mac: '00:00:00:00:00:01', internal: false, cidr: null }
  return address.includes(':')
    ? { address, family: 'IPv6', scopeid: 0, ...rest }
    : { address, family: 'IPv4', ...rest }
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
    const outbound = testOutbound({ allowedOrigins: new Set([`https://127.0.0.1:${canary.port}`]) })
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
    ['the answer of DNS is not an address', [V4('not an address')]],
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

  it('refuses every address of this machine', async () => {
    const own = ownAddresses(networkInterfaces).map((address) =>
      address.includes(':') ? V6(address) : V4(address),
    )
    for (const address of own) {
      const lookup = () => Promise.resolve([address])
      await expect(send('http://example.com/', { lookup })).rejects.toBeInstanceOf(InvalidInput)
    }
    expect(own.length).toBeGreaterThan(0)
  })

  const resolveWith = (own: readonly string[], answered: HostAddress) => {
    const interfaces = () => ({ lo: [interfaceWith('127.0.0.1')], eth0: own.map(interfaceWith) })
    const lookup = () => Promise.resolve([answered])
    return resolveOnce(new URL('http://example.com/'), 'public', lookup, interfaces)
  }

  it.each([
    ['203.0.114.7', V4('203.0.114.7')],
    ['203.0.114.7', V6('::ffff:203.0.114.7')],
    ['2a00:1450::7', V6('2A00:1450:0:0:0:0:0:7')],
  ])('refuses the public address %s of this machine, however it is written', async (own, answered) => {
    await expect(resolveWith(['203.0.114.6', own], answered)).rejects.toBeInstanceOf(InvalidInput)
  })

  it('resolves a public address of another machine on the same network', async () => {
    expect(await resolveWith(['203.0.114.6'], V4('203.0.114.7'))).toEqual([V4('203.0.114.7')])
  })

  it('asks for the addresses of this machine at every send, since they come and go', async () => {
    const own: NetworkInterfaceInfo[] = []
    const options = {
      lookup: () => Promise.resolve([V6('3ffe::1')]),
      interfaces: () => ({ eth0: own }),
      deadlineMs: 100,
    }
    // Nobody answers at this address (RFC 3701), so the send fails; only the second one is refused.
    await expect(send('http://example.com/', options)).rejects.toBeInstanceOf(CallFailed)
    own.push(interfaceWith('3ffe::1'))
    await expect(send('http://example.com/', options)).rejects.toBeInstanceOf(InvalidInput)
  })

  it('tries the next address of a name when the first cannot be reached', async () => {
    const { port } = await receiver((_, response) => response.end('reached'))
    const origin = `http://hooks.example:${port}`
    // The receiver listens at 127.0.0.1 alone.
    const lookup = () => Promise.resolve([V4('127.0.0.2'), V4('127.0.0.1')])
    const answer = await send(origin, { lookup, allowedOrigins: new Set([origin]) })
    expect(answer.body.toString()).toBe('reached')
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

  it('notices an origin that is allowed or withdrawn later', async () => {
    const { origin } = await receiver((_, response) => response.end())
    const allowedOrigins = new Set<string>()
    const outbound = testOutbound({ allowedOrigins })
    const sendAgain = () => outbound.send({ url: origin, method: 'GET', signal })
    await expect(sendAgain()).rejects.toBeInstanceOf(InvalidInput)
    allowedOrigins.add(origin)
    expect((await sendAgain()).status).toBe(200)
    allowedOrigins.delete(origin)
    await expect(sendAgain()).rejects.toBeInstanceOf(InvalidInput)
  })
})
