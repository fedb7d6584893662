import { describe, expect, it } from 'vitest'
import { GuardedOutbound } from '../../../src-main/outbound/guarded-outbound.ts'
import { isOwnNetwork } from '../../../src-main/outbound/source-reach.ts'
import { receiver } from '../../support/network/receiver.ts'

const WHO = { id: 'source/pets', isOwner: true }
const CALL = { who: WHO, leaving: async () => {}, left: () => undefined }

/** What is known when a source asks for an address. */
interface Asked {
  /** Where its name leads; an address is looked up nowhere. */
  readonly leadsTo: string
  /** What the owner has written for the source; the address itself, unless it is given. */
  readonly written?: string | null
  /** What the owner has opened to all tools. */
  readonly opened?: readonly string[]
  /** What a wildcard of the owner's matches. */
  readonly covered?: string
}

/** Asks for an address in both ways that sources have: as a server of MCP, and as an API. */
async function reached(url: string, { leadsTo, written = url, opened = [], covered }: Asked) {
  const outbound = new GuardedOutbound({
    allowedOrigins: {
      has: (origin) => opened.includes(origin),
      covers: async ({ hostname }) => hostname === covered,
    },
    lookup: async () => [{ address: leadsTo, family: leadsTo.includes(':') ? 6 : 4 }],
    deadlineMs: 5_000,
  })
  const origin = written === null ? null : new URL(written).origin
  const signal = AbortSignal.timeout(5_000)
  const asChannel = async (): Promise<string> => {
    const channel = await outbound.channelTo(url, { who: WHO, written: origin, signal })
    const answer = await channel.request({ method: 'GET', headers: new Map(), body: null, signal })
    await answer.drop()
    await channel.close()
    return `status ${answer.status}`
  }
  const asCall = async (): Promise<string> => {
    const { status } = await outbound.forSource(CALL, origin).send({ url, method: 'GET', signal })
    return `status ${status}`
  }
  const words = async (work: () => Promise<string>): Promise<string> =>
    await work().catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  return [await words(asChannel), await words(asCall)]
}

const both = (said: string) => [expect.stringContaining(said), expect.stringContaining(said)]
const REFUSED = 'does not lead to a public address'
const CLOUD = 'is where a cloud answers about its machines'

describe('how far a source may reach', () => {
  it.each(['127.0.0.1', 'localhost', 'box.local', 'nas'])(
    'is the owner’s network where they have written %s, as a server or as an API',
    async (host) => {
      const inside = await receiver((_request, response) => void response.end('ok'))
      const url = `http://${host}:${inside.port}/x`
      expect(await reached(url, { leadsTo: '127.0.0.1' })).toEqual(['status 200', 'status 200'])
      // Another path of the same origin, and another port beside it.
      const asked = { leadsTo: '127.0.0.1', written: `http://${host}:${inside.port}` }
      expect(await reached(url, asked)).toEqual(['status 200', 'status 200'])
      const beside = { leadsTo: '127.0.0.1', written: `http://${host}:1/` }
      expect(await reached(url, beside)).toEqual(both(REFUSED))
      expect(await reached(url, { leadsTo: '127.0.0.1', written: null })).toEqual(both(REFUSED))
      expect(inside.connections()).toBe(4)
    },
  )

  // Catches: a name of the internet that is pointed at the owner's network after they have agreed to it.
  it.each(['127.0.0.1', '10.0.0.7', '192.168.1.1', '::1', 'fd00::1'])(
    'is the internet alone for a name of the internet, even if it was written and leads to %s',
    async (leadsTo) => {
      expect(await reached('https://mcp.example.com/mcp', { leadsTo })).toEqual(both(REFUSED))
    },
  )

  it('is wider where the owner has opened the origin to all tools', async () => {
    const inside = await receiver((_request, response) => void response.end('ok'))
    const url = `http://pets.example.com:${inside.port}/v1`
    const opened = [new URL(url).origin]
    const asked = { leadsTo: '127.0.0.1', written: null }
    expect(await reached(url, { ...asked, opened })).toEqual(['status 200', 'status 200'])
    // A wildcard opens the network, and not this machine.
    expect(await reached(url, { ...asked, covered: 'pets.example.com' })).toEqual(both(REFUSED))
  })

  it.each(['169.254.169.254', 'fd00:ec2::254', 'fe80::1', '168.63.129.16'])(
    'is never %s, where a cloud answers about its machines',
    async (leadsTo) => {
      const url = 'http://box.local/mcp'
      expect(await reached(url, { leadsTo })).toEqual(both(CLOUD))
      expect(await reached(url, { leadsTo, opened: ['http://box.local'] })).toEqual(both(CLOUD))
      expect(await reached(url, { leadsTo, written: null, covered: 'box.local' })).toEqual(both(REFUSED))
    },
  )
})

it('reads off an address itself whether it is in the owner’s network', () => {
  const inside = [
    'http://10.0.0.1',
    'http://[::1]/',
    'http://LOCALHOST:1',
    'http://nas',
    'http://a.internal.',
  ]
  const outside = ['http://8.8.8.8', 'https://localhost.example.com', 'http://[2a00:1450::7]']
  expect(inside.filter((url) => !isOwnNetwork(new URL(url)))).toEqual([])
  expect(outside.filter((url) => isOwnNetwork(new URL(url)))).toEqual([])
})
