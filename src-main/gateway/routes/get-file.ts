import { GatewayError } from '../../../src-shared/errors.ts'
import type { ParameterDocument } from '../openapi/operation-document.ts'
import type { Reply } from '../reply/reply.ts'
import { defineRoute, idOf } from '../route.ts'

/** The file in a path. */
export const FILE_PARAMETER: ParameterDocument = {
  name: 'id',
  in: 'path',
  description: 'The id of a file of this key',
  required: true,
  schema: { type: 'string' },
}

/** GET /v1/files/{id}: the content of a file. */
export const getFile = defineRoute({
  method: 'GET',
  path: '/v1/files/:id',
  access: 'key',
  document: {
    operationId: 'getFile',
    tag: 'Files',
    summary: 'The content of a file',
    description:
      'The content type is always application/octet-stream, so that no browser shows what somebody uploaded.',
    parameters: [FILE_PARAMETER],
    success: {
      status: 200,
      description: 'The bytes of the file',
      headers: ['Content-Disposition'],
      contentType: 'application/octet-stream',
    },
    errors: [404],
  },
  handle: async (request): Promise<Reply> => {
    const { store } = request.context.services.files
    const file = await store.find(request.account.id, idOf(request))
    const content = file && (await store.read(request.account.id, file.id))
    if (!file || !content) throw noFile()
    return {
      status: 200,
      body: content,
      contentType: 'application/octet-stream',
      outputHash: file.sha256,
      engine: 'real',
      creditsUsed: 0,
      balance: null,
      headers: [['content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`]],
    }
  },
})

/** The error for an id that is not of a file of the key. */
export function noFile(): GatewayError {
  return new GatewayError('not_found', 'This key has no file with this id. GET /v1/files lists its files.')
}
