import { InvalidInput } from '../tool-kit/tool-context.ts'

const MAX_HEADERS = 64
const MAX_HEADER_BYTES = 16 * 1024

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/ // RFC 9110, 5.6.2
const FIELD_VALUE = /^[\t\x20-\x7e]*$/ // RFC 9110, 5.5, without obs-text

// They frame the message or belong to the connection (RFC 9110, 7.6.1), so only the sender writes them.
const SENDERS_OWN = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'te',
  'trailer',
  'keep-alive',
  'http2-settings',
  'accept-encoding',
])

/**
 * The caller's headers that may be sent, without those that only the sender may write.
 * @throws InvalidInput for invalid names, values with control or non-ASCII characters, a name
 * given twice, more than 64 headers or more than 16 KiB
 */
export function toSafeHeaders(headers: Readonly<Record<string, string>>): Map<string, string> {
  const entries = Object.entries(headers)
  if (entries.length > MAX_HEADERS) refuse(`At most ${MAX_HEADERS} headers can be sent; leave some out`)

  const safe = new Map<string, string>()
  let bytes = 0
  for (const [name, value] of entries) {
    bytes += name.length + value.length
    if (bytes > MAX_HEADER_BYTES)
      refuse(`The headers are longer than ${MAX_HEADER_BYTES} bytes; shorten them`)
    checkHeader(name, value)
    const key = name.toLowerCase()
    if (safe.has(key)) refuse(`The header ${key} is given twice; send it once`)
    if (!isReservedName(key)) safe.set(key, value)
  }
  return safe
}

function checkHeader(name: string, value: string): void {
  if (!TOKEN.test(name))
    refuse(`${JSON.stringify(name.slice(0, 60))} is not a header name; use letters, digits and hyphens`)
  if (!FIELD_VALUE.test(value))
    refuse(`The header ${name.slice(0, 60)} contains a control or non-ASCII character; encode or remove it`)
}

// CGI servers read Content_Length as Content-Length.
function isReservedName(name: string): boolean {
  const spelled = name.replaceAll('_', '-')
  return SENDERS_OWN.has(spelled) || spelled.startsWith('proxy-')
}

function refuse(message: string): never {
  throw new InvalidInput('headers', message)
}
