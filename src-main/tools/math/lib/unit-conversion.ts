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
  const quantity = unitOf(value, source, 'from')
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
  return (Object.hasOwn(SPELLINGS, key) ? SPELLINGS[key] : undefined) ?? unit.trim()
}
