import { UNIT_DEFINITIONS } from './unit-definitions.ts'

/** Speeds in one word, which mathjs does not have. */
export const SPEEDS = { mph: 'mile/hour', kmh: 'km/hour', kph: 'km/hour' } as const

// Spellings that people use, and mathjs's names for them.
const SPELLINGS: Readonly<Record<string, string>> = {
  '°c': 'degC',
  celsius: 'degC',
  '°f': 'degF',
  fahrenheit: 'degF',
  kelvin: 'K',
  '°': 'deg',
  ...SPEEDS,
  'u/min': 'rpm',
  'r/min': 'rpm',
  '1/min': 'rpm',
  fpm: 'foot/minute',
  fps: 'foot/s',
  sqkm: 'km^2',
  sqm: 'm^2',
  mpg: 'mile/gallon',
  'l/100km': 'Lper100km',
  'l/100 km': 'Lper100km',
  'mpg (imperial)': 'mile/imperialgallon',
  'troy oz': 'ozt',
  'ton tnt': 'tonTNT',
  'imperial fl oz': 'imperialfluidounce',
  kb: 'kB',
  d: 'day',
  st: 'stone',
  ul: 'uL',
  'ft lb': 'foot lbf',
  yr: 'year',
  yrs: 'year',
  'us ton': 'ton',
  'us tons': 'ton',
  'lb/in^2': 'psi',
  'lbs/in^2': 'psi',
  u: 'Da',
  'ft lbs': 'foot lbf',
  'ft-lb': 'foot lbf',
  'ft-lbs': 'foot lbf',
  'fl oz': 'floz',
  'fl. oz.': 'floz',
  'km/h': 'km/hour',
  btu: 'BTU',
  'btu/h': 'BTU/hour',
  'btu/hr': 'BTU/hour',
  'btu/hour': 'BTU/hour',
  'acre-ft': 'acrefoot',
  'acre ft': 'acrefoot',
  'ac ft': 'acrefoot',
  rankine: 'degR',
  'oz t': 'ozt',
  bytes: 'B',
  byte: 'B',
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

// Names of several words, such as nautical mile, without their spaces.
const JOINED: ReadonlyMap<string, string> = new Map(
  [...UNIT_DEFINITIONS.flatMap(([name, , aliases]) => [name, ...aliases]), 'fluidounce', 'fluidounces']
    .filter((name) => name.length >= 7)
    .map((name) => [name.toLowerCase(), name]),
)

const SIGNS: readonly (readonly [RegExp, string])[] = [
  // Before the normal form, which makes digits of them.
  [/\u00b2/g, '^2'],
  [/\u00b3/g, '^3'],
]
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/[\u00b7\u22c5\u00d7]/g, ' '],
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
  const typed = replaced(replaced(unit.trim(), SIGNS).normalize('NFKC'), WORDS)
  const key = typed.toLowerCase()
  if (Object.hasOwn(AS_TYPED, typed)) return AS_TYPED[typed]!
  // Small kb is a kilobit, and St a stokes.
  if (Object.hasOwn(SPELLINGS, key) && typed !== 'kb' && typed !== 'St') return SPELLINGS[key]!
  return typed.replace(/\p{L}+(?:[ -]\p{L}+)+/gu, (words) => {
    const joined = JOINED.get(words.replaceAll(/[ -]/g, '').toLowerCase())
    return joined ?? words
  })
}

/** Letters for degrees; C and F alone are a coulomb and a farad. */
const DEGREES: Readonly<Record<string, string>> = { C: 'degC', F: 'degF', R: 'degR' }

/** Both units, with C, F and R as degrees, and rad as a dose, if the other is one, too. */
export function spelledUnits(from: string, to: string): [from: string, to: string] {
  const [source, target] = [spelledUnit(from), spelledUnit(to)]
  const areDegrees =
    source !== target &&
    [source, target].every((unit) => unit === 'K' || unit in DEGREES || /^deg[CFR]$/.test(unit))
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
