import { z } from 'zod'

/** The types of record that can be asked for. */
export const DNS_TYPES = ['A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SOA', 'SRV', 'TXT'] as const

/** A domain name as a caller writes it. */
export const domainName = z.string().min(1).max(1_000)

/** A record in an answer. */
export const dnsRecord = z
  .strictObject({
    type: z.enum(DNS_TYPES).describe('Its type'),
    value: z.string().describe('Its data as a zone file has it'),
    ttl: z.int().nullable().describe('Seconds for which it may be kept; known for A and AAAA only'),
    parts: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('The parts of its data by name, such as priority and exchange'),
  })
  .describe('A record')
