import { refuseClosed, unknownTool } from '../../pipeline/checks/find-tool.ts'
import { toolsSeenBy } from '../../pipeline/checks/seen-tools.ts'
import { toNativeTool } from '../../registry/catalogue.ts'
import { describeAll } from '../../registry/describe-all.ts'
import type { DescribedTool } from '../../registry/described-tool.ts'
import { PreparedDocument } from '../../registry/prepared-document.ts'
import { documentReply } from '../reply/document-reply.ts'
import { SLUG_PARAMETER } from '../openapi/operation-document.ts'
import { slugOf } from '../calls/read-tool-call.ts'
import { defineRoute } from '../route.ts'

const prepared = new WeakMap<DescribedTool, PreparedDocument>()

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
    errors: [404, 409],
  },
  handle: async ({ event, exchange, context }) => {
    const { services } = context
    const listed = toolsSeenBy(exchange.account, services).find(slugOf(event))
    if (!listed) {
      refuseClosed(slugOf(event), exchange.account, services)
      throw unknownTool(slugOf(event), exchange.account, services)
    }
    const [tool] = await describeAll([listed])
    const document = prepared.get(tool!) ?? new PreparedDocument({ ok: true, tool: toNativeTool(tool!) })
    prepared.set(tool!, document)
    return await documentReply(event, exchange, context, document)
  },
})
