import { isIP } from 'node:net'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** A span of a text by its UTF-16 offsets, the end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface EmailSpan extends Span {
  readonly email: string
}

// RFC 5322's atom and letters of other scripts (RFC 6531), without the characters that in running
// text usually end whatever precedes an address, as in ?to=a@b.example.
const LOCAL_CHAR = /[\p{L}\p{M}\p{N}.!#$%'*+^_~-]/u
/** A quoted local part before its @ (RFC 5322, 3.2.4). */
const QUOTED_LOCAL = /"(?:[^"\\\r\n]|\\[^\r\n])+"$/
const DOMAIN =
  /(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]/uy
/** The domain as an IP address (RFC 5321, 4.1.3). */
const ADDRESS = /\[(?:IPv6:)?([\da-f:.]{2,45})\]/iy
const MAX_LOCAL_CHARS = 64
/** RFC 5321: a path of 256 octets, including brackets. */
const MAX_EMAIL_CHARS = 254

/** E-mail addresses in running text, from left to right. */
export async function findEmails(text: string): Promise<EmailSpan[]> {
  const { default: validator } = await import('validator')
  const found: EmailSpan[] = []
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    const span = emailAround(text, at, found.at(-1)?.end ?? 0)
    if (!span) continue
    const email = text.slice(span.start, span.end)
    // The library takes addresses without their brackets for domains, too.
    const named = email.endsWith(']') ? `${text.slice(span.start, at)}@example.com` : email
    if (validator.isEmail(named, { allow_utf8_local_part: true })) found.push({ ...span, email })
  }
  return found
}

function emailAround(text: string, at: number, from: number): Span | null {
  const domain = domainAt(text, at + 1)
  if (domain === undefined || domain.length > MAX_EMAIL_CHARS) return null
  const first = Math.max(from, at - MAX_LOCAL_CHARS)
  const quoted = text[at - 1] === '"' ? QUOTED_LOCAL.exec(text.slice(first, at))?.[0] : undefined
  if (quoted !== undefined) return { start: at - quoted.length, end: at + 1 + domain.length }
  let start = at
  while (start > first && LOCAL_CHAR.test(charBefore(text, start))) start -= charBefore(text, start).length
  // Punctuation before an address belongs to the sentence, not to the address.
  while (start < at && !/[\p{L}\p{N}_+]/u.test(charAt(text, start))) start += charAt(text, start).length
  return start < at ? { start, end: at + 1 + domain.length } : null
}

function domainAt(text: string, start: number): string | undefined {
  ADDRESS.lastIndex = start
  const [literal, address = ''] = ADDRESS.exec(text) ?? []
  if (isIP(address) !== 0) return literal
  DOMAIN.lastIndex = start
  return DOMAIN.exec(text)?.[0]
}

function charAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0)
}

function charBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1)
  return low >= 0xdc00 && low <= 0xdfff ? text.slice(at - 2, at) : text.slice(at - 1, at)
}

export interface UrlSpan extends Span {
  readonly text: string
  readonly href: string
}

// Brackets around an IPv6 address (RFC 3986, 3.2.2), which the library considers part of the
// sentence.
const IPV6_HOST = /(?<=(?:https?|ftps?):\/\/)\[[0-9a-f:.]{2,45}\]/gi
// Delimiters of RFC 3986, appendix C, and the quotes, brackets and ellipses of other scripts, which the library takes
// for letters of the address.
const DELIMITER = /["<>`…“”„«»‹›、「」『』【】《》〈〉（）。，！？；：｜]/g
// The sign between an address and the next one, the end of a possessive, and marks of emphasis around an address.
const BETWEEN = /[,;](?=(?:https?|ftps?):\/\/)|(?<=[a-z0-9])['’]s(?![a-z0-9])/gi
const EMPHASISED = /(\*{1,3}|_{1,3})((?:https?|ftps?):\/\/[^\s*]{1,2000}?)\1(?![a-z0-9])/gi
// The bar between the cells of a table. Inside a path or a query it is part of the address.
const CELL_BORDER = /\|(?=\s|$|(?:https?|ftps?):\/\/)|(?<=:\/\/[^\s/?#|]{1,253})\|/gi
// The bracket at the end of a link in Markdown, whatever follows it.
const MARKDOWN_END = /(?<=\]\()((?:https?|ftps?):\/\/[^\s()]{1,2000}(?:\([^\s()]*\)[^\s()]*){0,20})\)/gi
// What comes before a name that is part of a path, an account or an address with another scheme.
const PART_OF_MORE = /[@_\\]$|(?:^|[^/])\/$|[:/]\/\/$/
// Scripts that are written without spaces, or with endings that follow at once.
const CJK = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー]'
const ASCII_HOST = '(?:[a-z0-9-]{1,63}\\.){1,10}[a-z]{2,63}'
// No top-level domain mixes those scripts with Latin letters.
const AFTER_HOST = new RegExp(`(?<![a-z0-9.-])(${ASCII_HOST})(${CJK})`, 'giu')
const BEFORE_HOST = new RegExp(`${CJK}(?=${ASCII_HOST}(?![a-z0-9.-]))`, 'giu')
const LONGEST_LABEL = 80

/** Web and FTP addresses in running text, with or without their scheme, from left to right. */
export async function findUrls(text: string): Promise<UrlSpan[]> {
  const { find } = await import('linkifyjs')
  // While the library searches, such a host is replaced by a name of the same length.
  const named = text
    .replace(IPV6_HOST, (host) => `${'x'.repeat(host.length - 3)}.co`)
    .replace(DELIMITER, ' ')
    .replace(CELL_BORDER, ' ')
    .replace(MARKDOWN_END, '$1 ')
    .replace(BETWEEN, (part) => ' '.repeat(part.length))
    .replace(EMPHASISED, (_, mark: string, url: string) => {
      const space = ' '.repeat(mark.length)
      return space + url + space
    })
    .replace(AFTER_HOST, (_, host: string, char: string) => host + ' '.repeat(char.length))
    .replace(BEFORE_HOST, (char, at: number, whole: string) => {
      const isInHost = /\/\/[^\s/]*$/.test(whole.slice(Math.max(0, at - LONGEST_LABEL), at))
      return isInHost ? char : ' '.repeat(char.length)
    })
  return find(named, 'url', { defaultProtocol: 'https' })
    .map(({ value, href, start, end }) => {
      const written = text.slice(start, end)
      return { text: written, href: written === value ? href : written, start, end }
    })
    .filter(({ href }) => /^(https?|ftps?):/i.test(href) && URL.canParse(href))
    .filter(({ text: written, start }) => written.includes('://') || standsAlone(text, written, start))
}

// Whether an address without its scheme is one: not main.py in src/main.py, nor a mention of localhost.
function standsAlone(text: string, written: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start)
  return !PART_OF_MORE.test(before) && !/^localhost\/?$/i.test(written)
}

export interface PhoneSpan extends Span {
  readonly number: import('libphonenumber-js').PhoneNumber
}

/**
 * Phone numbers in running text, from left to right.
 * @param country whose numbers are written without a country code
 * @throws InvalidInput for `default_country` when the library has no numbers of it
 */
export async function findPhones(text: string, country: string | undefined): Promise<PhoneSpan[]> {
  const { findPhoneNumbersInText, isSupportedCountry } = await import('libphonenumber-js/max')
  if (country !== undefined && !isSupportedCountry(country))
    throw new InvalidInput(
      'default_country',
      `The phone numbers of ${country} are not known; send another country`,
    )
  // The library takes the text after a comma for an extension, and would lose the second of two
  // numbers.
  const apart = text.replace(/(?<![,;])[,;](?![,;]|\s?ext)/gi, '\n')
  const options = country === undefined ? {} : { defaultCountry: country }
  return findPhoneNumbersInText(apart, options)
    .map(({ startsAt, endsAt, number }) => {
      const isBracketed = text[startsAt] === '(' && !text.slice(startsAt, endsAt).includes(')')
      return { start: isBracketed ? startsAt + 1 : startsAt, end: endsAt, number }
    })
    .filter(({ start, end, number }) => !lacksTrunkPrefix(text.slice(start, end), number))
}

// Where numbers are dialled with a 0 in front, digits without it are a date, an IP address or an order, as they are to
// Google's own library.
function lacksTrunkPrefix(written: string, number: PhoneSpan['number']): boolean {
  const { nationalNumber } = number
  if (/^\(?\+/.test(written) || !digitsOf(written).startsWith(nationalNumber)) return false
  const [national = ''] = number.formatNational().split(' ext')
  return digitsOf(national) !== nationalNumber
}

function digitsOf(written: string): string {
  return written.normalize('NFKC').replaceAll(/\D/g, '')
}
