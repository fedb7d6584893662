import { assertMayLease } from '../../accounts/own-credits.ts'
import { rulesFor } from '../../accounts/rules/rules-of.ts'
import { leaseEntryFields, leaseFields } from '../wire/lease-fields.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { ENDED, endLeasesOf } from './end-leases.ts'

/** POST /v1/leases: gives another gateway a part of the key's credits, to spend without asking. */
export const giveLease = defineRoute({
  method: 'POST',
  path: '/v1/leases',
  access: 'key',
  document: {
    operationId: 'giveLease',
    tag: 'Team budget',
    summary: "Gives another gateway a part of the key's credits, to spend without asking",
    body: { $ref: '#/components/schemas/LeaseRequest' },
    success: {
      status: 200,
      description: 'What it was given',
      schema: { $ref: '#/components/schemas/Lease' },
    },
    errors: [400, 403, 404, 409, 410],
  },
  handle: async (request) => {
    const { event, account, context } = request
    const { instance, name, number, credits } = await readBody(event, leaseFields)
    const { ledger, audit, keys } = context.services
    assertMayLease(account, rulesFor(account, keys))
    const wanted = { instance, keyId: account.id, name, number, credits }
    const given = await ledger.leases.give(wanted, (credits) =>
      audit.write(
        toAuditEvent(request, {
          action: 'lease.given',
          target: instance,
          detail: { name, number, credits },
        }),
      ),
    )
    return jsonReply(200, { ok: true, instance, number, given })
  },
})

/** POST /v1/leases/entries: takes what another gateway has charged against its leases. */
export const takeLeaseEntries = defineRoute({
  method: 'POST',
  path: '/v1/leases/entries',
  access: 'key',
  document: {
    operationId: 'takeLeaseEntries',
    tag: 'Team budget',
    summary: 'Takes what another gateway has charged against its leases, each entry once',
    body: { $ref: '#/components/schemas/LeaseEntriesRequest' },
    success: {
      status: 200,
      description: 'What became of the entries',
      schema: { $ref: '#/components/schemas/LeaseEntries' },
    },
    errors: [400, 404, 410],
  },
  handle: async ({ event, account, context }) => {
    const { instance, entries } = await readBody(event, leaseEntryFields)
    const charges = entries.map(({ request_id, ...entry }) => ({ ...entry, requestId: request_id }))
    const taken = await context.services.ledger.leases.take(account.id, instance, charges)
    return jsonReply(200, { ok: true, ...taken })
  },
})

/** DELETE /v1/leases/{id}: a gateway gives back what is left of its leases. */
export const endLease = defineRoute({
  method: 'DELETE',
  path: '/v1/leases/:id',
  access: 'key',
  document: {
    operationId: 'endLease',
    tag: 'Team budget',
    summary: 'Ends the leases of a gateway of this key; what is left can be spent here again',
    ...ENDED,
    errors: [404],
  },
  handle: async (request) => await endLeasesOf(request, request.account.id),
})
