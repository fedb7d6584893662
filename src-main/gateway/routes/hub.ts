import type { Work } from '../../storage/engine/work.ts'
import { hostname } from 'node:os'
import { z } from 'zod'
import type { HubLink } from '../../hub/hub-links.ts'
import type { HubStatus } from '../../hub/team-budget.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply, type Reply } from '../reply/reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'
import { assertOwner } from '../session/maker.ts'

const DEFAULT_LEASE_CREDITS = 1_000

const fields = z.strictObject({
  url: z.string().min(1).max(2_000).describe('The address of the hub'),
  key: z.string().min(1).max(200).describe('A key of the hub'),
  name: z
    .string()
    .min(1)
    .max(100)
    .optional()
    .describe("What the hub's owner sees; the name of this machine"),
  lease_credits: z.int().min(10).max(1_000_000).optional().describe('The most credits to hold at once'),
})

/** GET /app/hub: the hub whose credits this gateway spends, and those that still get charges. */
export const getHub = defineRoute({
  method: 'GET',
  path: '/app/hub',
  access: 'admin',
  handle: (request) => reply(request),
})

/** PUT /app/hub: spends the credits of a hub from now on. */
export const connectHub = defineRoute({
  method: 'PUT',
  path: '/app/hub',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    const { url, key, name, lease_credits } = await readBody(request.event, fields)
    const { owner, services } = request.context
    const wanted = {
      url,
      key,
      name: name ?? (hostname().slice(0, 100) || 'Toolgate'),
      leaseCredits: lease_credits ?? DEFAULT_LEASE_CREDITS,
      payer: owner.id,
    }
    const message = await services.teamBudget.connect(wanted, audited(request, 'hub.connected'))
    return reply(request, { message })
  },
})

/** DELETE /app/hub: spends the gateway's own credits again. */
export const disconnectHub = defineRoute({
  method: 'DELETE',
  path: '/app/hub',
  access: 'admin',
  handle: async (request) => {
    assertOwner(request)
    await request.context.services.teamBudget.disconnect(audited(request, 'hub.disconnected'))
    return reply(request)
  },
})

/** POST /app/hub/contact: speaks with the hub now. */
export const contactHub = defineRoute({
  method: 'POST',
  path: '/app/hub/contact',
  access: 'admin',
  handle: async (request) => {
    await request.context.services.teamBudget.contact()
    return reply(request)
  },
})

function audited(request: KeyedRequest, action: 'hub.connected' | 'hub.disconnected') {
  return ({ id: target, url, name }: HubLink): Work<void> =>
    request.context.services.audit.write(toAuditEvent(request, { action, target, detail: { url, name } }))
}

async function reply({ context }: KeyedRequest, more: { readonly message?: string } = {}): Promise<Reply> {
  const statuses = await context.services.teamBudget.status()
  const active = statuses.find(({ link }) => link.state === 'active')
  const ending = statuses.filter(({ link }) => link.state !== 'active')
  const body = { ok: true, hub: active ? toWire(active) : null, ending: ending.map(toWire), ...more }
  return jsonReply(200, body)
}

function toWire({ link, left, unsentCharges, unsentCredits, trouble }: HubStatus): object {
  const { id, url, name, payer, state, leaseCredits, connectedAt, contactAt } = link
  return {
    instance: id,
    url,
    name,
    state,
    key_id: payer,
    lease_credits: leaseCredits,
    left: state === 'active' ? left : 0,
    unsent_charges: unsentCharges,
    unsent_credits: unsentCredits,
    trouble,
    connected_at: new Date(connectedAt).toISOString(),
    contact_at: contactAt === null ? null : new Date(contactAt).toISOString(),
  }
}
