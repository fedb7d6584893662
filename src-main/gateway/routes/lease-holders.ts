import type { z } from 'zod'
import { leftOf, type LeaseHolder } from '../../ledger/lending/lending.ts'
import type { leaseHolder } from '../wire/lease-fields.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { ENDED, endLeasesOf } from './end-leases.ts'

/** GET /v1/enterprise/instances: the gateways that hold credits of keys here. */
export const listLeaseHolders = defineRoute({
  method: 'GET',
  path: '/v1/enterprise/instances',
  access: 'admin',
  document: {
    operationId: 'listLeaseHolders',
    tag: 'Administration',
    summary: 'The gateways that hold, or held, credits of keys here',
    success: {
      status: 200,
      description: 'The gateways',
      schema: { $ref: '#/components/schemas/LeaseHolders' },
    },
    errors: [403],
  },
  handle: async ({ context: { services } }) => {
    const holders = await services.ledger.leases.holders()
    return jsonReply(200, { ok: true, instances: holders.map(toWire).reverse() })
  },
})

/** DELETE /v1/enterprise/instances/{id}: ends the leases of a gateway that does not come back. */
export const forgetLeaseHolder = defineRoute({
  method: 'DELETE',
  path: '/v1/enterprise/instances/:id',
  access: 'admin',
  document: {
    operationId: 'forgetLeaseHolder',
    tag: 'Administration',
    summary: 'Ends the leases of a gateway; what it spends afterwards is charged to nobody',
    ...ENDED,
    errors: [403, 404],
  },
  handle: async (request) => await endLeasesOf(request, null),
})

function toWire(holder: LeaseHolder): z.output<typeof leaseHolder> {
  const { id, keyId, name, endedAt } = holder
  const { given, spent, freed, lateCharges, lateCredits } = holder
  const timeOf = (ms: number): string => new Date(ms).toISOString()
  return {
    instance: id,
    name,
    key_id: keyId,
    status: endedAt === null ? 'active' : 'ended',
    left: leftOf(holder),
    given,
    spent,
    freed,
    late_charges: lateCharges,
    late_credits: lateCredits,
    first_at: timeOf(holder.firstAt),
    seen_at: timeOf(holder.seenAt),
    ended_at: endedAt === null ? null : timeOf(endedAt),
  }
}
