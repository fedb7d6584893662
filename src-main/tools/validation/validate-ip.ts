import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'

const CLASSES = [
  'public',
  'private',
  'loopback',
  'link_local',
  'multicast',
  'broadcast',
  'unspecified',
  'shared',
  'ipv4_mapped',
  'reserved',
] as const

export default defineTool({
  slug: 'validate-ip',
  title: 'Check an IP address',
  summary: 'Checks an IPv4 or IPv6 address and gives its normal form and its purpose.',
  searchWords: [
    'ipv4',
    'ipv6',
    'internet address',
    'private address',
    'public or private',
    'normal form',
    'compress ipv6',
    'loopback',
    'localhost',
    'expand ipv6',
    'private ip',
    'is an address local',
    'ip version',
    'reserved address',
  ],
  category: 'Validation',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  mainField: 'ip',
  related: ['net-cidr-contains'],
  takes: { ip: ['ip'] },
  firstFor: ['ip'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    ip: z.string().max(100).describe('The address; IPv4 in four decimal numbers without leading zeros'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether it is an address'),
    version: z.int().nullable().describe('4 or 6; null if it is not an address'),
    normalized: z.string().nullable().describe('The short form (RFC 5952 for IPv6)'),
    expanded: z.string().nullable().describe('All digits of an IPv6 address; IPv4 as it is'),
    class: z
      .enum(CLASSES)
      .nullable()
      .describe('Its purpose: shared is carrier-grade NAT, reserved is any other special use'),
    reverse_name: z.string().nullable().describe('Its name for a reverse look-up in DNS'),
    ipv4: z.string().nullable().describe('The IPv4 address in an IPv6 address of the form ::ffff:a.b.c.d'),
    zone: z.string().nullable().describe('The interface after a %'),
    reason: z.string().nullable().describe('Why it is not an address'),
  }),

  // RFC 5952, 4 and 5; RFC 3596, 2.5; RFC 1918.
  examples: [
    {
      title: 'A private address',
      input: { ip: '192.168.1.10' },
      output: {
        valid: true,
        version: 4,
        normalized: '192.168.1.10',
        expanded: '192.168.1.10',
        class: 'private',
        reverse_name: '10.1.168.192.in-addr.arpa',
        ipv4: null,
        zone: null,
        reason: null,
      },
    },
    {
      title: 'IPv6 in full length',
      input: { ip: '2001:0DB8:0:0:0:0:0:1' },
      output: {
        valid: true,
        version: 6,
        normalized: '2001:db8::1',
        expanded: '2001:0db8:0000:0000:0000:0000:0000:0001',
        class: 'reserved',
        reverse_name: '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
        ipv4: null,
        zone: null,
        reason: null,
      },
    },
    {
      title: 'A leading zero, which some read as octal',
      input: { ip: '192.168.01.1' },
      output: {
        valid: false,
        version: null,
        normalized: null,
        expanded: null,
        class: null,
        reverse_name: null,
        ipv4: null,
        zone: null,
        reason: '01 has a leading zero, which some read as octal (RFC 6943, 3.1.1)',
      },
    },
  ],

  handler: async ({ ip }) => {
    const { ipClass, ipText, ipValue } = await import('../lib/ip-facts.ts')
    const found = ipValue(ip)
    if (found === null) {
      const { whyNoAddress } = await import('./lib/ip-faults.ts')
      return { ...NOTHING, reason: whyNoAddress(ip) }
    }
    const { version, value } = found
    const normalized = ipText(version, value)
    const hex = value.toString(16).padStart(32, '0')
    // The names of ipClass are those of the list above.
    const kind = ipClass(ip) as (typeof CLASSES)[number]
    return {
      valid: true,
      version,
      normalized,
      expanded: version === 4 ? normalized : (hex.match(/.{4}/g)?.join(':') ?? null),
      class: kind,
      reverse_name:
        version === 4
          ? `${normalized.split('.').reverse().join('.')}.in-addr.arpa`
          : `${[...hex].reverse().join('.')}.ip6.arpa`,
      ipv4: kind === 'ipv4_mapped' ? normalized.slice('::ffff:'.length) : null,
      zone: /%(.+)$/.exec(ip)?.[1] ?? null,
      reason: null,
    }
  },
})

const NOTHING = {
  valid: false,
  version: null,
  normalized: null,
  expanded: null,
  class: null,
  reverse_name: null,
  ipv4: null,
  zone: null,
}
