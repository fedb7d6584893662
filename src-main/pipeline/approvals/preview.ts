const MAX_CHARS = 20_000
const MAX_TEXT_CHARS = 2_000
const MAX_MEMBERS = 100

/** An input for people to read: indented JSON, in which long texts, lists and objects are shortened and say so. */
export function previewOf(fields: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(fields, (_name, value: unknown) => shortened(value), 2)
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS).toWellFormed()}\n… shortened`
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    if (value.length <= MAX_TEXT_CHARS) return value
    const rest = (value.length - MAX_TEXT_CHARS).toLocaleString('en')
    return `${value.slice(0, MAX_TEXT_CHARS).toWellFormed()}… ${rest} characters more`
  }
  if (Array.isArray(value) && value.length > MAX_MEMBERS) {
    const members: readonly unknown[] = value
    return [...members.slice(0, MAX_MEMBERS), `… ${(value.length - MAX_MEMBERS).toLocaleString('en')} more`]
  }
  return value
}
