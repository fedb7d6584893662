import type { DateTime, DateTimeFormatOptions } from 'luxon'

type Width = 'long' | 'short' | 'narrow'

// Without a day, some languages write another form of the name, or a number; some write the name only in a longer
// date.
const BESIDE_A_DAY: readonly DateTimeFormatOptions[] = [
  { day: 'numeric' },
  { day: 'numeric', year: 'numeric' },
  { day: 'numeric', year: 'numeric', weekday: 'long' },
]
// Intl has only the form beside a day of these.
const GREEK_MONTHS: Readonly<Record<string, readonly string[]>> = {
  long: 'Ιανουάριος Φεβρουάριος Μάρτιος Απρίλιος Μάιος Ιούνιος Ιούλιος Αύγουστος Σεπτέμβριος Οκτώβριος Νοέμβριος Δεκέμβριος'.split(
    ' ',
  ),
  short: 'Ιαν Φεβ Μάρ Απρ Μάι Ιούν Ιούλ Αύγ Σεπ Οκτ Νοέ Δεκ'.split(' '),
}
const DIGITS = /^\p{Nd}+$/u

/** The name of the month in a date: MMM, MMMM and MMMMM of UTS #35. */
export function monthName(time: DateTime, width: Width): string {
  if (width === 'narrow') return monthAlone(time, width)
  const found = BESIDE_A_DAY.map((options) => partOf(time, 'month', { ...options, month: width }))
  return found.find((name) => name !== '' && !DIGITS.test(name)) ?? monthAlone(time, width)
}

/** The name of the month by itself: LLL, LLLL and LLLLL. */
export function monthAlone(time: DateTime, width: Width): string {
  const greek = time.locale?.startsWith('el') ? GREEK_MONTHS[width]?.[time.month - 1] : undefined
  if (greek !== undefined) return greek
  const name = whole(time, { month: width })
  return width === 'short' && DIGITS.test(name) ? monthName(time, width) : name
}

/** The name of the weekday in a date: E, EEEE and EEEEE. */
export function weekdayName(time: DateTime, width: Width): string {
  return partOf(time, 'weekday', { weekday: width, hour: 'numeric', minute: 'numeric' })
}

/** The name of the weekday by itself: ccc, cccc and ccccc. */
export function weekdayAlone(time: DateTime, width: Width): string {
  return whole(time, { weekday: width })
}

function partOf(time: DateTime, type: 'month' | 'weekday', options: DateTimeFormatOptions): string {
  const parts = gregorian(time).toLocaleParts(options)
  return parts.find((part) => part.type === type)?.value ?? ''
}

// With what belongs to the name and is another part to Intl: 3月.
function whole(time: DateTime, options: DateTimeFormatOptions): string {
  return gregorian(time).toLocaleString(options)
}

// The numbers of a pattern are those of this calendar in every language.
function gregorian(time: DateTime): DateTime {
  return time.reconfigure({ outputCalendar: 'gregory' })
}
