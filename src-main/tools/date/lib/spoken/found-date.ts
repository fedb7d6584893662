import { ParsingComponents, type ParsedComponents, type ParsedResult } from 'chrono-node'

/** Words of several languages that say nothing of a date. */
const FILLERS =
  /\b(?:on|at|the|by|due|until|in|from|meeting|date|is|and|please|um|am|den|der|vom|a|dia|día|le|el|la|il|o|op|de)\b/giu
const HAN_NUMERAL = /[〇零一二三四五六七八九十]/u
/** Of scripts that have spaces between words. */
const SPACED_LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}]/u
const DAY_MS = 86_400_000
const MOST_YEARS = 12
/** Ahead, a year is looked for first within these days. */
const SOON_DAYS = 2 * 366
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** Words of what is over, in the languages of the reader. */
const OVER =
  /(?<!\p{L})(?:last|past|previous|letzt\p{L}*|vorig\p{L}*|vergangen\p{L}*|derni[eè]re?s?|passée?|pasad[oa]s?|últim[oa]s?|scors[oa]|passad[oa]s?|afgelopen|прошл\p{L}*|минул\p{L}*|förra|senaste)(?!\p{L})|[先昨去]|上(?:个|個)?(?:周|週|星期|月)/iu

/** Whether words of a date say that it is over, so that it is not the next one, whatever else is meant. */
export function isOver(words: string): boolean {
  return OVER.test(words.normalize('NFC'))
}

/**
 * Whether what was found is only a part of a number, of a word or of a date in numbers: `1/04` of `21/04/16`, `fr` of
 * the Swedish `från`.
 */
export function isPartOfMore({ index, text }: ParsedResult, words: string): boolean {
  const [before, after] = [words.slice(0, index), words.slice(index + text.length)]
  const isDay = /\d[/]\d{1,2}$/.test(text) && /^[/]\d/.test(after)
  const isWord = SPACED_LETTER.test(text.at(-1) ?? '') && SPACED_LETTER.test(after[0] ?? '')
  const signs = [/\d/, HAN_NUMERAL, SPACED_LETTER]
  return isDay || isWord || signs.some((sign) => sign.test(text[0] ?? '') && sign.test(before.at(-1) ?? ''))
}

/** What is left of a text beside the part that was read as a date: words and numbers, without filler words. */
export function unreadPart(text: string, matched: string): string {
  const rest = text
    .replace(matched, ' ')
    .replace(FILLERS, ' ')
    .replace(/[^\p{L}\p{N}:/.-]+/gu, ' ')
  return rest.replace(/(?<![\p{L}\p{N}])[:/.-]+|[:/.-]+(?![\p{L}\p{N}])/gu, ' ').trim()
}

/**
 * Makes a day that is named with its weekday, but without its year, one of the nearest year in which it is one.
 * @param today the day of the reference, in milliseconds as if in UTC
 * @returns a sentence about it, or about a date of another weekday; null if there is nothing to say
 */
export function setYearOfWeekday({ start }: ParsedResult, today: number, forward: boolean): string | null {
  const weekday = start.get('weekday')
  const isNamed = start.isCertain('weekday') && start.isCertain('day') && start.isCertain('month')
  if (!isNamed || weekday === null) return null
  const [year, month, day] = [part(start, 'year'), part(start, 'month'), part(start, 'day')]
  if (weekdayOf(year, month, day) === weekday) return null
  const written = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (start.isCertain('year'))
    return `${written} is a ${WEEKDAYS[weekdayOf(year, month, day)]}, not a ${WEEKDAYS[weekday]}`
  const now = new Date(today).getUTCFullYear()
  const near = Array.from({ length: 2 * MOST_YEARS + 1 }, (_, at) => now - MOST_YEARS + at)
    .filter((one) => weekdayOf(one, month, day) === weekday)
    .map((one) => ({ year: one, days: (Date.UTC(one, month - 1, day) - today) / DAY_MS }))
    .toSorted((one, other) => Math.abs(one.days) - Math.abs(other.days))
  const ahead = near.find(({ days }) => days >= 0 && days <= SOON_DAYS)
  const chosen = (forward ? ahead : undefined) ?? near[0]
  if (!chosen || !(start instanceof ParsingComponents)) return null
  start.assign('year', chosen.year)
  return `${chosen.year} is the nearest year in which this day is a ${WEEKDAYS[weekday]}`
}

function part(parts: ParsedComponents, name: 'year' | 'month' | 'day'): number {
  return parts.get(name) ?? 0
}

// A day that a month lacks is of no weekday.
function weekdayOf(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 ? date.getUTCDay() : -1
}
