import { UNIT_DEFINITIONS } from './unit-definitions.ts'
import { withPhrasesNamed } from './unit-phrases.ts'

/** Speeds in one word, which mathjs does not have. */
export const SPEEDS = { mph: 'mile/hour', kmh: 'km/hour', kph: 'km/hour' } as const

// Spellings of whole units that people use, and mathjs's names for them.
const SPELLINGS: Readonly<Record<string, string>> = {
  celsius: 'degC',
  fahrenheit: 'degF',
  kelvin: 'K',
  '°': 'deg',
  ...SPEEDS,
  fpm: 'foot/minute',
  fps: 'foot/s',
  sqkm: 'km^2',
  sqm: 'm^2',
  mpg: 'mile/gallon',
  kb: 'kB',
  d: 'day',
  st: 'stone',
  ul: 'uL',
  yr: 'year',
  yrs: 'year',
  at: 'technicalatmosphere',
  kp: 'kilopond',
  u: 'Da',
  'km/h': 'km/hour',
  'btu/h': 'BTU/hour',
  'btu/hr': 'BTU/hour',
  '%': 'percent',
  '‰': 'permille',
  '"': 'inch',
  "'": 'foot',
  å: 'angstrom',
  ångström: 'angstrom',
}

// Where a small letter would be another unit: a thousand calories, and the horsepower of the metre.
const AS_TYPED: Readonly<Record<string, string>> = {
  Calorie: 'kcal',
  Calories: 'kcal',
  Cal: 'kcal',
  PS: 'metrichorsepower',
}

const LIBRARY_NAMES = ['arcminute', 'arcsecond', 'fluiddram', 'beerbarrel'].flatMap((name) => [
  name,
  `${name}s`,
])

// Names of several words, such as nautical mile, without their spaces.
const JOINED: ReadonlyMap<string, string> = new Map(
  [...UNIT_DEFINITIONS.flatMap(([name, , aliases]) => [name, ...aliases]), ...LIBRARY_NAMES]
    .filter((name) => name.length >= 7)
    .map((name) => [name.toLowerCase(), name]),
)

const RAISED = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079'
const SIGNS: readonly (readonly [RegExp, string])[] = [
  // Before the normal form, which makes digits of them.
  [new RegExp(`(?=[\u207a\u207b${RAISED}])(?<![\u207a\u207b${RAISED}])`, 'gu'), '^'],
  [/\u207a/g, ''],
  [/\u207b/g, '-'],
]
// Before words are looked for.
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/[\u00b7\u22c5\u00d7]/g, ' '],
  // sq. ft. and ft.lbf
  [/(?<=\p{L})\.(?=$|[\s/)*^])/gu, ''],
  [/(?<=\p{L}{2})\.(?=\p{L})/gu, ' '],
  // m s-1, whose exponent is on the line
  [/(?<=\p{L})-(?=\d)/gu, '^-'],
  // 1/min
  [/^1 ?\/ ?(\p{L}+)$/u, '$1^-1'],
  // W/m²K
  [/(?<=\^-?\d)(?=\p{L})/gu, ' '],
  [/^([CFKR])°$/u, '°$1'],
  [/(?<=\p{L})°(?=[CFKR])/gu, ' °'],
]
const WORDS: readonly (readonly [RegExp, string])[] = [
  // The micro sign is a Greek letter in the normal form, and so is the ohm sign.
  [/\u03bc(?=\p{L})/gu, 'u'],
  [/([kMG]?)\u03a9/gu, '$1ohm'],
  [/(\p{L})tre(s?)(?!\p{L})/gu, '$1ter$2'],
  [/ per /gi, '/'],
  // newton-metre and watt-hour: a product of two names.
  [
    /\b((?:kilo|mega)?(?:newton|watt|pascal|volt|ampere|coulomb|gram|tonne))s?-(metre|meter|hour|second)s?\b/gi,
    '$1 $2',
  ],
  // A newton metre written as one word; nm is a nanometre.
  [/(^|[\s/*(])([kM]?)Nm(?!\p{L})/gu, '$1$2N m'],
  // mi2 and lb/ft3: an exponent without its sign.
  [/(\p{L})([23])(?![\p{L}\d])/gu, '$1^$2'],
  [/(?:square|sq\.?) (\p{L}+)/giu, '$1^2'],
  [/(?:cubic|cu\.?) (\p{L}+)/giu, '$1^3'],
  // Mbit/s and Mbit: the library knows b and bits, and prefixes of one letter before b alone.
  [/(^|[\s/*(])([kMGTPE]i?)?bits?(?=$|[\s/*)^])/g, '$1$2b'],
]

/** A unit as people write it, such as `square metres` or `light years`, in the words of mathjs. */
export function spelledUnit(unit: string): string {
  const signs = replaced(replaced(unit.trim(), SIGNS).normalize('NFKC'), ABBREVIATIONS)
  const typed = replaced(withPhrasesNamed(signs), WORDS)
  const key = typed.toLowerCase()
  if (Object.hasOwn(AS_TYPED, typed)) return AS_TYPED[typed]!
  // Small kb is a kilobit, and St a stokes.
  if (Object.hasOwn(SPELLINGS, key) && typed !== 'kb' && typed !== 'St') return SPELLINGS[key]!
  const named = typed.replace(/\p{L}+(?:[ -]\p{L}+)+/gu, (words) => {
    const joined = JOINED.get(words.replaceAll(/[ -]/g, '').toLowerCase())
    return joined ?? words
  })
  return named.replace(SIDE_BY_SIDE, '/($1)')
}

// What is written side by side after a solidus is divided by as a whole: J/kg K is J/(kg K). mathjs goes from left to
// right.
const SIDE_BY_SIDE = /\/ ?(\p{L}+(?:\^\d)?(?: +\p{L}+(?:\^\d)?)+)(?![\^\p{L}])/gu

/** Letters for degrees; C and F alone are a coulomb and a farad. */
const DEGREES: Readonly<Record<string, string>> = {
  C: 'degC',
  F: 'degF',
  R: 'degR',
  c: 'degC',
  f: 'degF',
  k: 'K',
}

/** Both units, with C, F and R as degrees, and rad as a dose, if the other is one, too. */
export function spelledUnits(from: string, to: string): [from: string, to: string] {
  const [source, target] = [spelledUnit(from), spelledUnit(to)]
  const areDegrees =
    source !== target &&
    [source, target].every(
      (unit) => unit === 'K' || Object.hasOwn(DEGREES, unit) || /^deg[CFR]e?$/.test(unit),
    )
  if (isDose(source) && target === 'rad') return [source, 'raddose']
  if (isDose(target) && source === 'rad') return ['raddose', target]
  return areDegrees ? [DEGREES[source] ?? source, DEGREES[target] ?? target] : [source, target]
}

function isDose(unit: string): boolean {
  return /^(?:[mck]|milli|centi|kilo)?(?:grays?|Gy)$/.test(unit)
}

function replaced(text: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((part, [sign, word]) => part.replace(sign, word), text)
}
