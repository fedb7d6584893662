import { describe, expect, it } from 'vitest'
import { isNetworkAddress } from '../../../src-main/outbound/address-policy.ts'
import { patternCovers, toOriginPattern } from '../../../src-main/outbound/origin-pattern.ts'
import { CallFailed, InvalidInput } from '../../../src-main/tool-kit/tool-context.ts'
import { send, V4, V6 } from '../../support/network/outbound-send.ts'
import { receiver } from '../../support/network/receiver.ts'

describe('toOriginPattern', () => {
  it.each([
    ['*.Example.com', 'https://*.example.com'],
    ['https://*.example.com:443/', 'https://*.example.com'],
    ['http://*.Bücher.example:8080', 'http://*.xn--bcher-kva.example:8080'],
    ['http://*.corp.internal', 'http://*.corp.internal'],
    ['*.mine.github.io', 'https://*.mine.github.io'],
  ])('writes %s as %s', async (text, pattern) => {
    expect(await toOriginPattern(text)).toBe(pattern)
  })

  it.each([
    '*',
    '*.com',
    '*.co.uk',
    '*.github.io',
    '*.s3.amazonaws.com',
    '*.anything.ck',
    '*.localhost',
    '*.internal',
    'https://*',
    '**.example.com',
    '*.*.example.com',
    'a*.example.com',
    'a.*.example.com',
    '*example.com',
    '*.example.com.',
    '*..example.com',
    '*.127.0.0.1',
    '*.1',
    '*.[::1]',
    'https://me:secret@*.example.com',
    'https://*.example.com/hooks',
    'https://*.example.com/?a',
    'ftp://*.example.com',
  ])('refuses %s, which covers the hosts of several owners or of none', async (text) => {
    await expect(toOriginPattern(text)).rejects.toBeInstanceOf(InvalidInput)
  })
})

describe('patternCovers', () => {
  const covers = (pattern: string, url: string) => patternCovers(pattern, new URL(url))

  it('covers a host below its domain', async () => {
    expect(await covers('https://*.example.com', 'https://a.example.com/x')).toBe(true)
    expect(await covers('https://*.example.com', 'https://A.B.Example.COM:443/')).toBe(true)
    expect(await covers('http://*.corp.internal:8080', 'http://ci.corp.internal:8080/')).toBe(true)
  })

  it.each([
    'https://example.com/',
    'https://notexample.com/',
    'https://a.notexample.com/',
    'https://example.com.evil.test/',
    'https://a.example.com.evil.test/',
    'https://a.example.community/',
    'https://evil.test/.example.com',
    'https://evil.test/?.example.com',
    'https://evil.test/#.example.com',
    'https://evil.test\\.example.com',
    'https://evil.test:443/.example.com',
    'https://a.example.com./',
    'https://.example.com/',
    'https://a..example.com/',
    'https://*.example.com/',
    'https://a%2eevil.test/.example.com',
    'http://a.example.com/',
    'https://a.example.com:8443/',
  ])('does not cover %s, which is not a host below example.com', async (url) => {
    expect(await covers('https://*.example.com', url)).toBe(false)
  })

  it('leaves out what strangers may name below a public suffix of its domain', async () => {
    expect(await covers('https://*.amazonaws.com', 'https://evil.s3.amazonaws.com/')).toBe(false)
    expect(await covers('https://*.amazonaws.com', 'https://sts.amazonaws.com/')).toBe(true)
  })
})

describe('a wildcard', () => {
  const pattern = 'http://*.example.com'
  const allowedOrigins = { has: () => false, covers: (target: URL) => patternCovers(pattern, target) }

  it.each([
    ['this machine', V4('127.0.0.1')],
    ['this machine by IPv6', V6('::1')],
    ['this machine dressed as IPv6', V6('::ffff:127.0.0.1')],
    ['any address of this machine', V4('0.0.0.0')],
    ['the metadata of a cloud', V4('169.254.169.254')],
    ['the metadata of AWS by IPv6', V6('fd00:ec2::254')],
    ['the metadata of Alibaba', V4('100.100.100.200')],
    ['a link of this machine', V6('fe80::1')],
    ['many machines', V4('224.0.0.1')],
  ])('never leads to %s', async (_, address) => {
    const lookup = () => Promise.resolve([V4('10.1.2.3'), address])
    await expect(send('http://a.example.com/', { lookup, allowedOrigins })).rejects.toBeInstanceOf(
      InvalidInput,
    )
  })

  it('leads into the network, and there to its own hosts only', async () => {
    // A prefix of its own (RFC 4193) that is in nobody's routing table here, so nothing can answer.
    const lookup = () => Promise.resolve([V6('fd4b:29c1:7e03::1')])
    const inside = { lookup, allowedOrigins, deadlineMs: 300 }
    await expect(send('http://ci.example.com/', inside)).rejects.toBeInstanceOf(CallFailed)
    for (const url of ['http://example.com/', 'http://[fd4b:29c1:7e03::1]/', 'http://a.example.org/'])
      await expect(send(url, inside)).rejects.toBeInstanceOf(InvalidInput)
    expect(['10.1.2.3', '172.16.0.1', '192.168.1.1', 'fd12::1'].every(isNetworkAddress)).toBe(true)
  })

  // Catches: a wildcard that counts as an origin of its own name.
  it('opens only the hosts that it covers, and never this machine', async () => {
    const { port, connections } = await receiver((_, response) => response.end('reached'))
    const own = { has: () => false, covers: () => Promise.resolve(true) }
    const refused = send(`http://127.0.0.1:${port}/`, { allowedOrigins: own })
    await expect(refused).rejects.toBeInstanceOf(InvalidInput)
    expect(connections()).toBe(0)
  })
})
