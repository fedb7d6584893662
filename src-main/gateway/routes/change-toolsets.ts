import type { SavedToolset } from '../../../src-shared/toolsets/saved-toolset.ts'
import { followedBy, type Work } from '../../storage/engine/work.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { checkToolset } from '../../registry/toolsets/check-toolset.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf, type KeyedRequest } from '../route.ts'
import { makerOf } from '../session/maker.ts'
import { TOOLSET_PARAMETERS, toolsetFields } from '../wire/toolset-fields.ts'
import { toToolset } from '../wire/toolset-wire.ts'

/** PUT /v1/enterprise/toolsets/{id}: saves a toolset, in place of a former one of its name. */
export const saveToolset = defineRoute({
  method: 'PUT',
  path: '/v1/enterprise/toolsets/:id',
  access: 'admin',
  document: {
    operationId: 'saveToolset',
    tag: 'Administration',
    summary: 'Saves a toolset: tools with presets of their fields and descriptions of your own',
    description:
      'Clients choose it with `?toolset=NAME`, at GET /v1/tools and at /mcp. Over MCP they then list, find and call ' +
      'only its tools. It gives no rights: a key calls what its scopes allow. A key that is bound to it sees and calls ' +
      'its tools alone everywhere, as they are saved from then on.',
    parameters: TOOLSET_PARAMETERS,
    body: { $ref: '#/components/schemas/ToolsetRequest' },
    success: {
      status: 200,
      description: 'The toolset as it is saved',
      schema: { $ref: '#/components/schemas/ToolsetAnswer' },
    },
    errors: [400, 403],
  },
  handle: async (request) => {
    assertMayShape(request)
    const { toolsets, registry, engine, audit } = request.context.services
    const name = idOf(request)
    const content = await checkToolset(name, await readBody(request.event, toolsetFields), registry)
    const tools = content.tools.map(({ slug }) => slug)
    const record = ({ saved: { version } }: { readonly saved: SavedToolset }): Work<void> =>
      audit.write(
        toAuditEvent(request, { action: 'toolset.saved', target: name, detail: { version, tools } }),
      )
    const change = await engine.write('toolsets', () => followedBy(toolsets.write(name, content), record))
    toolsets.apply(change)
    return jsonReply(200, { ok: true, toolset: toToolset(change.saved, registry) })
  },
})

/** DELETE /v1/enterprise/toolsets/{id}: deletes a saved toolset; whoever asks for it is refused from then on. */
export const removeToolset = defineRoute({
  method: 'DELETE',
  path: '/v1/enterprise/toolsets/:id',
  access: 'admin',
  document: {
    operationId: 'removeToolset',
    tag: 'Administration',
    summary: 'Deletes a saved toolset',
    parameters: TOOLSET_PARAMETERS,
    success: {
      status: 200,
      description: 'What was deleted',
      schema: { $ref: '#/components/schemas/RemovedToolset' },
    },
    errors: [403, 404],
  },
  handle: async (request) => {
    assertMayShape(request)
    const { toolsets, engine, audit } = request.context.services
    const name = idOf(request)
    const event = toAuditEvent(request, { action: 'toolset.removed', target: name })
    const change = await engine.write('toolsets', () =>
      followedBy(toolsets.remove(name), () => audit.write(event)),
    )
    toolsets.apply(change)
    return jsonReply(200, { ok: true, name, status: 'removed' })
  },
})

// Otherwise a key could widen the toolset that it, or a key that it made, is bound to.
function assertMayShape(request: KeyedRequest): void {
  const { account, isOwner } = makerOf(request)
  if (isOwner || account.scopes === null) return
  throw new GatewayError('forbidden', 'A key with scopes cannot change toolsets. Use the owner key.')
}
