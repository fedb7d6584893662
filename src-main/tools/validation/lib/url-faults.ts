import { isIPv4 } from 'node:net'
import { domainToASCII } from 'node:url'

const SPECIAL = new Set(['http', 'https', 'ftp', 'ws', 'wss'])
/** The URL code points of the WHATWG standard, and % where two hexadecimal digits follow. */
const URL_UNIT =
  /%[0-9A-Fa-f]{2}|[A-Za-z0-9!$&'()*+,\-./:;=?@_~]|(?!\p{Noncharacter_Code_Point})[\u00a0-\ud7ff\ue000-\u{10fffd}]/gu

type Kind = 'special' | 'file' | 'other'

function kindOf(scheme: string): Kind {
  const name = scheme.toLowerCase()
  if (name === 'file') return 'file'
  return SPECIAL.has(name) ? 'special' : 'other'
}

/**
 * What is wrong with a URL that browsers read all the same: the validation errors of the WHATWG URL
 * standard, which are what RFC 3986 and RFC 3987 do not allow. One sentence for each rule.
 */
export function urlFaults(url: string): string[] {
  const faults: string[] = []
  if (/^[\0-\x20]|[\0-\x20]$|[\t\n\r]/.test(url)) faults.push('It contains white space')
  const text = url.replace(/^[\0-\x20]+|[\0-\x20]+$|[\t\n\r]/g, '')
  const [, scheme = '', rest = ''] = /^([A-Za-z][A-Za-z0-9+.-]*):(.*)$/su.exec(text) ?? []
  const kind = kindOf(scheme)
  if (kind !== 'other' && /^[^?#]*\\/.test(rest))
    faults.push('It has a backslash where a slash belongs (WHATWG, invalid-reverse-solidus)')
  if (kind === 'special' && !/^\/\/(?![/\\])/.test(rest) && !/^[\\/]{2}[^\\/]/.test(rest))
    faults.push(
      `After ${scheme}: come exactly two slashes (WHATWG, special-scheme-missing-following-solidus)`,
    )
  if (kind === 'file' && /^\/\/[A-Za-z][:|](?:[/\\?#]|$)/.test(rest))
    faults.push(
      'A drive belongs in the path, as in file:///C:/ (WHATWG, file-invalid-Windows-drive-letter-host)',
    )
  const { host, others } = partsOf(rest, kind)
  const wrong = wrongUnit(others.join(''))
  if (wrong !== undefined) faults.push(sentenceOn(wrong))
  if (others.some((part) => /%(?![0-9A-Fa-f]{2})/.test(part)))
    faults.push('A % must be followed by two hexadecimal digits (RFC 3986, 2.1)')
  if (kind === 'special' && isNumeric(host) && !isIPv4(host))
    faults.push(
      'The host is an IPv4 address that is not four decimal numbers (WHATWG, IPv4-non-decimal-part)',
    )
  return faults
}

/** The host of a parsed URL in ASCII. Schemes that browsers do not know keep its letters percent-encoded. */
export function domainOf(host: string): string {
  try {
    return host.includes('%') ? domainToASCII(decodeURIComponent(host)) : host
  } catch {
    return host
  }
}

/** Why a text cannot be read as a URL at all. */
export function whyUnreadable(url: string): string {
  const [, scheme, rest = ''] = /^\s*([A-Za-z][A-Za-z0-9+.-]*):(.*)$/su.exec(url) ?? []
  if (scheme === undefined) return 'It cannot be read as a whole URL; begin with a scheme such as https://'
  const kind = kindOf(scheme)
  const { host, port } = partsOf(rest, kind)
  if (host === '') return 'It has no host'
  if (port !== null && kind === 'file') return 'A file: URL has no port'
  if (port !== null && !/^\d*$/.test(port)) return 'The port must be a number (RFC 3986, 3.2.3)'
  if (port !== null && Number(port) > 65_535) return 'The port must be at most 65535'
  if (host.startsWith('[')) return 'The host in brackets is not an IPv6 address (RFC 3986, 3.2.2)'
  if (isNumeric(host)) return 'The host ends in a number and is not an IPv4 address (WHATWG, 3.5)'
  return 'The host is neither a domain name nor an IP address'
}

interface UrlParts {
  readonly host: string
  readonly port: string | null
  /** User, path, query and fragment, without the # that begins it. */
  readonly others: readonly string[]
}

function partsOf(rest: string, kind: Kind): UrlParts {
  const afterSlashes = rest.replace(kind === 'special' ? /^[\\/]*/ : /^\/\//, '')
  const hasAuthority = kind === 'special' || rest.startsWith('//')
  const end = hasAuthority ? afterSlashes.search(kind === 'other' ? /[/?#]/ : /[/\\?#]/) : 0
  const authority = end === -1 ? afterSlashes : afterSlashes.slice(0, end)
  const written = end === -1 ? '' : afterSlashes.slice(end)
  // A backslash that reads as a slash has a sentence of its own.
  const tail = kind === 'other' ? written : written.replace(/^[^?#]*/, (path) => path.replaceAll('\\', '/'))
  const at = authority.lastIndexOf('@')
  const place = authority.slice(at + 1)
  const port = /:([^:\]]*)$/.exec(place)?.[1] ?? null
  const host = port === null ? place : place.slice(0, -port.length - 1)
  return { host, port, others: [authority.slice(0, Math.max(0, at)), tail.replace('#', '')] }
}

// WHATWG, 3.5: the host ends in a number.
function isNumeric(host: string): boolean {
  const last = host.replace(/\.$/, '').split('.').at(-1) ?? ''
  return /^(?:\d+|0x[0-9a-f]*)$/i.test(last)
}

// A % without its digits has a sentence of its own.
function wrongUnit(text: string): string | undefined {
  const [wrong] = text.replace(URL_UNIT, '').replaceAll('%', '')
  return wrong
}

function sentenceOn(sign: string): string {
  const code = sign.codePointAt(0)!
  const name =
    sign === ' '
      ? 'a space'
      : code > 0x20 && code < 0x7f
        ? sign
        : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const written = code < 0x80 ? `%${code.toString(16).toUpperCase().padStart(2, '0')}` : 'escaped'
  return `It contains ${name}, which must be written ${written} (RFC 3986, 2; WHATWG, invalid-URL-unit)`
}
