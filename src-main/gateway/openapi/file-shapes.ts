import { z } from 'zod'
import type { FileUsage } from '../../files/file-store.ts'
import { MAX_HANDLE_CHARS } from '../../../src-shared/files/file-limits.ts'
import {
  FILE_FORMS,
  type FileReference,
  type UploadedFile,
} from '../../../src-shared/files/file-reference.ts'
import { foldersFields } from '../routes/set-folders.ts'
import type { ShapeOf } from './shape-of.ts'

const ok = z.literal(true)
const count = z.int().min(0)
const folders = z
  .array(z.string())
  .describe('The folders below which the key may read files by their paths')

export const uploadedFile = z.object({
  id: z.string().describe('What a field takes: {"file": ID}'),
  uri: z.string().describe('The same file as a resource of MCP'),
  name: z.string(),
  media_type: z.string().describe('As its sender said'),
  bytes: count,
  sha256: z.string().describe('SHA-256 of its bytes, in hexadecimal'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().describe('When it is deleted'),
} satisfies ShapeOf<UploadedFile>)

export const fileAnswer = z.object({ ok, file: uploadedFile })

export const fileList = z.object({
  ok,
  files: z.array(uploadedFile),
  usage: z
    .object({ files: count, bytes: count, max_files: count, max_bytes: count } satisfies ShapeOf<FileUsage>)
    .describe('What the key keeps, and the most that it may keep'),
  folders,
})

export const deletedFile = z.object({ ok, id: z.string(), status: z.literal('deleted') })

export const foldersRequest = foldersFields.meta({
  example: { key_id: 'key_0123456789abcdef', folders: ['/home/ada/documents'] },
})

export const foldersAnswer = z.object({ ok, key_id: z.string(), folders })

export const fileReference = z
  .strictObject({
    file: z
      .string()
      .max(MAX_HANDLE_CHARS)
      .describe(
        'The id of a file from POST /v1/files, the address of a resource of MCP, or the path of a file on the machine ' +
          'of the gateway, below a folder that the owner allows for the key',
      ),
    as: z
      .enum(FILE_FORMS)
      .optional()
      .describe('How the field gets its content: as UTF-8 text, or as bytes in Base64'),
  } satisfies ShapeOf<FileReference>)
  .describe('A file instead of a value; the call is as if its content had been sent')
