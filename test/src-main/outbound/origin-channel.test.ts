import { describe, expect, it } from 'vitest'
import { GuardedOutbound } from '../../../src-main/outbound/guarded-outbound.ts'

const WHO = { id: 'sources', isOwner: true }
const open = (url: string, address: string, isPrivate = false) =>
  new GuardedOutbound({
    allowedOrigins: new Set<string>(),
    lookup: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
  }).channelTo(url, { who: WHO, isPrivate, signal: AbortSignal.timeout(5_000) })

describe('a channel to an address that the owner has agreed to', () => {
  // Catches: a name of the internet that is pointed at the owner's network after they agreed.
  it.each(['127.0.0.1', '10.0.0.7', '192.168.1.1', '::1', 'fd00::1'])(
    'is not opened where a name of the internet leads to %s',
    async (address) => {
      await expect(open('https://mcp.example.com/mcp', address)).rejects.toThrow(
        'does not lead to a public address',
      )
    },
  )

  it.each(['169.254.169.254', 'fd00:ec2::254', 'fe80::1', '168.63.129.16'])(
    'is never opened to %s, where a cloud answers about its machines',
    async (address) => {
      await expect(open('http://box.local/mcp', address, true)).rejects.toThrow('where a cloud answers')
    },
  )

  it('is opened into the network of an owner who has agreed to that', async () => {
    const channel = await open('http://box.local/mcp', '192.168.1.9', true)
    await channel.close()
  })
})
