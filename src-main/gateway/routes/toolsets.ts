import { unknownToolset } from '../../registry/toolsets/toolset-store.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'
import { TOOLSET_PARAMETERS } from '../wire/toolset-fields.ts'
import { toToolset, toToolsetSummary } from '../wire/toolset-wire.ts'

/** GET /v1/enterprise/toolsets: the saved toolsets, without their tools. */
export const listToolsets = defineRoute({
  method: 'GET',
  path: '/v1/enterprise/toolsets',
  access: 'admin',
  document: {
    operationId: 'listToolsets',
    tag: 'Administration',
    summary: 'The saved toolsets, by name',
    success: {
      status: 200,
      description: 'The toolsets',
      schema: { $ref: '#/components/schemas/ToolsetList' },
    },
    errors: [403],
  },
  handle: ({ context: { services } }) =>
    jsonReply(200, {
      ok: true,
      toolsets: services.toolsets.list().map((saved) => toToolsetSummary(saved, services.keys)),
    }),
})

/** GET /v1/enterprise/toolsets/{id}: one saved toolset. */
export const getToolset = defineRoute({
  method: 'GET',
  path: '/v1/enterprise/toolsets/:id',
  access: 'admin',
  document: {
    operationId: 'getToolset',
    tag: 'Administration',
    summary: 'One saved toolset with its tools and presets',
    parameters: TOOLSET_PARAMETERS,
    success: {
      status: 200,
      description: 'The toolset',
      schema: { $ref: '#/components/schemas/ToolsetAnswer' },
    },
    errors: [403, 404],
  },
  handle: (request) => {
    const saved = request.context.services.toolsets.find(idOf(request))
    if (!saved) throw unknownToolset(idOf(request))
    return jsonReply(200, { ok: true, toolset: toToolset(saved, request.context.services.registry) })
  },
})
