import { z } from 'zod'
import { FILE_LIMITS, MAX_FILE_BYTES } from '../../../src-shared/files/file-limits.ts'
import { UPLOAD_PATH } from '../door/upload.ts'
import { jsonReply } from '../reply/reply.ts'
import { readQuery } from '../request/query.ts'
import { fileNameOf, readFile } from '../request/read-file.ts'
import { defineRoute } from '../route.ts'

const query = z.strictObject({
  name: z.string().optional().describe('Its name; without it that of a form, or "file"'),
  ttl_seconds: z.coerce
    .number()
    .int()
    .min(60)
    .max(FILE_LIMITS.mostTtlSeconds)
    .default(FILE_LIMITS.ttlSeconds)
    .describe('Seconds until it is deleted'),
})

const BINARY = { type: 'string', format: 'binary' } as const

/** POST /v1/files: keeps a file, so that calls can refer to it. */
export const uploadFile = defineRoute({
  method: 'POST',
  path: UPLOAD_PATH,
  access: 'key',
  document: {
    operationId: 'uploadFile',
    tag: 'Files',
    summary: 'Keeps a file, so that calls can refer to it',
    description:
      `The body is the file itself, of any content type, or a form with one file; at most ${MAX_FILE_BYTES} bytes. ` +
      'A field that takes a file then takes {"file": ID} in place of its value. Only the key that has uploaded a ' +
      'file can use, read or delete it. It is free.',
    query,
    bodies: {
      'application/octet-stream': BINARY,
      'multipart/form-data': { type: 'object', required: ['file'], properties: { file: BINARY } },
    },
    success: {
      status: 201,
      description: 'The file is kept',
      headers: ['Location'],
      schema: { $ref: '#/components/schemas/FileAnswer' },
    },
    errors: [400],
  },
  handle: async ({ event, account, context }) => {
    const { name, ttl_seconds: ttlSeconds } = readQuery(event, query)
    const sent = await readFile(event)
    const kept = { ...sent, name: fileNameOf(name ?? sent.name ?? 'file'), ttlSeconds }
    const file = await context.services.files.store.add(account.id, kept)
    return jsonReply(201, { ok: true, file }, { headers: [['location', `${UPLOAD_PATH}/${file.id}`]] })
  },
})
