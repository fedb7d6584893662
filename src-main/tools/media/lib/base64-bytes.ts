import { z } from 'zod'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The largest file that fits into a call's body beside the other fields. */
const MAX_CHARS = 4_000_000

/**
 * A field for bytes as Base64.
 * @param meaning what the bytes are, as the start of the field's description
 */
export function base64Field(meaning: string): z.ZodString {
  return z
    .string()
    .min(1)
    .max(MAX_CHARS)
    .meta({ contentEncoding: 'base64' })
    .describe(`${meaning} as Base64 or as a data: URL, at most about 2.8 MiB of bytes`)
}

/**
 * The bytes of such a field; white space is ignored, base64url is accepted too.
 * @throws InvalidInput for text that is not Base64
 */
export function bytesOf(base64: string, field: string): Buffer {
  const digits = base64
    .replace(/^data:[^,]{0,200};base64,/i, '')
    .replaceAll(/\s/g, '')
    .replace(/={0,2}$/, '')
  if (digits === '' || digits.length % 4 === 1 || !/^[A-Za-z0-9+/_-]*$/.test(digits))
    throw new InvalidInput(field, 'The text is not Base64; send the bytes of the file as Base64')
  return Buffer.from(digits, 'base64url')
}
