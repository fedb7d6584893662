import { getRouterParam } from 'h3'
import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { ownerOfSession } from '../owner-session.ts'
import { readFields } from '../query.ts'
import { readJsonBody } from '../read-body.ts'
import { jsonReply } from '../reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

const MAX_DRAFT_CHARS = 262_144

const draftValue = z.union([z.string().max(MAX_DRAFT_CHARS), z.number(), z.boolean()])
const draft = z.strictObject({
  view: z.enum(['form', 'json']),
  json: z.string().max(MAX_DRAFT_CHARS),
  // Pairs, since a member may be called `__proto__`.
  values: z.array(z.tuple([z.string().max(200), draftValue])).max(500),
  extra: z.array(z.tuple([z.string().max(200), z.unknown()])).max(500),
})

/** GET /app/drafts: the inputs that were being written, by tool, the one changed last first. */
export const listDrafts = defineRoute({
  method: 'GET',
  path: '/app/drafts',
  access: 'key',
  handle: (request) => {
    const drafts = request.context.pageStore.drafts(ownerOfSession(request).id)
    const listed = [...drafts].map(([name, kept]) => ({ slug: name, draft: kept }))
    return jsonReply(200, { ok: true, drafts: listed }, { balance: null })
  },
})

/** PUT /app/drafts/{slug}: keeps a tool's draft. */
export const putDraft = defineRoute({
  method: 'PUT',
  path: '/app/drafts/:slug',
  access: 'key',
  handle: async (request) => {
    const { id } = ownerOfSession(request)
    const { value } = await readJsonBody(request.event)
    const kept = readFields(value, draft)
    const name = toolOf(request)
    const { pageStore, services } = request.context
    await services.commits.enqueue(() => pageStore.putDraft(id, name, kept))
    return jsonReply(200, { ok: true }, { balance: null })
  },
})

/** DELETE /app/drafts/{slug}: forgets a tool's draft. */
export const deleteDraft = defineRoute({
  method: 'DELETE',
  path: '/app/drafts/:slug',
  access: 'key',
  handle: async (request) => {
    const { id } = ownerOfSession(request)
    const name = toolOf(request)
    const { pageStore, services } = request.context
    await services.commits.enqueue(() => pageStore.deleteDraft(id, name))
    return jsonReply(200, { ok: true }, { balance: null })
  },
})

function toolOf({ event, context }: KeyedRequest): string {
  const tool = context.services.registry.find(getRouterParam(event, 'slug') ?? '')
  if (tool) return tool.slug
  throw new GatewayError('not_found', 'Drafts are kept for the tools of this gateway only.')
}
