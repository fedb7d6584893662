import { dayMeant, isoOf, type Reference } from '../year-meant.ts'

const DAY_MS = 86_400_000
/** Days of fixed date, as month and day. */
const FEASTS: readonly (readonly [RegExp, string])[] = [
  [/\bchristmas eve\b/i, '12-24'],
  [/\b(?:christmas(?: day)?|xmas)\b/i, '12-25'],
  [/\bboxing day\b/i, '12-26'],
  [/\bnew year['’]?s eve\b/i, '12-31'],
  [/\bnew year['’]?s(?: day)?\b/i, '01-01'],
  [/\b(?:(?:st\.?|saint) )?valentine(?:['’]?s(?: day)?| day)\b/i, '02-14'],
  [/\bhalloween\b/i, '10-31'],
  [/\b(?:st\.?|saint) pat(?:rick|dy|ty)['’]?s(?: day)?\b/i, '03-17'],
  [/\bpaddy['’]?s day\b/i, '03-17'],
  [/\b(?:earth day)\b/i, '04-22'],
  [/\ball saints['’]? day\b/i, '11-01'],
  [/\ball souls['’]? day\b/i, '11-02'],
  [/\bguy fawkes(?: night| day)?\b/i, '11-05'],
  [/\bgroundhog day\b/i, '02-02'],
  [/\bcinco de mayo\b/i, '05-05'],
  [/\bbastille day\b/i, '07-14'],
  [/\bapril fools?['’]?s?(?: day)?\b/i, '04-01'],
  [/\banzac day\b/i, '04-25'],
  [/\bindependence day\b/i, '07-04'],
  [/\bjuneteenth\b/i, '06-19'],
  [/\bveterans['’]? day\b/i, '11-11'],
]
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const COUNT = `(an?|${NUMBERS.join('|')}|\\d{1,4})`
const NEAR_DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const FROM_A_DAY = new RegExp(
  `\\b${COUNT} (day|week|month|year)s? (from|after|before) (yesterday|today|tomorrow)\\b`,
  'gi',
)
const EDGE = /\b(?:the )?(beginning|start|end) of (?:(the|this|next|last) )?(month|year)\b/gi
const HOURS_AND_A_HALF = new RegExp(`\\b${COUNT} hours? and a half\\b`, 'gi')
const AND_A_HALF_HOURS = new RegExp(`\\b${COUNT} and a half hours\\b`, 'gi')
const OCLOCK =
  /\b(\d{1,2}) o['’]clock (today|tomorrow|yesterday|this|(?:on )?(?:next |last )?[a-z]+day) (morning|afternoon|evening|night)\b/gi
const DAY_ALONE = /^\s*(?:on )?the (\d{1,2})(?:st|nd|rd|th)(?: of (this|next|last) month)?\s*$/i

/**
 * English names for days that the reader of dates lacks, as dates: feasts of fixed date, the ends of months and
 * years, days counted from tomorrow, the 15th; and hours with halves or a time of day.
 */
export function withNamedDays(text: string, reference: Reference): string {
  const now = new Date(reference.today)
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  return withFeasts(text, reference)
    .replace(DAY_ALONE, (phrase, number: string, which = 'this') => {
      // Ahead, the first of a month that has begun is that of the next one.
      const isPast = reference.forward && which === 'this' && Number(number) < day
      const at = month + (isPast ? 1 : shiftOf(String(which)))
      const date = new Date(Date.UTC(year, at, Number(number)))
      // The 31st of a month that has none stays as it is, and is refused.
      return date.getUTCDate() === Number(number) ? isoOf(date.getTime()) : phrase
    })
    .replace(FROM_A_DAY, (_, count: string, unit: string, side: string, from: string) => {
      const steps = numberOf(count) * (side.toLowerCase() === 'before' ? -1 : 1)
      const start = day + NEAR_DAYS[from.toLowerCase()]!
      if (/^day|^week/i.test(unit))
        return isoOf(Date.UTC(year, month, start + steps * (/^w/i.test(unit) ? 7 : 1)))
      return monthsOn(year, month, start, steps * (/^y/i.test(unit) ? 12 : 1))
    })
    .replace(EDGE, (_, edge: string, which = 'this', unit: string) => {
      const shift = shiftOf(String(which)) + (/^end/i.test(edge) ? 1 : 0)
      const first = /^y/i.test(unit) ? Date.UTC(year + shift, 0, 1) : Date.UTC(year, month + shift, 1)
      return isoOf(first - (/^end/i.test(edge) ? DAY_MS : 0))
    })
    .replace(HOURS_AND_A_HALF, (_, count: string) => `${numberOf(count) * 60 + 30} minutes`)
    .replace(AND_A_HALF_HOURS, (_, count: string) => `${numberOf(count) * 60 + 30} minutes`)
    .replace(OCLOCK, (phrase, hour: string, which: string, part: string) => {
      const number = Number(hour)
      if (number < 1 || number > 12) return phrase
      const named = which.toLowerCase() === 'this' ? 'today' : which
      return `${named} at ${number} ${/morning/i.test(part) ? 'am' : 'pm'}`
    })
}

function withFeasts(text: string, reference: Reference): string {
  for (const [name, date] of FEASTS) {
    const found = new RegExp(`${name.source}(?:,? (?:of |in )?(\\d{4}))?(?!['’\\w])`, 'i')
    const dayIn = (year: number) => Date.parse(`${year}-${date}T00:00:00Z`)
    if (found.test(text))
      return text.replace(found, (phrase, named?: string) => {
        if (named !== undefined) return `${named}-${date}`
        const day = dayMeant(dayIn, reference)
        return day === null ? phrase : isoOf(day)
      })
  }
  return text
}

function shiftOf(which: string): number {
  return { next: 1, last: -1 }[which.toLowerCase()] ?? 0
}

function numberOf(count: string): number {
  if (/^an?$/i.test(count)) return 1
  const named = NUMBERS.indexOf(count.toLowerCase())
  return named === -1 ? Number(count) : named
}

// 31 January and a month is the last day of February.
function monthsOn(year: number, month: number, day: number, months: number): string {
  const from = new Date(Date.UTC(year, month, day))
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  return isoOf(first + (Math.min(from.getUTCDate(), last) - 1) * DAY_MS)
}
