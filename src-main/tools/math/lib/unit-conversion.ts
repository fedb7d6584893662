import type { MathJsInstance } from 'mathjs'
import bundle from 'mathjs/lib/browser/math.js'
import { rounded } from './rounded.ts'
import { defineUnits } from './unit-definitions.ts'
import { namesFor } from './unit-names.ts'
import { spelledUnits } from './unit-spelling.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const TURNING: Readonly<Record<string, string>> = { rpm: 'cycle/minute', rps: 'cycle/s' }
const CONSUMPTION = 'Lper100km'

let instance: MathJsInstance | undefined

function mathWithUnits(): MathJsInstance {
  if (instance) return instance
  // `all` is optional only in the types.
  const math = bundle.create(bundle.all!)
  math.config({ number: 'BigNumber', precision: 64 })
  defineUnits(math)
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
  const math = mathWithUnits()
  const [first, second] = spelledUnits(from, to)
  const [source, target] = [withKnownNames(math, first), withKnownNames(math, second)]
  let quantity = unitOf(value, source, 'from')
  // A revolution is an angle or a mere count, whichever the other unit wants.
  if (Object.hasOwn(TURNING, source) && !quantity.equalBase(unitOf(1, target, 'to')))
    quantity = unitOf(value, TURNING[source]!, 'from')
  else if (Object.hasOwn(TURNING, target) && !quantity.equalBase(unitOf(1, target, 'to')))
    return { ...convertUnit(value, from, TURNING[target]!), to: target }
  // Litres for a way are the reciprocal of a way for a litre.
  if ((source === CONSUMPTION || target === CONSUMPTION) && !quantity.equalBase(unitOf(1, target, 'to')))
    // A number divided by a unit is a unit.
    quantity = mathWithUnits().divide(1, quantity) as typeof quantity
  if (!quantity.equalBase(unitOf(1, target, 'to')))
    throw new InvalidInput(
      'to',
      `${to} and ${from} measure different quantities; send two units of the same quantity`,
    )
  const result = rounded(Number(quantity.to(target).toNumeric(target)))
  if (!Number.isFinite(result))
    throw new InvalidInput('value', 'The result is too large; convert a smaller amount')
  const names = { from: shown(source), to: shown(target) }
  return { result, ...names, text: `${value} ${names.from} = ${result} ${names.to}` }
}

function shown(unit: string): string {
  if (unit === 'raddose') return 'rad'
  return unit === CONSUMPTION ? 'L/100km' : unit
}

// mathjs has the plurals of some names, and tells capitals from small letters.
function withKnownNames(math: MathJsInstance, unit: string): string {
  return unit.replaceAll(/\p{L}+/gu, (name) => namesFor(name).find((known) => isUnit(math, known)) ?? name)
}

function isUnit(math: MathJsInstance, name: string): boolean {
  try {
    math.unit(name)
    return true
  } catch {
    // mathjs throws for an unknown name.
    return false
  }
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
