import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../../support/gateway/test-gateway.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

const run = async (slug: string, input: object): Promise<Json> => await runTool(slug, input)

describe('validate-email', () => {
  it.each([
    ['a@example.com', true],
    ["o'hara!#$%&*/=?^_`{|}~-@example.com", true],
    [`${'a'.repeat(64)}@example.com`, true],
    [`${'a'.repeat(65)}@example.com`, false],
    ['.a@example.com', false],
    ['a.@example.com', false],
    ['a@example', false],
    ['a@-example.com', false],
    ['a b@example.com', false],
    ['a@b@example.com', false],
    ['"a b"@example.com', true],
    ['ann@[192.0.2.1]', false],
    ['', false],
    ['@', false],
    // RFC 6531; RFC 5321, 4.1.2 and 4.1.3.
    ['Dörte@Sörensen.example.com', true],
    ['чебурашка@ящик-с-апельсинами.example', true],
    ['संपर्क@example.com', true],
    ['😀@example.com', true],
    ['"a@b\\"c"@example.com', true],
    ['"a"b@example.com', false],
    ['a@exa_mple.com', false],
    ['a@example.c', true],
    ['a@192.0.2.1', false],
    [`a@${'b'.repeat(64)}.com`, false],
    ['a@example.com.', false],
    ['a(comment)@example.com', false],
    // RFC 6532, 3.1: in form C this is "\u226e", and a Greek question mark is a semicolon.
    ['<\u0338a@example.com', true],
    ['a\u037e@example.com', false],
    // UTS #46: three more dots, and letters that are left out.
    ['a@例え。テスト', true],
    ['a@．example.com', false],
    ['a@b．．example.com', false],
    ['a@example.com．', false],
    ['a@\u00ad.com', false],
    ['a\u202eb@example.com', false],
    ['a\u200bb@example.com', false],
    ['\u0301a@example.com', false],
    ['a\ue000@example.com', false],
  ])('says whether %s is valid: %s', async (email, valid) => {
    const answer = await run('validate-email', { email })
    expect(answer.valid).toBe(valid)
    expect(answer.reason === null).toBe(valid)
  })

  it.each([
    ['a@BÜCHER.example', 'a@bücher.example'],
    ['a@ｅｘ\u00adample．ｃｏｍ', 'a@example.com'],
  ])('writes the domain of %s as UTS #46 maps it', async (email, normalized) => {
    expect(await run('validate-email', { email })).toMatchObject({ valid: true, normalized })
  })

  it('gives each fault a sentence of its own', async () => {
    const wrong = [
      ...['a', '@example.com', 'a@', `${'a'.repeat(65)}@example.com`, '.a@example.com', 'a b@example.com'],
      ...[
        'a@b@example.com',
        'a,b@example.com',
        '"a@example.com',
        'a@example',
        'a@[1.2.3]',
        'a@[192.0.2.1]',
      ],
      ...[
        'a@example..com',
        'a@-b.com',
        'a@b_c.com',
        'a@1.2.3.4',
        `a@${'b'.repeat(64)}.com`,
        'a@b\ufffd.com',
      ],
      ...[`a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`],
    ]
    const reasons = await Promise.all(
      wrong.map(async (email): Promise<string> => (await run('validate-email', { email })).reason),
    )
    expect(new Set(reasons).size).toBe(wrong.length)
    expect(reasons).not.toContain(null)
  })

  it.each([
    ['ann@[192.0.2.1]', true],
    ['ann@[IPv6:2001:db8::1]', true],
    ['ann@[IPv6:::ffff:192.0.2.1]', true],
    ['ann@[2001:db8::1]', false],
    ['ann@[IPv6:192.0.2.1]', false],
    ['ann@[192.0.2.256]', false],
  ])('judges the address literal of %s: %s', async (email, valid) => {
    expect(await run('validate-email', { email, allow_ip_domain: true })).toMatchObject({ valid })
  })

  it('reads an address with a display name', async () => {
    const input = { email: 'Ann Lee <Ann@Example.com>', allow_display_name: true }
    expect(await run('validate-email', input)).toMatchObject({ valid: true, normalized: 'Ann@example.com' })
  })
})

// RFC 5891, 4.4: an A-label decodes to letters that encode to it again.
describe('a domain with parts in Punycode', () => {
  it.each([
    ['xn--a.com', false],
    ['a.xn--a-yoc', false],
    ['xn--.com', false],
    ['xn--ab.xn--0.com', false],
    ['xn--mnchen-3ya.de', true],
    ['XN--Mnchen-3YA.de', true],
    ['xn--fa-hia.de', true],
    ['xn--80ak6aa92e.com', true],
    ['axn--a.com', true],
  ])('is valid only if they encode something: %s, %s', async (domain, valid) => {
    expect(await run('validate-email', { email: `a@${domain}` })).toMatchObject({ valid })
    expect(await run('validate-url', { url: `https://${domain}/` })).toMatchObject({ valid })
    const schema = { format: 'hostname' }
    expect(await run('json-schema-validate', { schema, data: domain })).toMatchObject({ valid })
  })
})

describe('validate-ip', () => {
  // RFC 5952, 4: short forms; RFC 4291, 2.2: what else may be written. The kinds are IANA's registries.
  it.each([
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1', 'reserved'],
    ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1', 'reserved'],
    ['::FFFF:192.0.2.1', '::ffff:192.0.2.1', 'ipv4_mapped'],
    ['FE80::1%eth0', 'fe80::1', 'link_local'],
    ['::', '::', 'unspecified'],
    ['::1', '::1', 'loopback'],
    ['fd00::1', 'fd00::1', 'private'],
    ['2606:4700:4700::1111', '2606:4700:4700::1111', 'public'],
    ['8.8.8.8', '8.8.8.8', 'public'],
    ['100.64.0.1', '100.64.0.1', 'shared'],
    ['255.255.255.255', '255.255.255.255', 'broadcast'],
    ['224.0.0.1', '224.0.0.1', 'multicast'],
    ['0.0.0.0', '0.0.0.0', 'unspecified'],
    ['0.1.2.3', '0.1.2.3', 'reserved'],
    // RFC 4291, 2.5.5.1: not the address that ::ffff:1.2.3.4 is.
    ['::1.2.3.4', '::102:304', 'reserved'],
    ['2001:4860::8.8.8.8', '2001:4860::808:808', 'public'],
    ['4000::1', '4000::1', 'reserved'],
  ])('%s is %s, %s', async (ip, normalized, kind) => {
    expect(await run('validate-ip', { ip })).toMatchObject({ valid: true, normalized, class: kind })
  })

  it.each([
    '256.1.1.1',
    '1.2.3',
    '0x7f.1',
    '1.2.3.4%eth0',
    '1::2::3',
    '12345::',
    ':::',
    '1.2.3.4/24',
    '٣.1.1.1',
    '',
  ])('%s is not an IP address', async (ip) => {
    expect(await run('validate-ip', { ip })).toMatchObject({ valid: false, version: null })
  })

  it.each([
    ['192.168.01.1', '01 has a leading zero'],
    ['1.256.1.1', '256 is more than 255'],
    ['1.2.3', 'four numbers'],
    ['10.0.0.0/8', 'net-cidr-contains'],
    ['1.2.3.4:80', 'port'],
    ['[::1]', 'brackets'],
    ['1.2.3.4%eth0', 'IPv6'],
    ['localhost', 'neither'],
    ['2001:db8:::1', 'three colons'],
    ['1::2::3', ':: twice'],
    ['12345::', '12345 has more than four'],
    ['1:2:3:4:5:6:7', '7 groups'],
    ['1:2:3:4:5:6:7::8', 'too many groups'],
    ['::g', 'hexadecimal'],
    ['1:2:3:4:5:6:7:', 'single colon'],
    ['::1.2.3', 'IPv4 address at its end'],
    [' ::1', 'white space'],
  ])('says why %s is not an address', async (ip, words) => {
    expect((await run('validate-ip', { ip })).reason).toContain(words)
  })

  // The second reader is the one of URLs, the third that of sockets.
  it('agrees with two other readers on any text of hexadecimal groups, dots and zeros', async () => {
    const group = fc.constantFrom(
      '0',
      '00',
      '0000',
      '1',
      'ffff',
      'FFFF',
      'a0',
      '10000',
      '1.2.3.4',
      '01.2.3.4',
      '',
      'g',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(group, { maxLength: 9 }),
        fc.constantFrom(':', ':', '::', '.'),
        async (groups, by) => {
          const ip = groups.join(by)
          const { valid, version, normalized, ipv4, reason } = await run('validate-ip', { ip })
          expect(version ?? 0).toBe(isIP(ip))
          expect(reason === null).toBe(valid)
          expect(reason ?? '').not.toMatch(/undefined|NaN/)
          if (!valid || version === 4) return
          expect(new URL(`http://[${normalized}]`).hostname).toBe(new URL(`http://[${ip}]`).hostname)
          const contained = await run('net-cidr-contains', {
            cidr: `${ip}/128`,
            ips: [normalized, '::1.2.3.4'],
          })
          expect(contained.results[0].contained).toBe(true)
          expect(contained.results[1].contained).toBe(normalized === '::102:304')
          expect(ipv4 === null).toBe(!normalized.startsWith('::ffff:') || !normalized.includes('.'))
        },
      ),
      { seed: 8, numRuns: 3_000 },
    )
  })
})
