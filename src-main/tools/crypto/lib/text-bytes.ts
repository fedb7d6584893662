import { z } from 'zod'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** How a text represents bytes. */
export type TextEncoding = 'utf8' | 'hex' | 'base64' | 'base64url'

/** How bytes are written. */
export const DIGEST_ENCODINGS = ['hex', 'base64', 'base64url'] as const

const HEX = /^[0-9a-f]*$/i
// RFC 4648, 4 and 5, with or without padding; white space is not part of the alphabet.
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
const BASE64URL = /^[A-Za-z0-9_-]*={0,2}$/

/** The field that says how to read a text field. */
export function textEncodingField(field: string): z.ZodDefault<z.ZodEnum<{ [E in TextEncoding]: E }>> {
  return z
    .enum({ utf8: 'utf8', hex: 'hex', base64: 'base64', base64url: 'base64url' })
    .default('utf8')
    .describe(`How to read \`${field}\`: as UTF-8 text, or as bytes in hexadecimal, base64 or base64url`)
}

/**
 * The bytes that a text represents. Buffer.from skips invalid characters, which would give the
 * bytes of another text.
 * @param field the field to blame in an error
 * @throws InvalidInput when the text is not in that encoding
 */
export function bytesOfText(text: string, encoding: TextEncoding, field: string): Buffer {
  if (encoding === 'hex' && !(text.length % 2 === 0 && HEX.test(text)))
    throw new InvalidInput(
      field,
      'Write hexadecimal bytes as pairs of the digits 0-9 and a-f, without spaces',
    )
  const isWhole =
    (encoding === 'base64' && BASE64.test(text) && isWholeBase64(text)) ||
    (encoding === 'base64url' && BASE64URL.test(text) && isWholeBase64(text))
  if (encoding.startsWith('base64') && !isWhole)
    throw new InvalidInput(field, `This is not ${encoding}; use the letters of RFC 4648, without spaces`)
  return Buffer.from(text, encoding)
}

function isWholeBase64(text: string): boolean {
  const digits = text.replace(/=+$/, '').length
  return digits % 4 !== 1 && (text.length === digits || text.length % 4 === 0)
}
