import type { MathJsInstance, Matrix } from 'mathjs'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_VALUES = 10_000
const MAX_TEXT_CHARS = 100_000
/** Few enough digits to hide the last, inexact ones of a double. */
const DIGITS_OF_A_DOUBLE = 14

/** From which power of ten numbers are written with an exponent: as in JavaScript, not from 100,000 on. */
const WRITTEN = { lowerExp: -6, upperExp: 64 }
const DOUBLE = { precision: DIGITS_OF_A_DOUBLE, lowerExp: -6, upperExp: 21 }

export const MATH_TYPES = [
  'number',
  'bigint',
  'bignumber',
  'fraction',
  'complex',
  'unit',
  'boolean',
  'string',
  'null',
  'array',
  'object',
] as const

export interface MathAnswer {
  result: unknown
  text: string
  type: (typeof MATH_TYPES)[number]
}

/**
 * A mathjs value as JSON and as text. Values that JSON cannot represent (fractions, units, complex
 * and long numbers, infinities) are text in JSON too.
 * @throws InvalidInput for functions and for more than 10,000 values
 */
export function toMathAnswer(value: unknown, math: MathJsInstance): MathAnswer {
  const writer = new Writer(math)
  const result = writer.toJson(value)
  const text = writer.toText(math.isMatrix(value) ? value.toArray() : value)
  return { result, text, type: typeOf(value, math) }
}

class Writer {
  readonly #math: MathJsInstance
  #values = 0

  constructor(math: MathJsInstance) {
    this.#math = math
  }

  toJson(value: unknown): unknown {
    this.#count(1)
    switch (typeOf(value, this.#math)) {
      case 'null':
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) ? value : String(value)
      case 'string':
        // An index can be between the halves of a surrogate pair.
        return String(value).toWellFormed()
      case 'array':
        return this.#elementsOf(value).map((element) => this.toJson(element))
      case 'object':
        return this.#membersOf(value)
      default:
        return this.toText(value)
    }
  }

  toText(value: unknown): string {
    // Numbers of mathjs's own types are exact, or rounded to the requested digits.
    const isExact = this.#math.isBigNumber(value) || typeof value === 'bigint'
    const text = this.#math.format(value, isExact ? WRITTEN : isPlain(value) ? numberText : DOUBLE)
    // An object can have its own format method, which may return anything.
    const plain = String(typeof value === 'string' ? value : text)
    if (plain.length > MAX_TEXT_CHARS) refuse(`The result has more than ${MAX_TEXT_CHARS} characters`)
    return plain.toWellFormed()
  }

  // Checks the size before expanding a sparse matrix, which may be of any size.
  #elementsOf(value: unknown): readonly unknown[] {
    if (!this.#math.isMatrix(value)) return Array.isArray(value) ? value : []
    this.#count(sizeOf(value))
    const elements: unknown = value.toArray()
    this.#values -= sizeOf(value)
    return Array.isArray(elements) ? elements : []
  }

  #membersOf(value: unknown): Record<string, unknown> {
    // A value gets here only if typeOf() has found an object.
    const members = Object.entries(value as object).filter(([, member]) => typeof member !== 'function')
    return Object.fromEntries(members.map(([name, member]) => [name.toWellFormed(), this.toJson(member)]))
  }

  #count(values: number): void {
    this.#values += values
    if (this.#values > MAX_VALUES) refuse(`The result has more than ${MAX_VALUES} values`)
  }
}

function isPlain(value: unknown): boolean {
  return typeof value === 'number' || Array.isArray(value)
}

// A whole number has all of its digits.
function numberText(value: number): string {
  const isWhole = Number.isInteger(value) || !Number.isFinite(value)
  return String(isWhole ? value : Number(value.toPrecision(DIGITS_OF_A_DOUBLE)))
}

function sizeOf(matrix: Matrix): number {
  return matrix.size().reduce((product, length) => product * length, 1)
}

function typeOf(value: unknown, math: MathJsInstance): MathAnswer['type'] {
  if (value === null) return 'null'
  const kind = typeof value
  if (kind === 'number' || kind === 'bigint' || kind === 'boolean' || kind === 'string') return kind
  if (math.isBigNumber(value)) return 'bignumber'
  if (math.isFraction(value)) return 'fraction'
  if (math.isComplex(value)) return 'complex'
  if (math.isUnit(value)) return 'unit'
  if (math.isMatrix(value) || Array.isArray(value)) return 'array'
  if (math.isObject(value)) return 'object'
  return refuse(
    kind === 'function' ? 'The result is a function; call it with values' : 'The expression has no result',
  )
}

function refuse(message: string): never {
  throw new InvalidInput('expression', message)
}
