import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { dnsRecord, domainName } from './lib/dns-fields.ts'
import { CallFailed } from '../../tool-kit/tool-context.ts'

const TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'CAA', 'SOA'] as const

const listOf = (type: string) => z.array(dnsRecord).describe(`Records of type ${type}`)

export default defineTool({
  slug: 'net-dns-all',
  title: 'All DNS records',
  summary: 'The DNS records of a domain: A, AAAA, CNAME, MX, NS, TXT, CAA and SOA in one call.',
  searchWords: [
    'every record',
    'whole zone',
    'domain records',
    'nameserver',
    'dig any',
    'full dns',
    'complete dns',
    'resolve',
    'all entries of a domain',
    'list dns entries',
    'everything in dns',
    'all records of a domain',
    'dns overview',
  ],
  category: 'Network & DNS',
  tier: 'network',
  credits: 5,
  mainField: 'name',
  related: ['net-dns-lookup', 'net-whois', 'net-ssl-check'],
  takes: { name: ['domain'] },
  gives: 'json',
  mainOutput: 'records',

  input: z.strictObject({ name: domainName.describe('A domain name such as example.com') }),
  output: z.strictObject({
    name: z.string().describe('The name that was requested'),
    exists: z.boolean().describe('False if the name does not exist at all'),
    records: z
      .strictObject({
        A: listOf('A'),
        AAAA: listOf('AAAA'),
        CNAME: listOf('CNAME'),
        MX: listOf('MX'),
        NS: listOf('NS'),
        TXT: listOf('TXT'),
        CAA: listOf('CAA'),
        SOA: listOf('SOA'),
      })
      .describe('The records by type; they may show private addresses'),
    failures: z
      .partialRecord(z.enum(TYPES), z.string())
      .describe('Types that could not be looked up, and why'),
  }),

  examples: [
    { title: 'A domain', input: { name: 'example.com' } },
    { title: 'Letters beyond ASCII', input: { name: 'bücher.example' } },
    { title: 'A subdomain', input: { name: 'www.example.com' } },
  ],

  handler: async ({ name }, ctx) => {
    const ask = async (type: (typeof TYPES)[number]) => {
      try {
        return { type, answer: await ctx.outbound.resolveDns({ name, type, signal: ctx.signal }) }
      } catch (error) {
        // If one type fails, the others are still returned.
        if (error instanceof CallFailed) return { type, failure: error }
        throw error
      }
    }
    const asked = await Promise.all(TYPES.map(ask))
    const failed = asked.flatMap(({ type, failure }) => (failure ? [{ type, failure }] : []))
    const [first] = failed
    if (first && failed.length === TYPES.length) throw first.failure
    const records = Object.fromEntries(
      asked.map(({ type, answer }) => [
        type,
        (answer?.records ?? []).map((one) => ({ ...one, parts: { ...one.parts } })),
      ]),
    )
    return {
      name,
      exists: asked.some(({ answer }) => answer?.exists),
      // Contains all types of the list.
      records: records as Record<(typeof TYPES)[number], (typeof records)[string]>,
      failures: Object.fromEntries(failed.map(({ type, failure }) => [type, failure.message])),
    }
  },
})
