import { z } from 'zod'
import { CATALOGUE_FORMATS, type CatalogueQuery } from '../../registry/catalogue.ts'
import { TIERS } from '../../tool-kit/define-tool.ts'
import { documentReply } from '../reply/document-reply.ts'
import { readQuery, unknownCursor } from '../request/query.ts'
import { defineRoute } from '../route.ts'

const query = z.object({
  category: z.string().max(100).optional().describe('Only tools of this category'),
  // The specification writes tiers in capitals.
  tier: z.preprocess(toLowerCase, z.enum(TIERS).optional()).describe('Only tools of this tier'),
  q: z
    .string()
    .max(200)
    .optional()
    .describe('What the tool should do, in a few words; the tools that fit best come first'),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .optional()
    .describe('Tools a page; without it, all tools'),
  cursor: z.string().max(100).optional().describe('next_cursor of the previous page'),
  format: z.enum(CATALOGUE_FORMATS).default('native').describe('native, or the format of a model API'),
})

/** GET /v1/tools: the tools that this instance serves. */
export const listTools = defineRoute({
  method: 'GET',
  path: '/v1/tools',
  access: 'public',
  document: {
    operationId: 'listTools',
    tag: 'Tools',
    summary: 'The tools that this instance serves',
    query,
    success: { status: 200, description: 'The tools', schema: { $ref: '#/components/schemas/ToolList' } },
    conditional: true,
    errors: [400],
  },
  handle: async ({ event, exchange, context }) => {
    // Most requests have no query, which then need not be parsed.
    const wanted = event.url.search === '' ? ALL : readQuery(event, query)
    const { registry } = context.services
    const { cursor } = wanted
    if (cursor !== undefined && registry.find(cursor)?.slug !== cursor) throw unknownCursor()
    const page = await context.catalogue.list(wanted)
    if (!page) throw unknownCursor()
    return await documentReply(event, exchange, context, page)
  },
})

const ALL: CatalogueQuery = { format: 'native' }

function toLowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
