import { z } from 'zod'
import { namedValues } from '../../lib/named-values.ts'

/** The record types that can be requested. */
export const DNS_TYPES = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT'] as const

/** A domain name as a caller writes it. */
export const domainName = z.string().min(1).max(1_000)

/** A record in an answer. */
export const dnsRecord = z
  .strictObject({
    type: z.enum(DNS_TYPES).describe('Its type'),
    value: z.string().describe('Its data in zone file notation'),
    ttl: z.int().nullable().describe('Seconds for which it may be cached; only known for A and AAAA'),
    parts: namedValues(z.string(), z.union([z.string(), z.number()])).describe(
      'The parts of its data by name, such as priority and exchange',
    ),
  })
  .describe('A record')
