import { getRouterParam } from 'h3'
import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { ownerOfSession } from '../owner-session.ts'
import { readFields } from '../query.ts'
import { readJsonBody } from '../read-body.ts'
import { jsonReply } from '../reply.ts'
import { defineRoute, type KeyedRequest } from '../route.ts'

const MAX_FAVOURITES = 300
const MAX_RECENT_CALLS = 30
/** An input that the palette can run again; longer ones are in the list of all calls only. */
const MAX_INPUT_CHARS = 16_384
const MAX_DRAFT_CHARS = 262_144

const slug = z.string().regex(/^[a-z0-9-]{1,40}$/, 'is the slug of a tool')
const at = z.int().min(0)
const draftValue = z.union([z.string().max(MAX_DRAFT_CHARS), z.number(), z.boolean()])

const DOCUMENTS = {
  favourites: {
    empty: { slugs: [] },
    fields: z.strictObject({
      slugs: z
        .array(slug)
        .max(MAX_FAVOURITES)
        .refine((slugs) => new Set(slugs).size === slugs.length, 'names a tool twice'),
    }),
  },
  recents: {
    empty: { calls: [], uses: [] },
    fields: z.strictObject({
      calls: z
        .array(z.strictObject({ slug, at, input: z.string().max(MAX_INPUT_CHARS) }))
        .max(MAX_RECENT_CALLS),
      uses: z.array(z.strictObject({ slug, at, score: z.number().min(0).max(1_000_000) })).max(300),
    }),
  },
  welcome: { empty: { seen: false }, fields: z.strictObject({ seen: z.boolean() }) },
} as const

const draft = z.strictObject({
  view: z.enum(['form', 'json']),
  json: z.string().max(MAX_DRAFT_CHARS),
  // Pairs, since a member may be called `__proto__`.
  values: z.array(z.tuple([z.string().max(200), draftValue])).max(500),
  extra: z.array(z.tuple([z.string().max(200), z.unknown()])).max(500),
})

/** GET and PUT /app/favourites, /app/recents and /app/welcome: what the page keeps for its owner. */
export const pageDocuments = Object.entries(DOCUMENTS).flatMap(([name, { empty, fields }]) => [
  defineRoute({
    method: 'GET',
    path: `/app/${name}`,
    access: 'key',
    handle: (request) => {
      const { id } = ownerOfSession(request)
      const kept = request.context.pageStore.get(id, name)
      return jsonReply(200, { ok: true, ...(kept ?? empty) }, { balance: null })
    },
  }),
  defineRoute({
    method: 'PUT',
    path: `/app/${name}`,
    access: 'key',
    handle: async (request) => {
      const { id } = ownerOfSession(request)
      const { value } = await readJsonBody(request.event)
      const document = readFields(value, fields)
      const { pageStore, services } = request.context
      await services.commits.enqueue(() => pageStore.put(id, name, document))
      return jsonReply(200, { ok: true }, { balance: null })
    },
  }),
])

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
