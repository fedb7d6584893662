import { z } from 'zod'
import { leaseEntryFields, leaseFields, leaseHolder } from '../wire/lease-fields.ts'

const ok = z.literal(true)
const instance = `gw_${'0123456789abcdef'.repeat(2)}`

export const leaseRequest = leaseFields.meta({
  example: { instance, name: 'Laptop', number: 1, credits: 1_000 },
})

export const lease = z.object({
  ok,
  instance: z.string(),
  number: z.int().min(1),
  given: z
    .int()
    .min(0)
    .describe('Credits to spend without asking; 0 when the key has none left, and the number stays free'),
})

export const leaseEntriesRequest = leaseEntryFields.meta({
  example: {
    instance,
    entries: [{ id: 'chg_1', credits: 1, slug: 'crypto-hash-sha256', request_id: 'req_1', engine: 'real' }],
  },
})

export const leaseEntries = z.object({
  ok,
  charged: z.int().min(0).describe('Entries that are in the ledger, those of earlier requests included'),
  known: z.int().min(0).describe('Of these, what earlier requests had brought'),
  late: z
    .int()
    .min(0)
    .describe('Entries that came after the leases had ended, or exceed them: kept, and charged to nobody'),
  ended: z.boolean().describe('Whether the leases have ended, so that the gateway has to start afresh'),
  left: z.int().min(0).describe('Credits of its leases that it is not known to have spent'),
})

export const endedLease = z.object({
  ok,
  instance: z.string(),
  freed: z.int().min(0).describe('Credits that can be spent here again'),
})

export const leaseHolders = z.object({
  ok,
  instances: z.array(leaseHolder).describe('The newest first'),
})
