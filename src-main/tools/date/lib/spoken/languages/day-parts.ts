import { timeAlone } from './hours-in-words.ts'

/** A part of the day that tells which half of the clock an hour is of. */
type Part = 'morning' | 'afternoon' | 'evening' | 'night'

interface Words {
  /** What may follow the number: hours, o'clock. */
  readonly unit: string
  readonly half?: string
  readonly quarter?: string
  /** Parts of the day as they follow a time. */
  readonly after: Readonly<Record<string, Part>>
  /** Parts of the day as they come before a time, each with what is left of it. */
  readonly before?: Readonly<Record<string, readonly [left: string, part: Part]>>
  readonly separator?: string
  /** Names of times that the reader of dates lacks. */
  readonly named?: Readonly<Record<string, string>>
}

// `через 3 дня` is in three days.
const RUSSIAN_DAY = String.raw`(?<=(?<!\p{L})(?:в|с|к|до) \d{1,2}(?::\d\d)?\s+|час(?:а|ов)?\s+)дня`
const UKRAINIAN_DAY = String.raw`(?<=(?<!\p{L})(?:об?|з|до) \d{1,2}(?::\d\d)?\s+|годин[іиа]?\s+)дня`
/** What comes before a time, as in `om 3 uur`. */
const AT = String.raw`\s+(?:om|um|a las?|à|alle|às|kl(?:ockan|\.)?|vid|в|об?)\s+`

// Half of the eighth hour is half past seven.
function halves(before: string, at: string, ordinals: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ordinals.map((ordinal, place) => [`${before} ${ordinal}`, `${at} ${place || 12}:30`]),
  )
}

const LANGUAGES: Readonly<Record<string, Words>> = {
  es: {
    ...{ unit: 'horas?|hs?\\.?', half: 'y media', quarter: 'y cuarto' },
    after: {
      'de la mañana': 'morning',
      'de la tarde': 'afternoon',
      'de la noche': 'evening',
      'de la madrugada': 'night',
    },
    before: {
      'por la mañana': ['', 'morning'],
      'por la tarde': ['', 'afternoon'],
      'por la noche': ['', 'evening'],
      anoche: ['ayer', 'evening'],
    },
    named: { '(?:al? )?mediod[íi]a': 'a las 12:00', '(?:a (?:la )?)?medianoche': 'a las 0:00' },
  },
  fr: {
    ...{ unit: 'heures?|h', half: 'et demie?', quarter: 'et quart', separator: 'h' },
    after: {
      'du matin': 'morning',
      "de l['’]après-midi": 'afternoon',
      'du soir': 'evening',
      'de la nuit': 'night',
    },
    before: { 'ce soir': ["aujourd'hui", 'evening'], 'demain soir': ['demain', 'evening'] },
    named: {
      '(?<![-’])(?:à )?midi et demie?': 'à 12h30',
      '(?<![-’])(?:à )?midi et quart': 'à 12h15',
      '(?<![-’])(?:à )?midi moins (?:le )?quart': 'à 11h45',
      '(?<![-’])(?:à )?midi': 'à 12h00',
      '(?:à )?minuit': 'à 0h00',
    },
  },
  it: {
    ...{ unit: 'ore', half: 'e mezz[ao]', quarter: 'e un quarto' },
    after: {
      '(?:di|del|della) mattin[ao]': 'morning',
      '(?:di|del) pomeriggio': 'afternoon',
      '(?:di|della) sera': 'evening',
      '(?:di|della) notte': 'night',
    },
    named: { '(?:a )?mezzogiorno': 'alle 12:00', '(?:a )?mezzanotte': 'alle 0:00' },
  },
  pt: {
    ...{ unit: 'horas?|h', half: 'e meia', quarter: 'e um quarto' },
    after: {
      '(?:da|de) manhã': 'morning',
      '(?:da|de) tarde': 'afternoon',
      '(?:da|de) noite': 'evening',
      '(?:da|de) madrugada': 'night',
    },
    before: {
      '(?:de|da|pela) manhã': ['', 'morning'],
      '(?:de|da|à|pela) tarde': ['', 'afternoon'],
      '(?:de|da|à|pela) noite': ['', 'evening'],
    },
    named: {
      '(\\d{1,2})h(\\d{2})': '$1:$2',
      '(?:ao? )?meio[- ]dia': 'às 12:00',
      '(?:[àa] )?meia[- ]noite': 'às 0:00',
    },
  },
  nl: {
    unit: 'uur',
    after: {
      "['’‘]?s (?:ochtends|morgens)|in de ochtend": 'morning',
      "['’‘]?s middags|in de middag": 'afternoon',
      "['’‘]?s avonds|in de avond": 'evening',
      "['’‘]?s nachts|in de nacht": 'night',
    },
    before: {
      vanmorgen: ['vandaag', 'morning'],
      vanmiddag: ['vandaag', 'afternoon'],
      vanavond: ['vandaag', 'evening'],
      morgenmiddag: ['morgen', 'afternoon'],
      morgenavond: ['morgen', 'evening'],
      'gister(?:en)?middag': ['gisteren', 'afternoon'],
      'gister(?:en)?avond': ['gisteren', 'evening'],
      "['’‘]?s (?:ochtends|morgens)": ['', 'morning'],
      "['’‘]?s middags": ['', 'afternoon'],
      "['’‘]?s avonds": ['', 'evening'],
    },
    named: {
      '(?:12 uur )?(?:om )?middernacht': 'om 0:00',
      '((?:maan|dins|woens|donder|vrij|zater|zon)dag)(morgen|ochtend|middag|avond)(?= om )': "$1 's $2s",
      '(\\d{1,2}):(\\d{2}) ?u': '$1:$2',
      '(?<=^\\s*)(\\d{1,2})\\.(00|1[3-9]|[2-5]\\d)(?= uur|\\s*$)': '$1:$2',
    },
  },
  de: {
    unit: 'Uhr',
    after: {},
    before: {
      'morgen früh': ['morgen', 'morning'],
      'morgen Abend': ['morgen', 'evening'],
      'heute Abend': ['heute', 'evening'],
      'morgens|früh': ['', 'morning'],
      'Nachmittag|nachmittags': ['', 'afternoon'],
      'Abend|abends': ['', 'evening'],
    },
    named: {
      '((?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Sonnabend)(morgen|vormittag|nachmittag|abend)':
        '$1 $2',
      '(?<=(?:heute|morgen) )Mittag': 'um 12:00',
      // Tonight goes on after midnight.
      'heute Nacht(?= um 0?[1-6](?!\\d))': 'morgen früh',
      'heute Nacht(?= um (?:[89]|1[01])(?!\\d))': 'heute Abend',
      'heute (?:um )?Mitternacht': 'morgen um 0:00',
      'zwölf Uhr mittags': '12:00',
      '(\\d{1,2}) Uhr (\\d{2})': '$1:$2',
      'zwischen (\\d{1,2}) und (\\d{1,2}) Uhr': '$1:00 bis $2:00 Uhr',
    },
  },
  sv: {
    unit: '(?!)',
    after: {
      'på morgonen': 'morning',
      'på eftermiddagen': 'afternoon',
      'på kvällen': 'evening',
      'på natten': 'night',
    },
    before: {
      'i ?kväll': ['idag', 'evening'],
      'i ?går kväll': ['igår', 'evening'],
      'i ?morgon kväll': ['imorgon', 'evening'],
      'i ?eftermiddag': ['idag', 'afternoon'],
      'i ?morgon eftermiddag': ['imorgon', 'afternoon'],
      'i ?morse': ['idag', 'morning'],
      'i ?morgon bitti': ['imorgon', 'morning'],
    },
  },
  ru: {
    unit: 'час(?:а|ов)?',
    after: { утра: 'morning', [RUSSIAN_DAY]: 'afternoon', вечера: 'evening', ночи: 'night' },
    before: { 'дн[её]м': ['', 'afternoon'] },
  },
  uk: {
    unit: 'годин[іиа]?',
    named: halves('о пів на', 'о', [
      ...['першу', 'другу', 'третю', 'четверту', "п['ʼ’]яту", 'шосту', 'сьому', 'восьму', "дев['ʼ’]яту"],
      ...['десяту', 'одинадцяту', 'дванадцяту'],
    ]),
    after: { ранку: 'morning', [UKRAINIAN_DAY]: 'afternoon', вечора: 'evening', ночі: 'night' },
    before: { вдень: ['', 'afternoon'] },
  },
}

/** A time with its part of the day. */
interface Rule {
  readonly pattern: RegExp
  readonly part: Part
  /** What comes instead of a part of the day before a time; null where it comes after. */
  readonly left: string | null
}

interface Rules {
  readonly names: readonly (readonly [pattern: RegExp, time: string])[]
  readonly times: readonly Rule[]
}

const rules = new Map<string, Rules>()

/**
 * A text in which a time with its part of the day, such as `3 de la tarde`, is one of the 24 hours of the clock, which
 * the reader of dates knows in every language. A time that nobody says with that part of the day stays.
 */
export function withHoursOfDay(text: string, locale: string): string {
  const words = LANGUAGES[locale]
  if (!words) return text
  const ofLocale = rules.get(locale) ?? rulesOf(words)
  rules.set(locale, ofLocale)
  const composed = text.normalize('NFC')
  const named = ofLocale.names.reduce((read, [pattern, time]) => read.replace(pattern, time), composed)
  const plain = ofLocale.times.reduce(
    (read, { pattern, part, left }) =>
      read.replace(pattern, (phrase: string, ...groups: string[]) => {
        const [at, time] = left === null ? ['', groups] : [`${left}${groups[0]}`, groups.slice(1)]
        const hours = inHours(time, part, words.separator)
        return hours === null ? phrase : at + hours
      }),
    named,
  )
  return plain === composed ? text : plain
}

function rulesOf({ unit, half = '(?!)', quarter = '(?!)', after, before = {}, named = {} }: Words): Rules {
  const clock = String.raw`(\d{1,2})(?:[:.h](\d{2}))?(?:\s*(?:${unit})(?:\s*(\d{2}))?)?`
  const time = String.raw`${clock}(?:\s+(?:(${half})|(${quarter})))?`
  return {
    names: Object.entries(named).map(([phrase, at]) => [timeAlone(phrase), at] as const),
    times: [
      ...Object.entries(after).map(([phrase, part]) => {
        return { pattern: timeAlone(String.raw`${time}\s+(?:${phrase})`), part, left: null }
      }),
      ...Object.entries(before).map(([phrase, [left, part]]) => {
        // Without a word before it, a number is a time only in the form of one.
        const bare = String.raw`\s+(?=\d{1,2}(?:[:.h]\d{2}|\s*(?:${unit})))`
        return { pattern: timeAlone(`(?:${phrase})(${AT}|${bare})${time}`), part, left }
      }),
    ],
  }
}

function inHours(
  [hour, minute, more, isHalf, isQuarter]: readonly (string | undefined)[],
  part: Part,
  separator = ':',
): string | null {
  const hours = hourOf(Number(hour), part)
  const minutes = isHalf ? '30' : isQuarter ? '15' : (minute ?? more ?? '00')
  return hours === null ? null : `${hours}${separator}${minutes}`
}

/** The hour of the day; null for one that nobody says with that part of it. Twelve at night is midnight. */
function hourOf(hour: number, part: Part): number | null {
  if (hour > 12) return hour < 24 ? hour : null
  switch (part) {
    case 'morning':
      return hour >= 1 && hour < 12 ? hour : null
    case 'afternoon':
      return hour === 12 ? 12 : hour >= 1 && hour < 10 ? hour + 12 : null
    case 'evening':
      return hour === 12 ? 0 : hour >= 4 ? hour + 12 : null
    case 'night':
      return hour === 12 ? 0 : hour >= 1 && hour < 7 ? hour : null
  }
}
