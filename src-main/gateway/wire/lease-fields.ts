import { z } from 'zod'
import type { Engine } from '../../../src-shared/engines.ts'
import { UNANSWERED } from '../../ledger/unanswered.ts'

const ENGINES = ['real', 'llm', 'needs_key', 'error'] as const satisfies readonly Engine[]
/** Charges of one request. */
export const MAX_SENT_CHARGES = 200

const instance = z
  .string()
  .regex(/^gw_[0-9a-f]{32}$/, 'must be gw_ and 32 hexadecimal digits')
  .describe('The id that the gateway has chosen for itself: gw_ and 32 random hexadecimal digits')
const text = (most: number) => z.string().min(1).max(most)

/** The body of POST /v1/leases. */
export const leaseFields = z.strictObject({
  instance,
  name: text(100).describe('What its owner calls it'),
  number: z
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .describe('1 for the first lease of this instance, then one more each time; the same again to repeat'),
  credits: z.int().min(1).max(1_000_000_000).describe('The most credits that it wants'),
})

/** The body of POST /v1/leases/entries. */
export const leaseEntryFields = z.strictObject({
  instance,
  entries: z
    .array(
      z.strictObject({
        id: text(120).describe('The id of the charge at the gateway; sent again, it is not charged again'),
        credits: z.int().min(0).max(1_000_000_000),
        slug: text(200),
        request_id: text(200),
        engine: z.enum(ENGINES).optional(),
        unanswered: z.enum(UNANSWERED).optional().describe('Why a charged call gave no answer'),
      }),
    )
    .max(MAX_SENT_CHARGES)
    .describe('Charges, oldest first; none to say that the gateway is there'),
})

/** A gateway that holds credits of a key, as the owner sees it. */
export const leaseHolder = z.object({
  instance: z.string(),
  name: z.string(),
  key_id: z.string().describe('The key whose credits it holds'),
  status: z.enum(['active', 'ended']),
  left: z.int().min(0).describe('Credits that it holds'),
  given: z.int().min(0),
  spent: z.int().min(0).describe('What it is known to have spent'),
  freed: z.int().min(0).describe('What was left when its leases ended'),
  late_charges: z.int().min(0).describe('Charges that came after that, and were charged to nobody'),
  late_credits: z.int().min(0),
  first_at: z.iso.datetime(),
  seen_at: z.iso.datetime().describe('When it was last heard of'),
  ended_at: z.iso.datetime().nullable(),
})
