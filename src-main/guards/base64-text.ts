import { isUtf8 } from 'node:buffer'

const MIN_CHARS = 16
const BASE64 = /^(data:[^,]{0,200};base64,)?([A-Za-z0-9+/_-]+={0,2})$/

/** A text that was written as Base64. */
export interface Base64Text {
  readonly text: string
  /** Writes another text in the same way. */
  readonly written: (text: string) => string
}

/** The text that is written as Base64, also in a data URL; null for anything else, such as a picture. */
export function base64TextOf(value: string): Base64Text | null {
  const [, head = '', digits] = value.length < MIN_CHARS ? [] : (BASE64.exec(value) ?? [])
  if (digits === undefined) return null
  const bytes = Buffer.from(digits, 'base64')
  if (!isUtf8(bytes)) return null
  const form = /[-_]/.test(digits) ? 'base64url' : 'base64'
  return { text: bytes.toString('utf8'), written: (text) => head + Buffer.from(text).toString(form) }
}

/** Whether Base64 stands for bytes that are not text. */
export function isBytes(value: string): boolean {
  return !isUtf8(Buffer.from(value.slice(value.indexOf(',') + 1), 'base64'))
}
