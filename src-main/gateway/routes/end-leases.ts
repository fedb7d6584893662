import { toAuditEvent } from '../request/audit-event.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { idOf, type KeyedRequest } from '../route.ts'

/** What both ways to end the leases of a gateway say of themselves. */
export const ENDED = {
  parameters: [
    {
      name: 'id',
      in: 'path',
      description: 'The instance id of the gateway',
      required: true,
      schema: { type: 'string' },
    },
  ],
  success: {
    status: 200,
    description: 'What was freed',
    schema: { $ref: '#/components/schemas/EndedLease' },
  },
} as const

/**
 * Ends the leases of the gateway that a request names, and says so in the audit trail.
 * @param keyId the key that has to have them; null for any
 * @throws GatewayError not_found
 */
export async function endLeasesOf(request: KeyedRequest, keyId: string | null): Promise<Reply> {
  const { ledger, audit } = request.context.services
  const instance = idOf(request)
  const freed = await ledger.leases.end(instance, keyId, ({ name }, credits) =>
    audit.write(
      toAuditEvent(request, {
        action: 'lease.ended',
        target: instance,
        detail: { name, freed: credits },
      }),
    ),
  )
  return jsonReply(200, { ok: true, instance, freed })
}
