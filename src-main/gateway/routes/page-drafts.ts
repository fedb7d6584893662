import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'
import { definePageWrite, NOTHING } from '../page/page-write.ts'
import { slugOf } from '../calls/read-tool-call.ts'

const MAX_DRAFT_CHARS = 262_144

const draftValue = z.union([z.string().max(MAX_DRAFT_CHARS), z.number(), z.boolean()])
const draft = z.strictObject({
  view: z.enum(['form', 'json']),
  json: z.string().max(MAX_DRAFT_CHARS),
  // Pairs, because a member may be named `__proto__`.
  values: z.array(z.tuple([z.string().max(200), draftValue])).max(500),
  extra: z.array(z.tuple([z.string().max(200), z.unknown()])).max(500),
})

/** GET /app/drafts: unsent inputs by tool, the latest first. */
export const listDrafts = defineRoute({
  method: 'GET',
  path: '/app/drafts',
  access: 'session',
  handle: async ({ account, context }) => {
    const drafts = [...(await context.pageStore.drafts(account.id))]
    return jsonReply(200, { ok: true, drafts: drafts.map(([slug, kept]) => ({ slug, draft: kept })) })
  },
})

/** PUT /app/drafts/{slug}: keeps a tool's draft. */
export const putDraft = definePageWrite({
  method: 'PUT',
  path: '/app/drafts/:slug',
  body: draft,
  write: (request, kept) => request.context.pageStore.putDraft(request.account.id, toolOf(request), kept),
})

/** DELETE /app/drafts/{slug}: deletes a tool's draft. */
export const deleteDraft = definePageWrite({
  method: 'DELETE',
  path: '/app/drafts/:slug',
  body: NOTHING,
  write: (request) => request.context.pageStore.deleteDraft(request.account.id, toolOf(request)),
})

function toolOf({ event, context }: KeyedRequest): string {
  const tool = context.services.registry.find(slugOf(event))
  if (tool) return tool.slug
  throw new GatewayError('not_found', 'Drafts are kept only for tools of this gateway.')
}
