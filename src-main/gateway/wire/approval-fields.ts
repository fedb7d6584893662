import { z } from 'zod'
import type { WaitingCall } from '../../pipeline/approvals/approval-desk.ts'

/** The body that decides a call. */
export const decisionFields = z.strictObject({
  decision: z.enum(['approve', 'refuse']).describe('Whether the call may run'),
})

/** A call that waits for the owner. */
export const waitingCall = z
  .object({
    approval_id: z.string(),
    key_id: z.string().describe('The key that calls'),
    key_name: z.string(),
    last4: z.string().describe('The last four characters of the key'),
    slug: z.string().describe('The tool'),
    credits: z.int().min(0).describe('What the call costs'),
    input: z.string().describe('The input as JSON; long texts and lists are shortened, and say so'),
    client: z.string().nullable().describe('Where it came from, such as mcp'),
    form: z.string().nullable().describe('How it was called, such as batch'),
    request_id: z.string().describe('The X-Request-Id of the call, or the id of the job'),
    asked_at: z.iso.datetime(),
    ends_at: z.iso.datetime().describe('When it is refused unless it is decided before'),
  })
  .describe('A call that waits for approval')

/** A waiting call for the owner. */
export function toApprovalWire(call: WaitingCall): z.output<typeof waitingCall> {
  const { id, account, slug, credits, input, origin, requestId, askedAt, endsAt } = call
  return {
    approval_id: id,
    key_id: account.id,
    key_name: account.name,
    last4: account.last4,
    slug,
    credits,
    input,
    client: origin?.client ?? null,
    form: origin?.form ?? null,
    request_id: requestId,
    asked_at: new Date(askedAt).toISOString(),
    ends_at: new Date(endsAt).toISOString(),
  }
}
