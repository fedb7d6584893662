/**
 * A `tel:` URI (RFC 3966) as a number that people write, with its extension; any other text as it is. A number that
 * holds only in a context of digits gets them in front; in a context that is a domain it stays national.
 */
export function withoutTelUri(text: string): string {
  const [, number, rest = ''] = /^tel:([^;]+)((?:;[^;]+)*)$/i.exec(text.trim()) ?? []
  if (number === undefined) return text
  const params = new Map(rest.split(';').map((part) => toParam(part)))
  const context = params.get('phone-context') ?? ''
  const whole = context.startsWith('+') && !number.startsWith('+') ? context + number : number
  const extension = params.get('ext')
  return extension === undefined ? whole : `${whole} ext. ${extension}`
}

function toParam(part: string): readonly [string, string] {
  const [name = '', value = ''] = part.split('=', 2)
  return [name.toLowerCase(), decoded(value)]
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
