import { MAX_BODY_BYTES } from '../limits.ts'

/** The most bytes of one file, and of the files of one call together: those of a body. */
export const MAX_FILE_BYTES = MAX_BODY_BYTES
/** How many files one key may keep, and for how long in seconds: unless it says otherwise, and at most. */
export const FILE_LIMITS = {
  perKey: 200,
  bytesPerKey: 64 * 1024 * 1024,
  ttlSeconds: 24 * 60 * 60,
  mostTtlSeconds: 30 * 24 * 60 * 60,
} as const
/** The most characters of a file's name, and of a handle. */
export const MAX_FILE_NAME_CHARS = 200
export const MAX_HANDLE_CHARS = 4_096
