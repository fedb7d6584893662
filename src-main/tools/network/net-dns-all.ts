import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { dnsRecord, domainName } from './lib/dns-fields.ts'
import { CallFailed } from '../../tool-kit/tool-context.ts'

const TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'CAA', 'SOA'] as const

const listOf = (type: string) => z.array(dnsRecord).describe(`Those of the type ${type}`)

export default defineTool({
  slug: 'net-dns-all',
  title: 'All DNS records',
  summary: 'The DNS records of a domain: A, AAAA, CNAME, MX, NS, TXT, CAA and SOA in one call.',
  category: 'Network & DNS',
  tier: 'network',
  credits: 5,
  mainField: 'name',
  related: ['net-dns-lookup', 'net-whois', 'net-ssl-check'],

  input: z.strictObject({ name: domainName.describe('A domain name such as example.com') }),
  output: z.strictObject({
    name: z.string().describe('The name that was asked for'),
    exists: z.boolean().describe('False when there is no such name at all'),
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
      .describe('Types that could not be asked for, and why'),
  }),

  examples: [
    { title: 'A domain', input: { name: 'example.com' } },
    { title: 'Letters beyond ASCII', input: { name: 'bücher.example' } },
    { title: 'A name below it', input: { name: 'www.example.com' } },
  ],

  handler: async ({ name }, ctx) => {
    const ask = async (type: (typeof TYPES)[number]) => {
      try {
        return { type, answer: await ctx.outbound.resolveDns({ name, type, signal: ctx.signal }) }
      } catch (error) {
        // One type that fails does not take the others with it.
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
      // All types of the list are there.
      records: records as Record<(typeof TYPES)[number], (typeof records)[string]>,
      failures: Object.fromEntries(failed.map(({ type, failure }) => [type, failure.message])),
    }
  },
})
