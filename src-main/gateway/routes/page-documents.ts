import { z } from 'zod'
import { jsonReply } from '../reply/reply.ts'
import { definePageWrite } from '../page/page-write.ts'
import { defineRoute, type Route } from '../route.ts'

const MAX_FAVOURITES = 300
const MAX_RECENT_CALLS = 30
const MAX_SHORTCUTS = 300
const MAX_BASELINES = 100
/** An input that the palette can run again; longer ones are only in the list of all calls. */
const MAX_INPUT_CHARS = 16_384

const slug = z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the slug of a tool')
const at = z.int().min(0)

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
  baselines: {
    empty: { calls: [] },
    fields: z.strictObject({
      calls: z
        .array(z.strictObject({ slug, id: z.int().min(1), request_id: z.string().max(100), at }))
        .max(MAX_BASELINES)
        .refine(
          (calls) => new Set(calls.map((call) => call.slug)).size === calls.length,
          'pins a tool twice',
        ),
    }),
  },
  shortcuts: {
    empty: { keys: {} },
    fields: z.strictObject({
      keys: z
        .record(
          z.string().regex(/^[a-z0-9.-]{1,60}$/, 'must be the name of a shortcut'),
          z.string().max(60),
        )
        .refine((keys) => Object.keys(keys).length <= MAX_SHORTCUTS, 'names too many shortcuts'),
    }),
  },
  welcome: { empty: { seen: false }, fields: z.strictObject({ seen: z.boolean() }) },
} as const

/** GET and PUT /app/{name} of each document: the documents that the page keeps for its owner. */
export const pageDocuments: readonly Route[] = Object.entries(DOCUMENTS).flatMap(
  ([name, { empty, fields }]) => [
    defineRoute({
      method: 'GET',
      path: `/app/${name}`,
      access: 'session',
      handle: async ({ account, context }) =>
        jsonReply(200, { ok: true, ...((await context.pageStore.get(account.id, name)) ?? empty) }),
    }),
    definePageWrite<z.ZodType>({
      method: 'PUT',
      path: `/app/${name}`,
      body: fields,
      write: ({ account, context }, document) => context.pageStore.put(account.id, name, document),
    }),
  ],
)
