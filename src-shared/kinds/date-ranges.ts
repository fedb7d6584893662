import { found, type Recogniser } from './recogniser.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const BETWEEN = /\s+(?:to|until|till|through|bis|and|[-–—→]|->)\s+|\s*[–—→…]\s*|\s*\/(?=\d{4}-)|\.\./

/** A day as `2026-12-03`, of one in that form, in words, or by numbers with points; null for any other text. */
function dayOf(text: string, year?: string): string | null {
  const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ][\d:.]+Z?)?$/.exec(text)
  if (iso) return text.slice(0, 10)
  const pointed = /^(\d{1,2})\.(\d{1,2})\.(\d{4})?$/.exec(text)
  if (pointed) return isoDay(pointed[3] ?? year, Number(pointed[2]), Number(pointed[1]))
  const named =
    /^(?:[a-z]{3,9},? )?(?<day>\d{1,2})(?:st|nd|rd|th)?\.? (?<month>[a-z]{3,9})\.?,?(?: (?<year>\d{4}))?$/i.exec(
      text,
    ) ??
    /^(?:[a-z]{3,9},? )?(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\d{4}))?$/i.exec(
      text,
    )
  if (!named?.groups) return null
  const { day, month = '', year: own = year } = named.groups
  return isoDay(own, MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1, Number(day))
}

function isoDay(year: string | undefined, month: number, day: number): string | null {
  if (year === undefined || month < 1 || month > 12 || day < 1 || day > 31) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The two days of a text such as `3 Dec 2026 – 7 Jan 2027`; null for any other. */
export function daysIn(text: string): { readonly from: string; readonly to: string } | null {
  const [first, last, more] = text.replace(/^(?:from|between|von) /i, '').split(BETWEEN)
  if (first === undefined || last === undefined || more !== undefined) return null
  const year = /\b\d{4}\b/.exec(last)?.[0]
  // "3 – 7 January" has the month of both in the last.
  const whole = /^\d{1,2}\.?$/.test(first)
    ? last.replace(/\d{1,2}/, Number.parseInt(first, 10).toString())
    : first
  const [from, to] = [dayOf(whole, year), dayOf(last)]
  return from !== null && to !== null ? { from, to } : null
}

/** Recognises two days with the time between them. */
export const DATE_RANGE_KINDS: readonly Recogniser[] = [
  ({ text, single }) => (single && text.length < 80 && daysIn(text) ? found('date-range', 0.96) : []),
]
