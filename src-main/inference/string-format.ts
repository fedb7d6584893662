import type { StringFormat } from './model.ts'

const MIN_CHARS = 6
const MAX_CHARS = 2_048

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
// RFC 3339 with upper-case letters, as JSON.stringify writes dates.
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const EMAIL = /^[\w+-]+(\.[\w+-]+)*@([A-Za-z\d]([A-Za-z\d-]{0,61}[A-Za-z\d])?\.)+[A-Za-z]{2,63}$/
// RFC 3986 for schemes with a host: no letters beyond ASCII, no brackets in a query, no lone per cent sign.
const USER = String.raw`(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*@`
const HOST = String.raw`(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d*)?`
const PART = String.raw`[\w.~!$&'()*+,;=:@-]|%[\da-f]{2}`
const REST = String.raw`(?:/(?:${PART})*)*(?:\?(?:${PART}|[/?])*)?(?:#(?:${PART}|[/?])*)?`
const URI = new RegExp(`^(?:https?|ftp|wss?)://(?:${USER})?${HOST}${REST}$`, 'i')

/** The format that a string certainly has; null for all others. */
export function formatOf(text: string): StringFormat | null {
  if (text.length < MIN_CHARS || text.length > MAX_CHARS) return null
  if (isDate(text)) return 'date'
  if (text[10] === 'T' && isDate(text.slice(0, 10)) && TIME.test(text.slice(11))) return 'date-time'
  if (UUID.test(text)) return 'uuid'
  if (text.length <= 254 && text.indexOf('@') <= 64 && EMAIL.test(text)) return 'email'
  return URI.test(text) && URL.canParse(text) ? 'uri' : null
}

// The day must exist in the calendar: 2023-02-30 would be read as 2 March.
function isDate(text: string): boolean {
  return DATE.test(text) && new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
}
