import { MAX_FILE_BYTES } from '../../../src-shared/files/file-limits.ts'

/** The one address whose body is a file of any type. */
export const UPLOAD_PATH = '/v1/files'
/** A file, and what a form writes around it. */
export const MAX_UPLOAD_BYTES = MAX_FILE_BYTES + 64 * 1024
