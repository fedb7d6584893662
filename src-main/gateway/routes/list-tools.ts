import { z } from 'zod'
import { GatewayError } from '../../../src-shared/errors.ts'
import { savedToolsFor } from '../../pipeline/checks/saved-tools.ts'
import { toolsSeenBy } from '../../pipeline/checks/seen-tools.ts'
import { CATALOGUE_FORMATS, type CatalogueQuery } from '../../registry/catalogue.ts'
import { namesIn } from '../../registry/choose-tools.ts'
import { TIERS } from '../../tool-kit/define-tool.ts'
import { documentReply } from '../reply/document-reply.ts'
import { readQuery, unknownCursor } from '../request/query.ts'
import { defineRoute } from '../route.ts'

/** Of a list of names in the address. */
const MAX_LIST_CHARS = 10_000

const query = z.strictObject({
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
  toolset: z
    .string()
    .max(MAX_LIST_CHARS)
    .optional()
    .describe(
      'Only the tools of these sets: core, readonly, all or categories, separated by commas; or one saved toolset, ' +
        'with its descriptions and presets',
    ),
  tools: z
    .string()
    .max(MAX_LIST_CHARS)
    .optional()
    .describe('Only these tools, with those of `toolset`: slugs, separated by commas'),
  format: z
    .enum(CATALOGUE_FORMATS)
    .default('native')
    .describe("native, or the format of a model's API; a page of openai has at most 128 tools"),
  strict: z
    .stringbool()
    .optional()
    .describe(
      "For openai and anthropic: schemas as the API's strict mode takes them, and as many tools as one " +
        'request may have; `left_out` names the tools that cannot be expressed',
    ),
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
    const { account } = exchange
    const { cursor, format, strict, toolset } = wanted
    const sets = namesIn(toolset)
    const saved = savedToolsFor(sets, account, context.services)
    const isSaved = (name: string): boolean =>
      name === account?.scopes?.toolset || context.services.toolsets.find(name) !== null
    const seen = saved ?? toolsSeenBy(account, context.services)
    if (strict !== undefined && format !== 'openai' && format !== 'anthropic') throw strictAlone()
    if (cursor !== undefined && seen.find(cursor)?.slug !== cursor) throw unknownCursor()
    const page = await context.catalogues
      .of(seen)
      .list(saved && sets.some(isSaved) ? { ...wanted, toolset: 'all' } : wanted)
    if (!page) throw unknownCursor()
    return await documentReply(event, exchange, context, page)
  },
})

function strictAlone(): GatewayError {
  const message = 'Send it with format=openai or format=anthropic'
  return new GatewayError('validation_error', `The query is not valid. strict: ${message}`, {
    issues: [{ path: 'strict', message }],
  })
}

const ALL: CatalogueQuery = { format: 'native' }

function toLowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
