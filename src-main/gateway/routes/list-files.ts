import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

/** GET /v1/files: the files that the key keeps. */
export const listFiles = defineRoute({
  method: 'GET',
  path: '/v1/files',
  access: 'key',
  document: {
    operationId: 'listFiles',
    tag: 'Files',
    summary: 'The files that the key keeps, newest first, and the folders that it may read',
    success: {
      status: 200,
      description: 'The files',
      schema: { $ref: '#/components/schemas/FileList' },
    },
  },
  handle: async ({ account, context }) => {
    const { store, folders } = context.services.files
    return jsonReply(200, {
      ok: true,
      files: await store.list(account.id),
      usage: await store.usageOf(account.id),
      folders: await folders.of(account.id),
    })
  },
})
