import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

export default defineTool({
  slug: 'net-cidr-contains',
  title: 'Address in a range',
  summary:
    'Whether IP addresses or ranges are in a CIDR range, with the first and last address of ' +
    'the range.',
  searchWords: [
    'subnet',
    'netmask',
    'ip in network',
    'ip range',
    'inside a network',
    'whitelist',
    'allowlist',
    'belongs to',
    'firewall',
    '/24',
    'ip block',
    'calculator for subnets',
    'broadcast',
    'address inside a block',
    'ip within',
    'does an ip belong to',
    '10.0.0.0/8',
    'network range',
  ],
  category: 'Network & DNS',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  related: ['validate-ip'],
  takes: { cidr: ['cidr'], ips: ['ips', 'ip'] },
  firstFor: ['cidr', 'ips'],
  gives: 'json',
  mainOutput: 'results',

  input: z.strictObject({
    cidr: z.string().min(1).max(100).describe('The range, such as 10.0.0.0/8 or 2001:db8::/32'),
    ips: z
      .array(z.string().min(1).max(100).describe('An address or range'))
      .min(1)
      .max(1_000)
      .describe('Addresses or ranges to look up in it; ::ffff:10.0.0.1 counts as 10.0.0.1'),
  }),
  output: z.strictObject({
    results: z
      .array(
        z
          .strictObject({
            ip: z.string().describe('The address or range'),
            contained: z.boolean().describe('Whether it is entirely in the range'),
          })
          .describe('A result'),
      )
      .describe('One result for each, in the same order'),
    all_contained: z.boolean().describe('Whether all of them are in the range'),
    network: z.string().describe('The range in normal form, without bits after its prefix'),
    first: z.string().describe('Its first address'),
    last: z.string().describe('Its last address'),
    addresses: z.string().describe('Number of addresses in it, as text because it may be very large'),
    version: z.int().describe('4 or 6'),
  }),

  // RFC 4632, 3.1; RFC 4291, 2.3; sizes are powers of two.
  examples: [
    {
      title: 'Two private addresses',
      input: { cidr: '192.168.0.0/16', ips: ['192.168.255.255', '192.169.0.0'] },
      output: {
        results: [
          { ip: '192.168.255.255', contained: true },
          { ip: '192.169.0.0', contained: false },
        ],
        all_contained: false,
        network: '192.168.0.0/16',
        first: '192.168.0.0',
        last: '192.168.255.255',
        addresses: '65536',
        version: 4,
      },
    },
    {
      title: 'IPv6, and a range in a range',
      input: { cidr: '2001:db8::1/32', ips: ['2001:db8:ffff::/48'] },
      output: {
        results: [{ ip: '2001:db8:ffff::/48', contained: true }],
        all_contained: true,
        network: '2001:db8::/32',
        first: '2001:db8::',
        last: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
        addresses: '79228162514264337593543950336',
        version: 6,
      },
    },
    {
      title: 'All of IPv4',
      input: { cidr: '0.0.0.0/0', ips: ['255.255.255.255', '::1'] },
      output: {
        results: [
          { ip: '255.255.255.255', contained: true },
          { ip: '::1', contained: false },
        ],
        all_contained: false,
        network: '0.0.0.0/0',
        first: '0.0.0.0',
        last: '255.255.255.255',
        addresses: '4294967296',
        version: 4,
      },
    },
  ],

  handler: async ({ cidr, ips }) => {
    const { ipRange, ipText, unmapped } = await import('../lib/ip-facts.ts')
    const rangeOf = (field: string, text: string) => {
      const range = ipRange(text)
      if (range === null) throw new InvalidInput(field, `${text} is not an IP address or CIDR range`)
      return range
    }
    const range = rangeOf('cidr', cidr)
    const results = ips.map((ip, index) => {
      const asked = rangeOf(`ips.${index}`, ip)
      const one = range.version === 4 ? unmapped(asked) : asked
      const contained = one.version === range.version && one.first >= range.first && one.last <= range.last
      return { ip, contained }
    })
    const first = ipText(range.version, range.first)
    return {
      results,
      all_contained: results.every(({ contained }) => contained),
      network: `${first}/${range.bits}`,
      first,
      last: ipText(range.version, range.last),
      addresses: String(range.last - range.first + 1n),
      version: range.version,
    }
  },
})
