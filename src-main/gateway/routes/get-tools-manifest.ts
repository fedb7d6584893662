import { toolsSeenBy } from '../../pipeline/checks/seen-tools.ts'
import { documentReply } from '../reply/document-reply.ts'
import { defineRoute } from '../route.ts'

/** GET /.well-known/ai-tools.json: what an AI client can call here, and how. */
export const getToolsManifest = defineRoute({
  method: 'GET',
  path: '/.well-known/ai-tools.json',
  access: 'public',
  document: {
    operationId: 'getToolsManifest',
    tag: 'Tools',
    summary: 'What an AI client can call here, and how',
    success: {
      status: 200,
      description: 'The manifest',
      schema: { $ref: '#/components/schemas/ToolsManifest' },
    },
    conditional: true,
  },
  handle: async ({ event, exchange, context }) => {
    const seen = toolsSeenBy(exchange.account, context.services)
    return await documentReply(event, exchange, context, await context.documents.manifest(seen))
  },
})
