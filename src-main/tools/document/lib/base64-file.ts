import { z } from 'zod'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The largest file that fits as base64 into a body of 4 MiB, with room for the other fields. */
const MAX_FILE_BYTES = 3_000_000
const MAX_CHARS = Math.ceil(MAX_FILE_BYTES / 3) * 4

/** A field for a file as base64. */
export function base64File(): z.ZodString {
  return z.string().min(1).max(MAX_CHARS).meta({ contentEncoding: 'base64' })
}

/**
 * Reads a file sent as base64 (RFC 4648, plain or URL-safe, line breaks allowed) or as a data: URL.
 * @throws InvalidInput when it is neither
 */
export function readBase64(text: string, field: string): Buffer {
  const base64 = text.replace(/^data:[^,]{0,200};base64,/, '').replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64))
    throw new InvalidInput(
      field,
      'This is not base64; send the bytes of the file as base64 or as a data: URL',
    )
  return Buffer.from(base64, 'base64')
}
