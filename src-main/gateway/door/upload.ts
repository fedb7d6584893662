import { MAX_FILE_BYTES } from '../../../src-shared/files/file-limits.ts'
import { MAX_DOCUMENT_BYTES } from '../../../src-shared/sources/source-kinds.ts'

/** The address whose body is a file of any type. */
export const UPLOAD_PATH = '/v1/files'
/** A file, and what a form writes around it. */
export const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + 64 * 1024
/** The address whose body is a description of an API. */
export const DOCUMENT_PATH = '/app/sources/documents'

/** The addresses whose body is of any type, with the most bytes of it. */
export const UPLOADS: ReadonlyMap<string, number> = new Map([
  [UPLOAD_PATH, MAX_UPLOAD_BYTES],
  [DOCUMENT_PATH, MAX_DOCUMENT_BYTES],
])
