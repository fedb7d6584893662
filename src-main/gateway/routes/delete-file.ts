import { jsonReply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'
import { FILE_PARAMETER, noFile } from './get-file.ts'

/** DELETE /v1/files/{id}: deletes a file. */
export const deleteFile = defineRoute({
  method: 'DELETE',
  path: '/v1/files/:id',
  access: 'key',
  document: {
    operationId: 'deleteFile',
    tag: 'Files',
    summary: 'Deletes a file',
    parameters: [FILE_PARAMETER],
    success: {
      status: 200,
      description: 'The file is deleted',
      schema: { $ref: '#/components/schemas/DeletedFile' },
    },
    errors: [404, 507],
  },
  handle: async (request) => {
    const { files } = request.context.services
    const id = idOf(request)
    const isRemoved = await files.store.remove(request.account.id, id)
    if (!isRemoved) throw noFile()
    return jsonReply(200, { ok: true, id, status: 'deleted' })
  },
})
