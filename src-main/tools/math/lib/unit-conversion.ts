import type { MathJsInstance } from 'mathjs'
import bundle from 'mathjs/lib/browser/math.js'
import { rounded } from './rounded.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

// Spellings that people use, and mathjs's names for them.
const SPELLINGS: Readonly<Record<string, string>> = {
  '°c': 'degC',
  celsius: 'degC',
  '°f': 'degF',
  fahrenheit: 'degF',
  kelvin: 'K',
  '°': 'deg',
  mph: 'mile/hour',
  kmh: 'km/hour',
  kph: 'km/hour',
  'u/min': 'rpm',
  'r/min': 'rpm',
  '1/min': 'rpm',
  fpm: 'foot/minute',
  fps: 'foot/s',
  sqkm: 'km^2',
  sqm: 'm^2',
  mpg: 'mile/gallon',
  µl: 'uL',
  'ft lb': 'foot lbf',
  'fl oz': 'floz',
  'fl. oz.': 'floz',
  'km/h': 'km/hour',
  bytes: 'B',
  byte: 'B',
  '"': 'inch',
  "'": 'foot',
  µm: 'um',
  µs: 'us',
  µg: 'ug',
  metre: 'meter',
  metres: 'meters',
  litre: 'liter',
  litres: 'liters',
}

// Exact by definition (international yard and pound, 1959; ISO 80000); mathjs has some with only
// six digits and lacks others.
const DEFINITIONS: readonly (readonly [name: string, definition: string, aliases: readonly string[]])[] = [
  ['acre', '4046.8564224 m2', ['acres']],
  ['sqyd', '0.83612736 m2', []],
  ['sqmi', '2589988.110336 m2', []],
  ['cuin', '0.000016387064 m3', []],
  ['cuft', '0.028316846592 m3', []],
  ['cuyd', '0.764554857984 m3', []],
  ['hp', '745.69987158227022 W', []],
  ['psi', '6894.757293168361 Pa', []],
  ['nauticalmile', '1852 m', ['nauticalmiles', 'nmi']],
  ['knot', '1852 m / hour', ['knots', 'kn']],
  ['fathom', '1.8288 m', ['fathoms']],
  ['lightyear', '9460730472580800 m', ['lightyears', 'ly']],
  ['astronomicalunit', '149597870700 m', ['au']],
  ['cal', '4.184 J', ['calorie', 'calories']],
  // CODATA 2018 and the SI Brochure: exact since the kilogram was redefined.
  ['electronvolt', '1.602176634e-19 J', ['electronvolts', 'eV']],
  ['keV', '1.602176634e-16 J', []],
  ['MeV', '1.602176634e-13 J', []],
  ['GeV', '1.602176634e-10 J', []],
  ['TeV', '1.602176634e-7 J', []],
  ['meV', '1.602176634e-22 J', []],
  // NIST SP 811, B.8: factors in bold are exact, the others have all the digits of the definition.
  ['atm', '101325 Pa', ['atmosphere', 'atmospheres']],
  ['torr', '133.32236842105263157894736842105 Pa', []],
  ['mmHg', '133.322387415 Pa', []],
  ['inHg', '3386.388640341 Pa', []],
  ['kip', '4448.2216152605 N', []],
  ['poundal', '0.138254954376 N', []],
  ['slug', '14.593902937206364829396325459318 kg', ['slugs']],
  ['furlong', '201.168 m', ['furlongs']],
  ['parsec', '30856775814913672.789139379577965 m', ['parsecs', 'pc']],
  ['therm', '105505585.262 J', ['therms']],
  ['tablespoon', '0.00001478676478125 m3', ['tablespoons', 'tbsp']],
  ['teaspoon', '0.00000492892159375 m3', ['teaspoons', 'tsp']],
  ['cup', '0.0002365882365 m3', ['cups']],
  ['imperialgallon', '0.00454609 m3', ['imperialgallons', 'UKgallon', 'UKgallons']],
  ['imperialpint', '0.00056826125 m3', ['imperialpints', 'UKpint', 'UKpints']],
  ['imperialfluidounce', '0.0000284130625 m3', ['imperialfluidounces', 'UKfloz']],
  ['hectare', '10000 m2', ['hectares', 'ha']],
  ['are', '100 m2', ['ares']],
  ['carat', '0.0002 kg', ['carats', 'ct']],
  ['ozt', '0.0311034768 kg', ['troyounce', 'troyounces']],
  ['longton', '1016.0469088 kg', ['longtons']],
  ['rpm', '1 / minute', []],
  ['gon', '0.015707963267948966192313216916398 rad', ['gons']],
  ['bps', '1 b / s', []],
  ['kbps', '1000 b / s', []],
  ['Mbps', '1000000 b / s', []],
  ['Gbps', '1000000000 b / s', []],
  ['Tbps', '1000000000000 b / s', []],
  ['kcal', '4184 J', ['kilocalorie', 'kilocalories']],
]

let instance: MathJsInstance | undefined

function mathWithUnits(): MathJsInstance {
  if (instance) return instance
  // `all` is optional only in the types.
  const math = bundle.create(bundle.all!)
  math.config({ number: 'BigNumber', precision: 64 })
  for (const [name, definition, aliases] of DEFINITIONS)
    math.createUnit(name, { definition, aliases: [...aliases] }, { override: true })
  return (instance = math)
}

export interface UnitConversion {
  readonly result: number
  readonly from: string
  readonly to: string
  readonly text: string
}

/**
 * Converts a quantity, calculating with 64 digits.
 * @throws InvalidInput for an unknown unit, and for units of different quantities
 */
export function convertUnit(value: number, from: string, to: string): UnitConversion {
  const [source, target] = [spelled(from), spelled(to)]
  let quantity = unitOf(value, source, 'from')
  // A revolution is an angle or a mere count, whichever the other unit wants.
  if (source === 'rpm' && !quantity.equalBase(unitOf(1, target, 'to')))
    quantity = unitOf(value, 'cycle/minute', 'from')
  else if (target === 'rpm' && !quantity.equalBase(unitOf(1, target, 'to')))
    return { ...convertUnit(value, from, 'cycle/minute'), to: 'rpm' }
  if (!quantity.equalBase(unitOf(1, target, 'to')))
    throw new InvalidInput(
      'to',
      `${to} and ${from} measure different quantities; send two units of the same quantity`,
    )
  const result = rounded(Number(quantity.to(target).toNumeric(target)))
  if (!Number.isFinite(result))
    throw new InvalidInput('value', 'The result is too large; convert a smaller amount')
  return { result, from: source, to: target, text: `${value} ${source} = ${result} ${target}` }
}

function unitOf(value: number, unit: string, field: string) {
  const math = mathWithUnits()
  try {
    return math.unit(math.bignumber(value), unit)
  } catch {
    // The position where mathjs stopped parsing helps nobody: the unit is not known.
    throw new InvalidInput(
      field,
      `${JSON.stringify(unit)} is not a known unit; use one such as m, mile or degC`,
    )
  }
}

function spelled(unit: string): string {
  const key = unit.trim().toLowerCase()
  const known = Object.hasOwn(SPELLINGS, key) ? SPELLINGS[key] : undefined
  // Mbit/s and Mbit: the library knows b and bits, and prefixes of one letter before b alone.
  return known ?? unit.trim().replace(/(^|[\s/*(])([kMGTPE]i?)?bits?(?=$|[\s/*)^])/g, '$1$2b')
}
