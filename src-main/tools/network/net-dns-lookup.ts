import { isIP } from 'node:net'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DNS_TYPES, dnsRecord, domainName } from './lib/dns-fields.ts'

export default defineTool({
  slug: 'net-dns-lookup',
  title: 'DNS records',
  summary:
    'The DNS records of one type (A, AAAA, MX, TXT, NS, CNAME, CAA, SOA, SRV), or the name of an IP address.',
  searchWords: [
    'mx',
    'txt',
    'cname',
    'nameserver',
    'resolve',
    'reverse',
    'ptr',
    'spf',
    'dig',
    'ip of a domain',
    'hostname',
    'mail server',
    'domain to ip',
    'ip to host',
    'dmarc',
    'host name of an ip',
    'resolve a hostname',
    'which ip has a domain',
    'where does mail go',
  ],
  category: 'Network & DNS',
  tier: 'network',
  credits: 3,
  aliases: [
    'net-dns-a',
    'net-dns-aaaa',
    'net-dns-mx',
    'net-dns-txt',
    'net-dns-ns',
    'net-dns-cname',
    'net-dns-reverse',
  ],
  mainField: 'name',
  related: ['net-dns-all', 'net-whois'],
  takes: { name: ['domain'] },
  firstFor: ['domain'],
  gives: 'json',
  mainOutput: 'records',

  input: z.strictObject({
    name: domainName.describe('A domain name such as example.com; for PTR a public IP address too'),
    type: z
      .enum(['auto', ...DNS_TYPES])
      .default('auto')
      .describe('Which records; auto is A for a name and PTR for an IP address'),
  }),
  output: z.strictObject({
    name: z.string().describe('The name that was requested'),
    type: z.enum(DNS_TYPES).describe('The type that was requested'),
    exists: z.boolean().describe('False if the name does not exist at all'),
    records: z.array(dnsRecord).describe('The records, at most 200; they may show private addresses'),
  }),

  examples: [
    { title: 'Addresses', input: { name: 'example.com' } },
    { title: 'Where mail is delivered', input: { name: 'example.com', type: 'MX' } },
    { title: 'The name of an address', input: { name: '8.8.8.8' } },
  ],

  handler: async ({ name, type }, ctx) => {
    const isAddress = isIP(name) !== 0
    const asked = type === 'auto' ? (isAddress ? 'PTR' : 'A') : type
    const target = isAddress ? await reverseNameOf(name) : name
    const { exists, records } = await ctx.outbound.resolveDns({
      name: target,
      type: asked,
      signal: ctx.signal,
    })
    return {
      name: target,
      type: asked,
      exists,
      records: records.map((one) => ({ ...one, parts: { ...one.parts } })),
    }
  },
})

// RFC 1035, 3.5, and RFC 3596, 2.5.
async function reverseNameOf(address: string): Promise<string> {
  const { ipText, ipValue } = await import('../lib/ip-facts.ts')
  const { version, value } = ipValue(address)!
  return version === 4
    ? `${ipText(4, value).split('.').reverse().join('.')}.in-addr.arpa`
    : `${[...value.toString(16).padStart(32, '0')].reverse().join('.')}.ip6.arpa`
}
