import { findTool } from '../../pipeline/execute.ts'
import { toDocument, toNativeTool, type PreparedDocument } from '../../registry/catalogue.ts'
import { documentReply } from '../reply/document-reply.ts'
import { SLUG_PARAMETER } from '../openapi/operation-document.ts'
import { slugOf } from '../calls/read-tool-call.ts'
import { defineRoute } from '../route.ts'

const prepared = new WeakMap<object, PreparedDocument>()

/** GET /v1/tools/{slug}: one tool with its schemas and examples. */
export const getTool = defineRoute({
  method: 'GET',
  path: '/v1/tools/:slug',
  access: 'public',
  document: {
    operationId: 'getTool',
    tag: 'Tools',
    summary: 'One tool with its schemas and examples',
    parameters: [SLUG_PARAMETER],
    success: { status: 200, description: 'The tool', schema: { $ref: '#/components/schemas/ToolDetail' } },
    conditional: true,
    errors: [404],
  },
  handle: async ({ event, exchange, context }) => {
    const tool = await findTool(slugOf(event), context.services).load()
    const document = prepared.get(tool) ?? toDocument({ ok: true, tool: toNativeTool(tool) })
    prepared.set(tool, document)
    return documentReply(event, exchange, context, document)
  },
})
