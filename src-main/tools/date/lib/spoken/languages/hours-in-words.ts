import { MINUTES_AFTER, MINUTES_BEFORE, type MinutesAfter, type MinutesBefore } from './clock-vocabulary.ts'
import { placeIn } from './word-patterns.ts'

type Words = MinutesBefore | MinutesAfter
type Replace = (text: string) => string

const replacements = new Map<string, readonly Replace[]>()

/** A text whose hours in words are in digits, as the reader of dates knows them: `um halb acht` is `um 7:30`. */
export function withHoursInDigits(text: string, locale: string): string {
  const [before, after] = [MINUTES_BEFORE[locale], MINUTES_AFTER[locale]]
  if (!before && !after) return text
  const ofLocale = replacements.get(locale) ?? (before ? minutesBefore(before) : minutesAfter(after!))
  replacements.set(locale, ofLocale)
  const composed = text.normalize('NFC')
  const plain = ofLocale.reduce((read, replace) => replace(read), composed)
  return plain === composed ? text : plain
}

function minutesBefore(clock: MinutesBefore): readonly Replace[] {
  const { at, quarter, half, past, to, unit, parts = {} } = clock
  const count = `(\\d{1,2}|${Object.keys(clock.minutes).join('|')})`
  const hour = hourOf(clock)
  const spoken = timeAlone(`(?:(?:(${quarter})|${count}) (?:(${past})|${to}) )?(${half} )?${hour}`)
  const partsOfHour = timeAlone(`(${Object.keys(parts).join('|') || '(?!)'}) ${hour}`)
  const whole = timeAlone(`(${at}) ${hour}`)
  // Before a dot, a number is a day.
  const named = timeAlone(`(${clock.hours.join('|')}) (${unit})(?: ${count}(?!\\.))?`)
  return [
    (text) =>
      text.replace(named, (phrase: string, hours: string, word: string, minutes?: string) => {
        const start = hourNamed(hours, clock.hours)
        return minutes === undefined
          ? `${start} ${word}`
          : (time(start * 60 + minutesOf(minutes, clock), clock) ?? phrase)
      }),
    (text) =>
      text.replace(spoken, (phrase: string, ...groups: (string | undefined)[]) => {
        const [isQuarter, minutes, isPast, isHalf, hours] = groups
        if (isQuarter === undefined && minutes === undefined && isHalf === undefined) return phrase
        const shift = isQuarter ? 15 : minutesOf(minutes, clock)
        const start = hourNamed(hours!, clock.hours) * 60 - (isHalf ? 30 : 0)
        return time(start + (isPast ? shift : -shift), clock) ?? phrase
      }),
    (text) =>
      text.replace(partsOfHour, (phrase: string, part: string, hours: string) => {
        return time((hourNamed(hours, clock.hours) - 1) * 60 + parts[part.toLowerCase()]!, clock) ?? phrase
      }),
    (text) =>
      text.replace(whole, (_, word: string, hours: string) => `${word} ${hourNamed(hours, clock.hours)}`),
  ]
}

function minutesAfter(clock: MinutesAfter): readonly Replace[] {
  const { at, say, unit, unitNeeded = false, quarter, half, plus, minus, parts } = clock
  const count = `(\\d{1,2}${['', ...Object.keys(clock.minutes).toReversed()].join('|')})`
  const [words, digits] = [`(${clock.hours.join('|')})`, String.raw`(\d{1,2}(?![:.h]?\d))`]
  const named = `(?: ?(?:${unit}))`
  const hour = `(?:${words}${named}${unitNeeded ? '' : '?'}|${digits}${named}?)`
  const minutes = `(?: (?:(?:${plus}) ?(?:(${half})|(${quarter})|${count})|(${minus}) (?:(${quarter})|${count})))?`
  const timeOf = (hours: string, groups: readonly (string | undefined)[]) => {
    const [isHalf, isQuarter, more, isMinus, isQuarterTo, less] = groups
    const shift = isHalf ? 30 : isQuarter || isQuarterTo ? 15 : minutesOf(more ?? less, clock)
    return time(hourNamed(hours, clock.hours) * 60 + (isMinus === undefined ? shift : -shift), clock)
  }
  // A time may be all of a text, or all but the part of the day.
  const bare = new RegExp(
    `^\\s*(${clock.hours.join('|')}|\\d{1,2})( ?(?:${unit}))?${minutes}(?=\\s*$|\\s+(${parts}))`,
    'iu',
  )
  return [
    (text) =>
      text.replace(
        timeAlone(`(?:${at}) ?${hour}${minutes}`),
        (phrase: string, inWords?: string, inDigits?: string, ...groups: (string | undefined)[]) => {
          const found = timeOf((inWords ?? inDigits)!, groups)
          return found === null ? phrase : `${say} ${found}`
        },
      ),
    (text) =>
      text.replace(
        bare,
        (phrase: string, hours: string, named?: string, ...groups: (string | undefined)[]) => {
          const [isHalf, isQuarter, more, isMinus, , , part] = groups
          const isPlain = !isHalf && !isQuarter && !more && !isMinus
          // A number of minutes without their word may be a day: `sept trente`; hours alone may be how long.
          const isVague = isPlain ? !part && !(unitNeeded && named) : unitNeeded && more && !named
          const found = isVague ? null : timeOf(hours, groups)
          return found === null ? phrase : `${say} ${found}`
        },
      ),
  ]
}

function hourOf({ hours }: Words): string {
  return `(\\d{1,2}(?![:.]?\\d)|${hours.join('|')})`
}

/** A pattern of words that are not a part of others, or of a time in digits. */
export function timeAlone(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}:.,])(?:${pattern})(?![\p{L}\p{N}])`, 'giu')
}

/** The hour that a word or digits say; 0 for a word of no hour. @param hours patterns of the words from one on */
export function hourNamed(word: string, hours: readonly string[]): number {
  if (/^\d/.test(word)) return Number(word)
  return placeIn(word, hours) + 1
}

function minutesOf(word: string | undefined, { minutes }: Words): number {
  if (word === undefined) return 0
  if (/^\d/.test(word)) return Number(word)
  const found = Object.entries(minutes).find(([name]) => new RegExp(`^(?:${name})$`, 'iu').test(word))
  return found?.[1] ?? 0
}

// Half an hour before one o'clock is after twelve. What is not a time of the day is null.
function time(minutes: number, { separator = ':' }: Words): string | null {
  const hour = Math.floor(minutes / 60)
  if (hour < 0 || hour > 23) return null
  return `${hour === 0 ? 12 : hour}${separator}${String(minutes % 60).padStart(2, '0')}`
}
