import { isIP } from 'node:net'
import { PII_KINDS, type PiiKind } from '../../../../src-shared/rules/pii-kinds.ts'
import { seenText } from './seen-text.ts'
import { findEmails, findPhones, findUrls, type Span } from './text-spans.ts'

export interface PiiSpan extends Span {
  readonly kind: PiiKind
}

/** What people, and programs that format text, put between the groups of a number. */
const GAP = String.raw`[ \t.\u00b7\u2212\p{Pd}]`
const DIGIT_GROUPS = new RegExp(String.raw`\d+(?:${GAP}{1,3}\d+)*`, 'gu')
const CARD_DIGITS = { min: 12, max: 19 }
const IBAN_START = new RegExp(String.raw`(?<![A-Za-z0-9])[A-Za-z]{2}${GAP}?\d${GAP}?\d`, 'gu')
/** The longest possible IBAN, with a gap after each character. */
const MAX_IBAN_CHARS = 34 * 2
// SSA: no area 000, 666 or 9xx, no group 00, no serial 0000.
const SSN = new RegExp(
  String.raw`(?<!\d|\d\p{Pd})(?!000|666|9)\d{3}${GAP}(?!00)\d{2}${GAP}(?!0000)\d{4}(?!\d|\p{Pd}\d)`,
  'gu',
)
const IPV4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)/g
/**
 * Where a run of hexadecimal groups may start: not inside another, but after a word such as
 * `host:`.
 */
const HEX_START = String.raw`(?:(?<![\w:.-])|(?<=[g-zG-Z_]\w{0,20}[:-]))`
const IPV6 = new RegExp(
  String.raw`${HEX_START}[\da-fA-F:]{2,39}(?:\d{1,3}(?:\.\d{1,3}){3})?(?![\w:]|\.\d)`,
  'g',
)
// IEEE's pairs, and Cisco's groups of four.
const MAC = new RegExp(
  String.raw`${HEX_START}(?:[\da-fA-F]{2}([:.\p{Pd}])(?:[\da-fA-F]{2}\1){4}[\da-fA-F]{2}|` +
    String.raw`[\da-fA-F]{4}([:.\p{Pd}])[\da-fA-F]{4}\2[\da-fA-F]{4})(?![\da-fA-F:\p{Pd}]|\.[\da-fA-F])`,
  'gu',
)

// Numbers that no one has been given, as in many examples, are masked where they are written as phone numbers are.
const INTERNATIONAL = new RegExp(
  String.raw`(?<![\w+])\+\d{1,3}(?:${GAP}?(?:\(\d{1,4}\)|\d{2,4})){2,5}(?!\d|\p{Pd}\d)`,
  'gu',
)
const NORTH_AMERICAN = new RegExp(
  String.raw`(?<![\w+]|\d${GAP})(?:1${GAP})?(?:\(\d{3}\)${GAP}?|\d{3}[.\p{Pd}])\d{3}[.\p{Pd} ]\d{4}(?!\d|[.\p{Pd}]\d)`,
  'gu',
)
const FEWEST_DIGITS = 8

type Finder = (text: string, country: string | undefined) => Promise<readonly Span[]> | readonly Span[]

const FINDERS: Readonly<Record<PiiKind, Finder>> = {
  credit_card: cardsIn,
  iban: ibansIn,
  us_ssn: (text) => matchesOf(text, SSN, () => true),
  email: (text) => findEmails(text),
  phone: phonesIn,
  ip_address: (text) => [
    ...matchesOf(text, IPV4, (found) => isIP(found) === 4),
    ...matchesOf(text, IPV6, (found) => isIP(found) === 6 && found !== '::'),
  ],
  mac_address: (text) => matchesOf(text, MAC, () => true),
  url: (text) => findUrls(text),
}

/**
 * Finds the parts of a text that identify a person or something of theirs. Overlapping spans are
 * merged, so that no end of any remains.
 * @param country whose phone numbers are written without a country code
 */
export async function findPii(
  text: string,
  kinds: readonly PiiKind[],
  country: string | undefined,
): Promise<PiiSpan[]> {
  const { plain, placeOf } = seenText(text)
  const spans: PiiSpan[] = []
  for (const kind of PII_KINDS.filter((one) => kinds.includes(one))) {
    for (const { start, end } of await FINDERS[kind](plain, country))
      spans.push({ kind, start: placeOf(start), end: placeOf(end - 1) + 1 })
  }
  return withoutOverlaps(spans)
}

async function phonesIn(text: string, country: string | undefined): Promise<Span[]> {
  const { getCountryCallingCode } = await import('libphonenumber-js/max')
  const found = await findPhones(text, country)
  // A country that is not known was refused.
  const isNorthAmerican = country !== undefined && getCountryCallingCode(country as 'US') === '1'
  return [
    ...found,
    ...matchesOf(text, INTERNATIONAL, (number) => number.replaceAll(/\D/g, '').length >= FEWEST_DIGITS),
    ...(isNorthAmerican ? matchesOf(text, NORTH_AMERICAN, () => true) : []),
  ]
}

// An expiry date or another number may stand next to a card number, so each run of whole groups of
// digits is tried.
async function cardsIn(text: string): Promise<Span[]> {
  const { default: cards } = await import('card-validator')
  const isCard = (digits: string) => passesLuhn(digits) && cards.number(digits).isValid
  return Array.from(text.matchAll(DIGIT_GROUPS)).flatMap((row) => {
    const groups = Array.from(row[0].matchAll(/\d+/g), (group) => ({
      digits: group[0],
      start: row.index + group.index,
    }))
    return groups.flatMap((_, from) => {
      const end = cardEnd(groups, from, isCard)
      return end === null ? [] : [{ start: groups[from]!.start, end }]
    })
  })
}

// The library checks the checksum last, after the brand, but the checksum is what most runs of
// digits fail.
function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let at = digits.length - 1, odd = true; at >= 0; at--, odd = !odd) {
    const digit = digits.charCodeAt(at) - 48
    sum += odd ? digit : digit * 2 - (digit > 4 ? 9 : 0)
  }
  return sum % 10 === 0
}

/** The end of the longest card number that starts with this group; null if none does. */
function cardEnd(
  groups: readonly { readonly digits: string; readonly start: number }[],
  from: number,
  isCard: (digits: string) => boolean,
): number | null {
  let [digits, end]: [string, number | null] = ['', null]
  for (const group of groups.slice(from, from + CARD_DIGITS.max)) {
    digits += group.digits
    if (digits.length > CARD_DIGITS.max) break
    if (digits.length >= CARD_DIGITS.min && isCard(digits)) end = group.start + group.digits.length
  }
  return end
}

// The country determines the length of an IBAN; the text after it may look like more of it.
async function ibansIn(text: string): Promise<Span[]> {
  const { countrySpecs, isValidIBAN } = await import('ibantools')
  return Array.from(text.matchAll(IBAN_START)).flatMap(({ 0: found, index }) => {
    const country = found.slice(0, 2).toUpperCase()
    const length = Object.hasOwn(countrySpecs, country) ? countrySpecs[country]?.chars : null
    const end = length ? endOfSigns(text, index, length) : null
    if (end === null) return []
    const iban = text
      .slice(index, end)
      .replace(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
    return isValidIBAN(iban) ? [{ start: index, end }] : []
  })
}

/**
 * The end of this many letters and digits, with at most one gap between two; null if there are
 * fewer.
 */
function endOfSigns(text: string, start: number, count: number): number | null {
  const part = text.slice(start, start + MAX_IBAN_CHARS)
  const signs = new RegExp(
    String.raw`^[A-Za-z0-9](?:${GAP}?[A-Za-z0-9]){${count - 1}}(?![A-Za-z0-9])`,
    'u',
  ).exec(part)
  return signs ? start + signs[0].length : null
}

function matchesOf(text: string, pattern: RegExp, isReal: (found: string) => boolean): Span[] {
  return Array.from(text.matchAll(pattern))
    .filter(([found]) => isReal(found))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

function withoutOverlaps(spans: readonly PiiSpan[]): PiiSpan[] {
  const merged: PiiSpan[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (!last || span.start >= last.end) {
      merged.push(span)
      continue
    }
    const kind = PII_KINDS.indexOf(span.kind) < PII_KINDS.indexOf(last.kind) ? span.kind : last.kind
    merged[merged.length - 1] = { kind, start: last.start, end: Math.max(last.end, span.end) }
  }
  return merged
}
