import type { ContentKind } from './content-kinds.ts'
import { found, type Recogniser, valueOf } from './recogniser.ts'

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/
// In all scripts, as RFC 6531 has them.
const EMAIL =
  /^(?:[\p{L}\p{N}_.+'-]+|"[^"\s]{1,64}")@(?:[\p{L}\p{M}\p{N}-]+\.)+(?:\p{L}[\p{L}\p{M}]+|xn--[a-z\d-]+)$/iu
/** Endings of file names that look like those of domains. */
const FILE_ENDING =
  /\.(?:js|ts|jsx|tsx|mjs|cjs|vue|json|py|md|txt|html?|css|csv|tsv|png|pdf|zip|ya?ml|toml|xml|sql|log|env)$/i

/** Of a list of values so much is read. */
const LISTED_CHARS = 4_000

const network: readonly Recogniser[] = [
  valueOf('url', 0.99, /^[a-z][a-z\d+.-]{1,20}:\/\/\S+$/i),
  valueOf('url', 0.9, /^www\.[a-z\d-]+(?:\.[a-z\d-]+)+(?:[/?#]\S*)?$/i),
  valueOf('url', 0.92, /^(?:[a-z\d-]+\.)+[a-z]{2,}\/\S*$/i),
  valueOf('query', 0.95, /^\?[\w.~%+[\]-]+=[^\s&=]*(?:&[\w.~%+[\]-]+(?:=[^\s&]*)?)*$/),
  valueOf(
    'query',
    0.93,
    /^(?=\S*(?:&|%[\da-f]{2}))[a-z][\w.~%+[\]-]*=[^\s&=]*(?:&[\w.~%+[\]-]+=[^\s&]*)*$/i,
  ),
  ({ text, single }) => {
    const isDomain =
      /^(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(?:\p{L}[\p{L}\p{M}]{1,23}|xn--[a-z\d-]+)$/iu
    // A short token is made of labels, too; a domain is not what anybody means by it.
    const isToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text)
    return single && text.length < 254 && isDomain.test(text) && !isToken && !FILE_ENDING.test(text)
      ? found('domain', 0.85)
      : []
  },
  ({ text, single }) => (single && isEmail(text) ? found('email', 0.99) : []),
  listOf('emails', 0.97, /[\s,;]+/, isEmail),
  listOf('emails', 0.97, /\s*[,;\n]\s*/, isEmail),
  ({ lines }) =>
    lines.every((line) => /^(?:from|to|cc|bcc|reply-to|sender):.*[\w.+-]@[\w-]+\.\w/i.test(line))
      ? found('emails', lines.length > 1 || /,/.test(lines[0] ?? '') ? 0.97 : 0.7)
      : [],
  ({ text }) => {
    const said = text.slice(0, LISTED_CHARS)
    // Addresses and numbers among words: less sure than a list of them, as the text is also one to read.
    if (!/\p{L}\s+\p{L}/u.test(said) || /^\s*[<[{#$]|[={}]|^BEGIN:/.test(said)) return []
    return [
      ...(/(?:^|[\s(<"':,])[\w.+-]+@(?:[\w-]+\.)+[a-z]{2,}/i.test(said) ? found('emails', 0.66) : []),
      ...(/(?:^|[\s(:,])\+\d[\d ().-]{6,16}\d(?!\d)/.test(said) ? found('phones', 0.64) : []),
    ]
  },
  valueOf('email', 0.66, /^mailto:[^\s@]+@[^\s@]+$/i),
  valueOf('phone', 0.66, /^tel:\+?[\d().-]{7,20}$/i),
  listOf('urls', 0.97, /[\s,;]+/, (one) => /^https?:\/\/\S+$/i.test(one)),
  ({ text }) => {
    const said = text.slice(0, 4_000)
    return /\s/.test(text) &&
      (said.match(/https?:\/\/\S/gi)?.length ?? 0) > 1 &&
      !/^\s*[<[{#$]|]\(|\n\s*[-*] |[={}]/.test(said)
      ? found('urls', 0.8)
      : []
  },
  ({ text, single }) =>
    single && isAddress(text) ? (text.includes('/') ? found('cidr', 0.99) : found('ip', 0.98)) : [],
  listOf('ips', 0.97, /\s*[,;\n]\s*|\s+/, isAddress),
  ({ text, single }) => {
    if (!single) return []
    if (/^(?:Mozilla|Opera)\/\d/.test(text)) return found('user-agent', 0.99)
    const product = /^[A-Za-z][\w.+-]*\/v?\d[\w.+-]*(?: (?:\([^()]*\)|[A-Za-z][\w.+-]*(?:\/[\w.+-]+)?))*$/
    return text.length < 500 && product.test(text) ? found('user-agent', 0.9) : []
  },
  ({ text, single }) => {
    const digits = text.replaceAll(/\D/g, '').length
    if (!single || digits < 7 || digits > 17) return []
    if (/^\+\d[\d\s().\-/]{5,22}\d(?:\s*(?:ext\.?|x)\s*\d{1,6})?$/i.test(text)) return found('phone', 0.97)
    // As they are dialled from abroad and within North America.
    if (/^(?:00\s?[1-9]\d{0,2}[\s(][\d\s()-]{5,20}\d|1[-. ]\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4})$/.test(text))
      return found('phone', 0.95)
    const grouped =
      /^(?:\(?\d{2,5}\)?[\s./-]{1,2}\d{2,5}(?:[\s.-]\d{2,5}){0,3}|(?:\(0\d{1,4}\)|0\d{1,4})[\s./-]{1,3}\d{5,8})(?:\s*(?:ext\.?|x)\s*\d{1,6})?$/i
    // A date or a version has such groups too.
    return grouped.test(text) && !/^\d{4}[-/.]\d\d?[-/.]\d\d?$|^\d\d?[/.]\d\d?[/.]\d{2,4}$/.test(text)
      ? found('phone', /^[(0]/.test(text) ? 0.94 : 0.86)
      : []
  },
]

function isEmail(text: string): boolean {
  const named = /^(?:"?[^<>@"]{1,80}"? ?)?<([^<>]+)>$/.exec(text)
  return EMAIL.test(named?.[1] ?? text)
}

/** Recognises several values of a kind. */
function listOf(
  kind: ContentKind,
  confidence: number,
  between: RegExp,
  isOne: (text: string) => boolean,
): Recogniser {
  return ({ text }) => {
    const all = text.slice(0, LISTED_CHARS).split(between).filter(Boolean)
    const whole = text.length > LISTED_CHARS ? all.slice(0, -1) : all
    return whole.length > 1 && whole.every(isOne) ? found(kind, confidence) : []
  }
}

/** An IP address, or a range of them. */
function isAddress(text: string): boolean {
  const [address = '', prefix, more] = text.split('/')
  if (more !== undefined || !(IPV4.test(address) || isIpv6(address))) return false
  return prefix === undefined || /^\d{1,3}$/.test(prefix)
}

function isIpv6(text: string): boolean {
  if (!/^[\da-f:]+(?:%\w+)?$/i.test(text.replace(/(?:\d{1,3}\.){3}\d{1,3}$/, '0:0'))) return false
  const groups = text.replace(/%\w+$/, '').split(':')
  const short = text.includes('::')
  return groups.length >= 3 && (short ? groups.length <= 9 : groups.length === 8 || text.includes('.'))
}

const times: readonly Recogniser[] = [
  valueOf('timestamp', 0.97, /^1\d{9}(?:\d{3})?$/),
  valueOf('timestamp', 0.93, /^(?:1\d{15}|1\d{18}|[2-9]\d{9}|[2-9]\d{8}|1\d{9}\.\d{1,9})$/),
  valueOf(
    'date',
    0.98,
    /^[+-]?\d{4}-(?:\d\d-\d\d|W\d\d(?:-\d)?|\d{3})(?:[T ]\d\d:?\d\d(?::?\d\d(?:[.,]\d+)?)?)?\s?(?:Z|[+-]\d\d:?(?:\d\d)?)?(?:\[[\w/+-]+\])?$/i,
  ),
  valueOf('date', 0.9, /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])T\d{6}Z?$/),
  valueOf('date', 0.86, /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/),
  ({ text, single }) =>
    single && text.length < 80 && isWrittenDate(text) ? found('written-date', 0.93) : [],
  valueOf(
    'written-date',
    0.92,
    /^(?:at )?(?:\d{1,2}(?::\d\d)? ?[ap]m|\d{1,2}:\d\d(?= [A-Z]))(?: [A-Z]{2,4}T?)?$/i,
  ),
  // Surer than that it is a version.
  valueOf('written-date', 0.99, /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d$/),
  valueOf(
    'timezone',
    0.98,
    /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific|Etc)\/[A-Za-z_+\-\d]+(?:\/[A-Za-z_]+)?$/,
  ),
  valueOf('timezone', 0.85, /^(?:UTC|GMT)$/),
  valueOf('cron', 0.98, /^@(?:hourly|daily|midnight|weekly|monthly|yearly|annually|reboot)$/i),
  ({ text, single }) => {
    const fields = text.split(/\s+/)
    if (!single || fields.length < 5 || fields.length > 7) return []
    const one =
      '(?:[*?]|L|LW|\\d{1,4}[LW]?|MON|TUE|WED|THU|FRI|SAT|SUN|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)'
    const part = new RegExp(`^${one}(?:[-#/,]${one})*$`, 'i')
    return fields.every((field) => part.test(field)) && /[*/?,-]/.test(text) ? found('cron', 0.98) : []
  },
  valueOf('rrule', 0.99, /^(?:RRULE:)?FREQ=[A-Z]+LY\b[\w=;,:+-]*$/i),
]

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?'
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?'
const WRITTEN_DATES = [
  new RegExp(
    `^(?:${WEEKDAY},? )?(?:the )?\\d{1,2}(?:st|nd|rd|th)?(?: of)?[ -]${MONTH},?(?:[ -]\\d{2,4})?(?:,? .{0,30})?$`,
    'i',
  ),
  // As long as JavaScript writes a date, with the name of its zone.
  new RegExp(`^(?:${WEEKDAY},? )?${MONTH} \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?(?:,? .{0,60})?$`, 'i'),
  new RegExp(`^(?:next|last|this|on) (?:${WEEKDAY}|week|month|year)\\b.{0,30}$`, 'i'),
  /^(?:today|tomorrow|yesterday|tonight|(?:the )?day (?:after tomorrow|before yesterday))\b.{0,30}$/i,
  /^(?:in )?(?:an?|\d+|two|three) (?:minute|hour|day|week|month|year)s?(?: ago| from now|(?<=^in .*))$/i,
  /^(?:\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|(?:19|20)\d\d\/\d{1,2}\/\d{1,2})(?:,? \d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?)?$/i,
]

function isWrittenDate(text: string): boolean {
  return WRITTEN_DATES.some((pattern) => pattern.test(text))
}

const names: readonly Recogniser[] = [
  valueOf('json-path', 0.93, /^\$(?:(?:\.\.?(?:[\p{L}_][\p{L}\d_]*|\*)|\.?\[[^\]]+\]|\.\.)+)$/u),
  // camelCase, snake_case and SCREAMING_CASE, which prose has none of.
  valueOf(
    'identifier',
    0.6,
    /^(?:[a-z]+\d*(?:[A-Z][a-z\d]+)+|[a-z\d]+(?:_[a-z\d]+)+|[A-Z\d]+(?:_[A-Z\d]+)+|[a-z]+(?:-[a-z\d]+){2,5})$/,
  ),
  valueOf('uuid', 0.99, /^(?:urn:uuid:)?\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i),
  valueOf('ulid', 0.97, /^[0-7](?=[a-z]*\d)[\da-hjkmnp-tv-z]{25}$/i),
  valueOf('colour', 0.97, /^#(?:[\da-f]{6}|[\da-f]{8})$/i),
  valueOf('colour', 0.9, /^(?:#[\da-f]{3,4}|0x[\da-f]{6})$/i),
  valueOf('colour', 0.98, /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]{3,80}\)$/i),
  valueOf(
    'semver',
    0.98,
    /^v?(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[\da-z.-]+)?(?:\+[\da-z.-]+)?$/i,
  ),
  valueOf('semver-range', 0.97, /^(?:[\^~]|~> ?)v?\d+(?:\.(?:\d+|[x*])){0,2}(?:-[\w.-]+)?(?:\s*\|\|.*)?$/i),
  valueOf(
    'semver-range',
    0.95,
    /^(?:[<>]=?|=)\s?v?\d+(?:\.\d+){0,2}(?:-[\w.-]+)?(?:\s+(?:[<>]=?)\s?v?\d+(?:\.\d+){0,2}(?:-[\w.-]+)?)?(?:\s*\|\|.*)?$/,
  ),
  valueOf(
    'semver-range',
    0.93,
    /^(?:v?\d+(?:\.\d+)?\.[x*](?:\.[x*])?(?:\s*\|\|.*)?|v?\d+(?:\.\d+){1,2}\s+-\s+v?\d+(?:\.\d+){1,2})$/i,
  ),
  ({ text, single }) => {
    if (!single || !/^[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}$/i.test(text)) return []
    return found('iban', isIban(text.replaceAll(' ', '').toUpperCase()) ? 0.99 : 0.6)
  },
  ({ text, single }) => {
    const bic = /^(?:BIC|SWIFT)(?:[ /-]?(?:BIC|SWIFT|code))*:? ?([A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?)$/i.exec(
      text,
    )?.[1]
    return single && bic ? [{ kind: 'iban', confidence: 0.97, part: bic }] : []
  },
  ({ text, single }) => {
    const part = /^(?:ISBN|EAN|GTIN|UPC)(?:-?\d{1,2})?:? (\d[\d -]{6,16}\d)$/i.exec(text)?.[1]
    return single && part && symbologyOf(part.replaceAll(/\D/g, ''))
      ? [{ kind: 'barcode', confidence: 0.98, part }]
      : []
  },
  ({ text, single }) => {
    const digits = single && /^\d[\d -]{6,16}\d$/.test(text) ? text.replaceAll(/\D/g, '') : ''
    if (!symbologyOf(digits)) return []
    return found('barcode', /^97[89]/.test(digits) ? 0.97 : digits.length === 13 ? 0.86 : 0.45)
  },
  ({ text, single }) => {
    if (!single || !/^[2-6]\d(?:[ -]?\d){10,17}$/.test(text)) return []
    return passesLuhn(text.replaceAll(/\D/g, '')) ? found('card', /[ -]/.test(text) ? 0.99 : 0.95) : []
  },
]

// ISO 13616: the digits, with letters as numbers from 10, leave 1 when divided by 97.
function isIban(text: string): boolean {
  let rest = 0
  for (const sign of text.slice(4) + text.slice(0, 4))
    rest = Number(`${rest}${Number.parseInt(sign, 36)}`) % 97
  return rest === 1
}

const SYMBOLOGIES: Readonly<Record<number, string>> = { 8: 'ean8', 12: 'upca', 13: 'ean13' }

/** The kind of barcode that an article number has, if its last digit is right; null for other digits. */
export function symbologyOf(digits: string): string | null {
  const sum = Array.from(digits, Number)
    .reverse()
    .reduce((all, digit, at) => all + digit * (at % 2 === 0 ? 1 : 3), 0)
  return sum > 0 && sum % 10 === 0 ? (SYMBOLOGIES[digits.length] ?? null) : null
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const FUNCTIONS = /\b(?:sqrt|sin|cos|tan|log|exp|abs|round|min|max|pow)\s*\(/i

const sums: readonly Recogniser[] = [
  ({ text, single }) => {
    if (!single || text.length > 1_000) return []
    if (
      /^[\d.]+ ?[a-zµ°Ω][\wµ°Ω/^ ]{0,24} (?:to|in) [a-zµ°Ω][\wµ°Ω/^]{0,20}$|^[\d.]+ ?% of \d[\d.]*$/i.test(
        text,
      )
    )
      return found('expression', 0.94)
    const bare = text
      .replaceAll(new RegExp(FUNCTIONS, 'gi'), '(')
      .replaceAll(/\b(?:pi|tau|e|mod|phi)\b/gi, '1')
      .replaceAll(/\b(\d+)e[+-]?\d+\b/gi, '$1')
    // A schedule has such signs, too, but no sum begins with one or has two beside each other.
    if (/^[*/]|[*/^%] +[*/^%]/.test(bare)) return []
    if (!/\d/.test(bare) || !/^[\d\s().,+\-*/^%!×÷]+$/.test(bare) || /\d\.\d+\.\d/.test(bare)) return []
    if (FUNCTIONS.test(text)) return found('expression', 0.96)
    return /[\d)]\s*[+\-*/^%×÷]\s*[\d(.-]|\d!/.test(bare)
      ? found('expression', /\s|[*^()+%]/.test(text) ? 0.92 : 0.7)
      : []
  },
  ({ text }) => {
    const listed = text.slice(0, 4_000)
    if (!/^[\d\s.,;+\-eE]+$/.test(listed)) return []
    const all = listed.split(/\s*[,;\n]\s*|\s+/).filter(Boolean)
    const ready = text.length > 4_000 ? all.slice(0, -1) : all
    if (ready.length < 3 || !ready.every((one) => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(one)))
      return []
    if (/[,;\n]/.test(listed)) return found('numbers', 0.93)
    return ready.every((one) => !/^0\d/.test(one)) && ready.length > 3
      ? found('numbers', 0.9)
      : found('numbers', 0.5)
  },
]

/** Recognises texts that are one value, such as an address or a date. */
export const VALUE_KINDS: readonly Recogniser[] = [...network, ...times, ...names, ...sums]
