import { isIP } from 'node:net'
import { findEmails, findPhones, findUrls, type Span } from './text-spans.ts'

/** Kinds of personal data, those that say most of a person first: where two overlap, the first names both. */
export const PII_KINDS = [
  'credit_card',
  'iban',
  'us_ssn',
  'email',
  'phone',
  'ip_address',
  'mac_address',
  'url',
] as const
export type PiiKind = (typeof PII_KINDS)[number]

export interface PiiSpan extends Span {
  readonly kind: PiiKind
}

/** What people, and programs that lay text out, put between the groups of a number. */
const GAP = String.raw`[ \-\u00a0\u2007\u2009-\u200d\u2010\u2011\u202f]`
const CARD = new RegExp(String.raw`(?<!\d)\d(?:${GAP}?\d){11,18}(?!\d)`, 'g')
const IBAN = new RegExp(
  String.raw`(?<![A-Za-z0-9])[A-Za-z]{2}${GAP}?\d${GAP}?\d(?:${GAP}?[A-Za-z0-9]){11,30}`,
  'g',
)
// SSA: no area 000, 666 or 9xx, no group 00, no serial 0000.
const SSN = new RegExp(
  String.raw`(?<![\d-])(?!000|666|9)\d{3}(?:${GAP}|\.)(?!00)\d{2}(?:${GAP}|\.)(?!0000)\d{4}(?![\d-])`,
  'g',
)
const IP =
  /(?<![\w:.])(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F:]{2,39}(?:\d{1,3}(?:\.\d{1,3}){3})?)(?![\w:]|\.\d)/g
const MAC = /(?<![\da-fA-F:-])[\da-fA-F]{2}([:-])(?:[\da-fA-F]{2}\1){4}[\da-fA-F]{2}(?![\da-fA-F:-])/g

type Finder = (text: string, country: string | undefined) => Promise<readonly Span[]> | readonly Span[]

const FINDERS: Readonly<Record<PiiKind, Finder>> = {
  credit_card: async (text) => {
    const { default: cards } = await import('card-validator')
    return matchesOf(text, CARD, (found) => cards.number(digitsOf(found)).isValid)
  },
  iban: ibansIn,
  us_ssn: (text) => matchesOf(text, SSN, () => true),
  email: (text) => findEmails(text),
  phone: (text, country) => findPhones(text, country),
  ip_address: (text) => matchesOf(text, IP, (found) => isIP(found) !== 0 && found !== '::'),
  mac_address: (text) => matchesOf(text, MAC, () => true),
  url: (text) => findUrls(text),
}

/**
 * Where a text names a person or a thing of theirs. Stretches that overlap are one, so that no end of any is left.
 * @param country whose phone numbers are written without a country code
 */
export async function findPii(
  text: string,
  kinds: readonly PiiKind[],
  country: string | undefined,
): Promise<PiiSpan[]> {
  const plain = narrowed(text)
  const spans: PiiSpan[] = []
  for (const kind of PII_KINDS.filter((one) => kinds.includes(one))) {
    for (const { start, end } of await FINDERS[kind](plain, country)) spans.push({ kind, start, end })
  }
  return withoutOverlaps(spans)
}

// An IBAN in running text may be followed by a word, which its pattern takes for more of it.
async function ibansIn(text: string): Promise<Span[]> {
  const { isValidIBAN } = await import('ibantools')
  return Array.from(text.matchAll(IBAN)).flatMap((match) => {
    for (let end = match[0].length; end >= 15; end--) {
      const candidate = match[0].slice(0, end)
      if (isValidIBAN(candidate.replace(/[^A-Za-z0-9]/g, '').toUpperCase()))
        return [{ start: match.index, end: match.index + end }]
    }
    return []
  })
}

function matchesOf(text: string, pattern: RegExp, isReal: (found: string) => boolean): Span[] {
  return Array.from(text.matchAll(pattern))
    .filter(([found]) => isReal(found))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** Full-width signs as plain ones: each is one UTF-16 unit in both, so places stay what they are. */
function narrowed(text: string): string {
  return text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
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
