import { toolsSeenBy } from '../../pipeline/checks/seen-tools.ts'
import { documentReply } from '../reply/document-reply.ts'
import { defineRoute } from '../route.ts'

/** GET /v1/openapi.json: this API in OpenAPI 3.0, from the tools and routes of this instance. */
export const getOpenApi = defineRoute({
  method: 'GET',
  path: '/v1/openapi.json',
  access: 'public',
  document: {
    operationId: 'getOpenApi',
    tag: 'Service',
    summary: 'This document',
    description: 'This API in OpenAPI 3.0, from the tools and routes that this instance serves.',
    success: {
      status: 200,
      description: 'The document',
      schema: {
        type: 'object',
        properties: { openapi: { type: 'string' }, info: { type: 'object' }, paths: { type: 'object' } },
        required: ['openapi', 'info', 'paths'],
        additionalProperties: true,
      },
    },
    conditional: true,
  },
  handle: async ({ event, exchange, context }) => {
    const seen = toolsSeenBy(exchange.account, context.services)
    return await documentReply(event, exchange, context, await context.documents.openApi(seen))
  },
})
