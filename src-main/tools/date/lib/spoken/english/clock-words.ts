import { HOUR_WORD, LARGE_NUMBER_WORD, numberIn } from './numbers.ts'

const NUMBER = new RegExp(
  `\\b(?:${LARGE_NUMBER_WORD})` +
    '(?= (?:seconds?|min(?:ute)?s?|hours?|days?|weeks?|months?|years?|past|to)\\b)',
  'gi',
)
const HOUR = `(\\d{1,2}|${HOUR_WORD})`
const MINUTES_BESIDE = new RegExp(`\\b(\\d{1,2}|five|ten)( min(?:ute)?s?)? (past|to) ${HOUR}\\b(?!:)`, 'gi')
const TWELVE = /\b12 (noon|midnight)\b/gi
const MIDNIGHT_TONIGHT = /\b(?:midnight (?:tonight|today)|(?:tonight|today) at midnight)\b/gi
const NIGHT_AT = /\b(last night|tonight) at (\d{1,2}(?::\d\d)?)(?![\d:]|\s*[ap]\.?m)/gi
const RIGHT_NOW = /\b(?:right|just) now\b/gi

/** English words for numbers and times of the clock that the reader of dates lacks, in others that it knows. */
export function withClockWords(text: string): string {
  return (
    text
      .replace(RIGHT_NOW, 'now')
      .replace(NUMBER, (word) => String(numberIn(word)))
      .replace(TWELVE, (_, which: string) => which)
      // The midnight of tonight is the end of the day.
      .replace(MIDNIGHT_TONIGHT, 'tomorrow at 00:00')
      .replace(NIGHT_AT, (phrase, night: string, time: string) => {
        const hour = Number.parseInt(time, 10)
        if (hour < 6 || hour > 11) return phrase
        return `${/^last/i.test(night) ? 'yesterday' : 'today'} at ${time} pm`
      })
      .replace(
        MINUTES_BESIDE,
        (phrase, count: string, named: string | undefined, side: string, of: string) => {
          const minutes = numberIn(count)
          const hour = numberIn(of)
          // `5 to 6` alone is a range; with its minutes, or in words, it is a time.
          const isRange = /^\d/.test(count) && /^\d/.test(of) && named === undefined && /^to$/i.test(side)
          if (isRange || minutes < 1 || minutes > 59 || hour > 24) return phrase
          const before = hour === 1 ? 12 : hour - 1
          return /^past$/i.test(side) ? clock(hour, minutes) : clock(before, 60 - minutes)
        },
      )
  )
}

function clock(hour: number, minutes: number): string {
  return `${hour}:${String(minutes).padStart(2, '0')}`
}
