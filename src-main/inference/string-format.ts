import type { StringFormat } from './model.ts'

const MIN_CHARS = 6
const MAX_CHARS = 2_048

const DATE = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/
// RFC 3339 with upper-case letters, as JSON.stringify writes dates.
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const EMAIL = /^[A-Za-z\d_+-]+(\.[A-Za-z\d_+-]+)*@([A-Za-z\d][A-Za-z\d-]*\.)+[A-Za-z]{2,}$/
const URI = /^(https?|ftp|wss?):\/\/[^\s<>"{}|\\^`]+$/

/** The format that a string certainly has; null for all others. */
export function formatOf(text: string): StringFormat | null {
  if (text.length < MIN_CHARS || text.length > MAX_CHARS) return null
  if (isDate(text)) return 'date'
  if (text[10] === 'T' && isDate(text.slice(0, 10)) && TIME.test(text.slice(11))) return 'date-time'
  if (UUID.test(text)) return 'uuid'
  if (text.length <= 254 && EMAIL.test(text)) return 'email'
  return URI.test(text) && URL.canParse(text) ? 'uri' : null
}

// The day must exist in the calendar: 2023-02-30 would be read as 2 March.
function isDate(text: string): boolean {
  return DATE.test(text) && new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))
}
