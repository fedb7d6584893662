import * as chrono from 'chrono-node'
import { isoTime } from '../date-fields.ts'
import type { Disambiguation } from '../local-time.ts'
import { instantOf, toLocalTime } from '../local-time.ts'
import { isOver, isPartOfMore, setYearOfWeekday, unreadPart } from './found-date.ts'
import { withMonthDates } from './languages/month-dates.ts'
import { withTimesOfDates } from './languages/numbered-days.ts'
import { inDatesAndHours } from './languages/plain-words.ts'
import { countedFromNow } from './languages/relative-words.ts'
import { swedishReader } from './languages/swedish-reader.ts'
import { inPlainWords } from './english/spoken-phrases.ts'
import { InvalidInput } from '../../../../tool-kit/tool-context.ts'
import { offsetsOf, readMoment, sideOf, utcOf, zoneOf, type NamedZone } from '../zoned-time.ts'

const READERS = {
  en: chrono.en.casual,
  'en-GB': chrono.en.GB,
  de: chrono.de.casual,
  es: chrono.es.casual,
  fr: chrono.fr.casual,
  it: chrono.it.casual,
  ja: chrono.ja.casual,
  nl: chrono.nl.casual,
  pt: chrono.pt.casual,
  ru: chrono.ru.casual,
  sv: swedishReader(),
  uk: chrono.uk.casual,
  zh: chrono.zh.casual,
}

export interface SpokenDate {
  readonly text: string
  readonly zone: string
  readonly reference?: string | undefined
  readonly locale: keyof typeof READERS
  readonly forward: boolean
  readonly disambiguation: Disambiguation
}

interface Reading {
  readonly instant: number
  readonly time_known: boolean
  readonly note: string | null
}

const NUMBERS_ONLY = /^\D*(\d{1,2})[/.-](\d{1,2})[/.-]\d{2,4}/

/**
 * Parses a date in words or in ISO 8601.
 * @param now milliseconds since 1970, for calls without a reference
 * @throws InvalidInput if the text contains no date
 */
export function readSpokenDate(given: SpokenDate, now: number) {
  const named = zoneIn(given.text)
  const spoken = named === null ? given : { ...given, ...named }
  const zone = zoneOf('zone', spoken.zone)
  const reference = spoken.reference
    ? readMoment({ time: spoken.reference, zone: spoken.zone, timeField: 'reference' }).instant
    : now
  const read = readUnix(spoken.text) ?? readText(spoken, reference, zone)
  const notes = [
    read.start.note,
    read.end?.note ?? null,
    ambiguityOf(spoken),
    shortYearIn(read.matched, spoken.locale),
    read.weekday,
    read.unread,
    named === null ? null : `The zone ${zone.name} was taken from the text`,
  ]
  return {
    start: written(read.start, zone),
    end: read.end === null ? null : written(read.end, zone),
    matched: named !== null && read.unread === null ? given.text.trim() : read.matched,
    zone: zone.name,
    reference: utcOf(reference),
    notes: notes.filter((note) => note !== null),
  }
}

function readText(spoken: SpokenDate, reference: number, zone: NamedZone) {
  const iso = isoTime.safeParse(spoken.text.trim()).data
  return iso === undefined ? readWords(spoken, reference, zone) : readIso(iso, spoken)
}

// A name of the tz database with a slash at the end of a text, such as Europe/Berlin.
function zoneIn(text: string): { readonly text: string; readonly zone: string } | null {
  const [all, before = '', zone = ''] =
    /^(.*\S)\s+\(?([A-Z][A-Za-z_-]+(?:\/[A-Z][A-Za-z_-]+){1,2})\)?\s*$/s.exec(text) ?? []
  return all !== undefined && isZone(zone) ? { text: before, zone } : null
}

function isZone(name: string): boolean {
  try {
    return zoneOf('text', name).name !== ''
  } catch (error) {
    if (error instanceof InvalidInput) return false
    throw error
  }
}

// Seconds or milliseconds since 1970, of now and the centuries around: 1735689599, @1735689599.
function readUnix(text: string) {
  const [all, at = '', digits = ''] = /^\s*(@?)(\d{10}|\d{13})\s*$/.exec(text) ?? []
  if (all === undefined) return null
  const isSeconds = digits.length === 10
  const instant = Number(digits) * (isSeconds ? 1_000 : 1)
  const note = `${at}${digits} was read as Unix time in ${isSeconds ? 'seconds' : 'milliseconds'}`
  const start: Reading = { instant, note, time_known: true }
  return { start, end: null, matched: text.trim(), weekday: null, unread: null }
}

function readIso(time: string, { text, zone, disambiguation }: SpokenDate) {
  const { instant, note } = readMoment({ time, zone, disambiguation, timeField: 'text' })
  const start: Reading = { instant, note, time_known: time.length > 10 }
  return { start, end: null, matched: text.trim(), weekday: null, unread: null }
}

function readWords(
  { text, locale, forward, disambiguation }: SpokenDate,
  reference: number,
  zone: NamedZone,
) {
  const minutes = offsetsOf(zone)(reference) / 60_000
  const instant = new Date(reference)
  const isEnglish = locale === 'en' || locale === 'en-GB'
  const today = reference + minutes * 60_000
  const counted = isEnglish ? null : countedFromNow(text, locale)
  const plain =
    counted ??
    (isEnglish ? inPlainWords(text, { today, forward }) : inDatesAndHours(text, locale, { today, forward }))
  const reader = READERS[counted === null ? locale : 'en']
  const parse = (words: string, forwardDate: boolean) =>
    reader
      .parse(words, { instant, timezone: minutes }, { forwardDate })
      .find((one) => !isPartOfMore(one, words))
  const { found, words } = bestOf(
    isEnglish || counted !== null
      ? [plain]
      : [plain, withTimesOfDates(withMonthDates(plain, locale, { today, forward }), locale)],
    (one) => {
      const near = parse(one, forward)
      // The reader takes `last Sunday` for the next one, too.
      return near && forward && isOver(near.text) ? parse(one, false) : near
    },
  )
  if (!found)
    throw new InvalidInput(
      'text',
      'The text contains no valid date; try ISO 8601, or set the locale of the text',
    )
  const local = reference + minutes * 60_000
  const weekday = setYearOfWeekday(found, local, forward)
  const toReading = (parts: chrono.ParsedComponents) => readingOf(parts, zone, disambiguation, local)
  return {
    weekday,
    start: toReading(found.start),
    end: found.end ? toReading(found.end) : null,
    // Of a text in other words the whole is shown, if it was read.
    matched: words !== text && unreadPart(words, found.text) === '' ? text.trim() : found.text,
    unread: noteOf(unreadPart(words, found.text), found.text),
  }
}

interface Candidate {
  readonly found: chrono.ParsedResult | undefined
  readonly words: string
  /** How much is left unread, and whether the day was not among what was read. */
  readonly left: number
}

// Of several ways to say the same, the one of which the least is left unread; of two, the one whose day was read: the
// reader takes the day of `marzo 3` for a year.
function bestOf(
  texts: readonly string[],
  parse: (text: string) => chrono.ParsedResult | undefined,
): Candidate {
  const candidates = [...new Set(texts)].map((words): Candidate => {
    const found = parse(words)
    if (!found) return { found, words, left: Infinity }
    const isVague = !found.start.isCertain('day') && !found.start.isCertain('weekday')
    return { found, words, left: unreadPart(words, found.text).length + (isVague ? 0.5 : 0) }
  })
  return candidates.toSorted((one, other) => one.left - other.left)[0]!
}

function noteOf(unread: string, matched: string): string | null {
  if (unread === '') return null
  return `Only ${JSON.stringify(matched)} was read as a date, and not ${JSON.stringify(unread.slice(0, 100).toWellFormed())}`
}

function readingOf(
  parts: chrono.ParsedComponents,
  zone: NamedZone,
  disambiguation: Disambiguation,
  localReference: number,
): Reading {
  const part = (name: chrono.Component) => parts.get(name) ?? 0
  const day = Date.UTC(part('year'), part('month') - 1, part('day'))
  const time = ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1_000 + part('millisecond')
  const offset = parts.get('timezoneOffset')
  // The offset is fixed if the text names one, or if it counts hours or smaller units from now.
  if (offset !== null && parts.isCertain('timezoneOffset'))
    return { instant: day + time - offset * 60_000, time_known: true, note: null }

  const time_known = parts.isCertain('hour') || !isFilledIn(part('hour'), part('minute'), localReference)
  const localMs = time_known || offset !== null ? day + time : day
  const found = toLocalTime(localMs, offsetsOf(zone))
  const instant = instantOf(found, disambiguation)
  const local = new Date(localMs).toISOString().slice(0, 16)
  if (instant === null)
    throw new InvalidInput(
      'text',
      `${local} does not occur exactly once in ${zone.name}; choose earlier or later`,
    )
  const what = found.occurs === 'skipped' ? 'does not occur' : 'occurs twice'
  const note =
    found.occurs === 'unique'
      ? null
      : `${local} ${what} in ${zone.name}, where clocks change; ${utcOf(instant)} is taken`
  return { instant, time_known, note }
}

// For a date without a time the library fills in noon, or the time of the reference.
function isFilledIn(hour: number, minute: number, localReference: number): boolean {
  const reference = new Date(localReference)
  return (
    (hour === 12 && minute === 0) ||
    (hour === reference.getUTCHours() && minute === reference.getUTCMinutes())
  )
}

function ambiguityOf({ text, locale }: SpokenDate): string | null {
  const [, first, second] = NUMBERS_ONLY.exec(text) ?? []
  if (first === undefined || first === second || Number(first) > 12 || Number(second) > 12) return null
  if (locale === 'en') return 'The month was read first; choose the locale en-GB to read the day first'
  return locale === 'en-GB' ? 'The day was read first; choose the locale en to read the month first' : null
}

// A month and what cannot be a day of it: March 32.
function shortYearIn(matched: string, locale: SpokenDate['locale']): string | null {
  const [, year] = /^\p{L}+\.? (3[2-9]|[4-9]\d)$/u.exec(matched) ?? []
  return year === undefined || !locale.startsWith('en')
    ? null
    : `${year} was read as a year; a day is a number from 1 to 31`
}

function written({ instant, time_known }: Reading, zone: NamedZone) {
  const { iso } = sideOf(instant, zone)
  return { iso, utc: utcOf(instant), unix_ms: instant, date: iso.slice(0, 10), time_known }
}
