import { HOUR_WORD, NUMBER, numberIn } from './numbers.ts'

type Rule = readonly [
  pattern: RegExp,
  written: (phrase: string, ...parts: (string | undefined)[]) => string,
]

const HOUR = `(?:\\d{1,2}|${HOUR_WORD})`
const MINUTE_WORD =
  'ten|fifteen|(?:twenty|thirty|forty|fifty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?'
const HALF_OF_DAY = '([ap])\\.? ?m\\b\\.?'
const PART = '(?:in|during) (?:the )?(morning|afternoon|evening|[ap]\\.?m\\b\\.?)|at (night)'
/** Where an hour begins that is not one to which minutes are added, or the end of a range. */
const ALONE = '(?<!\\b(?:past|to|after|before|till|until|and)\\s)(?<![-–:.\\d]\\s?)\\b'
const TIME = '\\d{1,2}(?::[0-5]\\d)?(?: ?[ap]\\.?m\\b\\.?)?'
/** A time that says which half of the day it is in: 3pm, 15h, noon. */
const WHOLE_TIME = `(noon|midnight|(${HOUR})(?::([0-5]\\d))? ?(?:${HALF_OF_DAY}|h(?:00)?\\b))`

const ofPart = (hour: number, part: string): string =>
  /^(?:morning|a\.?m?\.?$)/i.test(part) || (/^night/i.test(part) && hour % 12 < 6) ? 'am' : 'pm'
const clock = (minutes: number): string => {
  const inDay = (minutes + 24 * 60) % (24 * 60)
  return `${Math.floor(inDay / 60)}:${String(inDay % 60).padStart(2, '0')}`
}
const isOfTwelve = (hour: number): boolean => hour >= 1 && hour <= 12

const RULES: readonly Rule[] = [
  [/\bat (?:the|this) (?:moment|time)\b/gi, () => 'now'],
  [/^\s*ATM\s*$/, () => 'now'],
  [/ @ ?(?=[\d\p{L}])/gu, () => ' at '],
  [/\btonite\b/gi, () => 'tonight'],
  // 3:15p and at 3p; 4a alone is not a time.
  [
    /\b(\d{1,2}:[0-5]\d|(?<=\bat )\d{1,2}) ?([ap])\b\.?(?!\.? ?m\b)/gi,
    (_, time, half) => `${time} ${half}m`,
  ],
  [
    new RegExp(`\\b(${HOUR_WORD})[- ](${MINUTE_WORD}) ${HALF_OF_DAY}`, 'gi'),
    (_, hour, minutes, half) => `${numberIn(hour!)}:${numberIn(minutes!)} ${half}m`,
  ],
  [new RegExp(`\\b(${HOUR_WORD}) ${HALF_OF_DAY}`, 'gi'), (_, hour, half) => `${numberIn(hour!)} ${half}m`],
  // A colon is an h in French, and so in much that was translated from it.
  [
    /(?<![-+.,/\d]|\b(?:in|for|after|within|every|next|last|past|about) )\b([01]?\d|2[0-3])h([0-5]\d)\b/gi,
    (_, hour, minutes) => `${hour}:${minutes}`,
  ],
  [
    /(?<=\bat |day |\b\d{4},? |\d:[0-5]\d ?(?:-|–|to|until) ?)([01]?\d|2[0-3])h(?=\s*(?:$|[,;!?–-]|(?:gmt|utc|[a-z]{2,3}t)\b))/gi,
    (_, hour) => `${hour}:00`,
  ],
  // Three o'clock in the afternoon, and at eight in the evening.
  [
    new RegExp(`\\b(${HOUR}) o['’ ]?clock,? (?:${HALF_OF_DAY}|${PART})`, 'gi'),
    (phrase, hour, half, part, night) => timed(phrase, hour!, (half ?? part ?? night)!),
  ],
  [
    new RegExp(
      `\\b(?:(?<=at )(${HOUR})|(\\d{1,2}:[0-5]\\d)|(\\d{1,2})(?= in (?:the )?[ap]\\.?m)) (?:${PART})`,
      'gi',
    ),
    (phrase, hour, time, other, part, night) => timed(phrase, (hour ?? time ?? other)!, (part ?? night)!),
  ],
  // Eight tonight, and nine tomorrow morning.
  [
    new RegExp(`${ALONE}(?:at )?(${HOUR}(?::[0-5]\\d)?) tonight\\b`, 'gi'),
    (phrase, hour) =>
      numberIn(hour!) > 4 && numberIn(hour!) < 12 ? `today at ${inDigits(hour!)} pm` : phrase,
  ],
  [
    new RegExp(
      `${ALONE}(?:at )?(${HOUR}(?::[0-5]\\d)?),? (tomorrow|yesterday|this|on (?:(?:next|last|this) )?[a-z]+day) (morning|afternoon|evening|night)\\b`,
      'gi',
    ),
    (phrase, hour, day, part) =>
      // The twelve of a night is the end of its day.
      isOfTwelve(numberIn(hour!)) && !(/^night/i.test(part!) && numberIn(hour!) % 12 < 6)
        ? `${/^this$/i.test(day!) ? 'today' : day} at ${inDigits(hour!)} ${ofPart(numberIn(hour!), part!)}`
        : phrase,
  ],
  // Twenty past three in the afternoon, and a quarter to noon.
  [
    new RegExp(
      `(?<!:)\\b(?:at )?(?:(half|(?:a |three )?quarters?)|(${NUMBER})( min(?:ute)?s?)?) (past|after|from|to|before|till) ${WHOLE_TIME}`,
      'gi',
    ),
    (phrase, part, count, unit, side, named, hour, minute, half) => {
      // `3 to 4 pm` is a range, and `10 from 3 pm` nothing; with minutes, or in words, it is a time.
      const isTime = part !== undefined || unit !== undefined || /^(?:past|after)$/i.test(side!)
      if (!isTime) return phrase
      const least = part === undefined ? numberIn(count!) : partOfHour(part)
      const from = /^noon/i.test(named!)
        ? 12
        : /^midnight/i.test(named!)
          ? 0
          : hourOf(numberIn(hour!), half)
      if (from === null || least > 59) return phrase
      const sign = /^(?:to|before|till)$/i.test(side!) ? -1 : 1
      return `at ${clock(from * 60 + Number(minute ?? 0) + sign * least)}`
    },
  ],
  // At three twenty, and half three, which is half past.
  [
    new RegExp(`\\b(?:at|around) (${HOUR_WORD})[- ](${MINUTE_WORD})\\b`, 'gi'),
    (_, hour, minutes) => `at ${numberIn(hour!)}:${numberIn(minutes!)}`,
  ],
  [
    /\b(?:at|around|about|approximately) ([01]?\d|2[0-3])([0-5]\d)(?=\s*(?:$|[,;!?]|on\b|tomorrow\b|today\b|in the\b))/gi,
    (_, hour, minutes) => `at ${hour}:${minutes}`,
  ],
  [/\bmid[- ]day\b/gi, () => 'midday'],
  [/\b(?:in the |at )?mid[- ]?(?:(morning)|afternoon)\b/gi, (_, morning) => `at ${morning ? 10 : 14}:00`],
  [/\b(noon|midnight)-?ish\b/gi, (_, name) => name!],
  [/\b(?:at )?(\d{1,2}(?::[0-5]\d)?)-?ish\b/gi, (_, time) => `at ${time}`],
  [new RegExp(`\\b(${HOUR_WORD}) o['’ ]?clock\\b`, 'gi'), (_, hour) => `${numberIn(hour!)} o'clock`],
  // All of a text: eight forty, and three minutes to eight.
  [
    new RegExp(`^\\s*(${HOUR_WORD})[- ](?:(${MINUTE_WORD})|oh[- ](${HOUR_WORD}))\\s*$`, 'gi'),
    (phrase, hour, minutes, less) => {
      const minute = numberIn((minutes ?? less)!)
      return minute < 60 ? `at ${clock(numberIn(hour!) * 60 + minute)}` : phrase
    },
  ],
  [
    new RegExp(
      `^\\s*(?:at )?(${NUMBER}) min(?:ute)?s? (past|after|to|before|till) (${HOUR})(?::([0-5]\\d))?\\s*$`,
      'gi',
    ),
    (phrase, count, side, hour, minute = '0') => {
      const [more, from] = [numberIn(count!), numberIn(hour!)]
      const sign = /^(?:to|before|till)$/i.test(side!) ? -1 : 1
      return more > 59 || from > 23 ? phrase : `at ${clock(from * 60 + Number(minute) + sign * more)}`
    },
  ],
  [/\buntill\b/gi, () => 'until'],
  // Between 9:30 and 11:00.
  [
    new RegExp(`\\b(?:between|from) (${TIME}) (?:and|to|until|till) (${TIME})`, 'gi'),
    (phrase, from, to) => (/:|m/i.test(`${from}${to}`) ? `${from} - ${to}` : phrase),
  ],
  [
    new RegExp(`^\\s*(?:at )?(${HOUR}(?::[0-5]\\d)?) (tomorrow|yesterday)\\s*$`, 'gi'),
    (_, hour, day) => `${day} at ${inDigits(hour!)}`,
  ],
  [/\bat (\d{1,2}) ([0-5]\d)(?=\s*$)/g, (_, hour, minutes) => `at ${hour}:${minutes}`],
  [new RegExp(`^\\s*(?:at )?half (${HOUR})\\s*$`, 'gi'), (_, hour) => `at ${numberIn(hour!)}:30`],
]

/** English times of the clock in forms that the reader of dates lacks, in digits: 15h30, 3:15p, a quarter to noon. */
export function withClockForms(text: string): string {
  return RULES.reduce((read, [pattern, written]) => read.replace(pattern, written), text)
}

function timed(phrase: string, time: string, part: string): string {
  const hour = numberIn(time)
  return isOfTwelve(hour) ? `${inDigits(time)} ${ofPart(hour, part)}` : phrase
}

// The minutes stay as they are.
function inDigits(time: string): string {
  return /^\d/.test(time) ? time : String(numberIn(time))
}

function partOfHour(part: string): number {
  return /^half/i.test(part) ? 30 : /^three/i.test(part) ? 45 : 15
}

/** The hour of the day of one of twelve with its half, or of one of 24; null for one that does not exist. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null
  if (!isOfTwelve(hour)) return null
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}
