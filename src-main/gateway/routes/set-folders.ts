import { followedBy } from '../../storage/engine/work.ts'
import { z } from 'zod'
import { MAX_HANDLE_CHARS } from '../../../src-shared/files/file-limits.ts'
import { toAuditEvent } from '../request/audit-event.ts'
import { namedKey, namedKeyFields } from '../request/named-key.ts'
import { readBody } from '../request/query.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { assertOwner } from '../session/maker.ts'

const MAX_FOLDERS = 20

/** The body that sets the folders of a key. */
export const foldersFields = z.strictObject({
  ...namedKeyFields,
  folders: z
    .array(z.string().min(1).max(MAX_HANDLE_CHARS))
    .max(MAX_FOLDERS)
    .describe("Absolute paths on the gateway's machine; an empty list allows none"),
})

/** POST /v1/enterprise/folders: sets below which folders a key may read files. */
export const setFolders = defineRoute({
  method: 'POST',
  path: '/v1/enterprise/folders',
  access: 'admin',
  document: {
    operationId: 'setFolders',
    tag: 'Administration',
    summary: 'Sets below which folders a key may read files by their paths; only the owner can',
    description:
      'A key may read none at first. What links lead to counts, and not where they are. The data folder of the ' +
      'gateway cannot be allowed.',
    body: { $ref: '#/components/schemas/FoldersRequest' },
    success: {
      status: 200,
      description: 'The folders that it may read from now on, by their real paths',
      schema: { $ref: '#/components/schemas/Folders' },
    },
    errors: [400, 403],
  },
  handle: async (request) => {
    assertOwner(request)
    const { keys, files, engine, audit } = request.context.services
    const sent = await readBody(request.event, foldersFields)
    const target = namedKey(sent, keys).id
    const folders = [...new Set(sent.folders.map((path) => files.folders.toFolder(path)))]
    const event = toAuditEvent(request, { action: 'key.folders_set', target, detail: { folders } })
    await engine.write(target, () =>
      followedBy(files.folders.set(target, folders), () => audit.write(event)),
    )
    return jsonReply(200, { ok: true, key_id: target, folders })
  },
})
