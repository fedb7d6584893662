import { defaultOperators, Tokenizer, type Comparable, type Context, type Liquid } from 'liquidjs'

type Operator = NonNullable<(typeof defaultOperators)['==']>

/** A whole number that is written with a decimal point, as in `5.0`, which Liquid keeps and JavaScript does not. */
export class WholeDecimal implements Comparable {
  // Enumerable, so that nobody takes it for an empty hash.
  readonly value: number

  constructor(value: number) {
    this.value = value
  }

  valueOf(): number {
    return this.value
  }

  toString(): string {
    return `${this.value}.0`
  }

  toJSON(): number {
    return this.value
  }

  equals(other: unknown): boolean {
    return this.value === plainNumber(other)
  }

  gt(other: unknown): boolean {
    return this.value > Number(other)
  }

  geq(other: unknown): boolean {
    return this.value >= Number(other)
  }

  lt(other: unknown): boolean {
    return this.value < Number(other)
  }

  leq(other: unknown): boolean {
    return this.value <= Number(other)
  }
}

/** The number of a decimal that the engine reads; any other value is itself. */
export function plainNumber(value: unknown): unknown {
  return value instanceof WholeDecimal ? value.value : value
}

/** Whether a value has members: it is not a list, nor a decimal of the engine's. */
export function isHash(value: unknown): value is object {
  const isObject = typeof value === 'object' && value !== null
  return isObject && !Array.isArray(value) && !(value instanceof WholeDecimal)
}

/** A decimal as the engine writes it: `8.0`, and `2.5` as it is. */
export function decimal(value: number): number | WholeDecimal {
  return Number.isInteger(value) ? new WholeDecimal(value) : value
}

/** Whether Liquid takes a number, or a text that is one, for a decimal. */
export function isDecimal(value: unknown): boolean {
  if (value instanceof WholeDecimal) return true
  if (typeof value === 'number') return !Number.isInteger(value)
  return typeof value === 'string' && /^\s*[+-]?\d+\.\d/.test(value)
}

const readNumber: (this: Tokenizer) => ReturnType<Tokenizer['readNumber']> = Reflect.get(
  Tokenizer.prototype,
  'readNumber',
)

// The engine has one reader for all of its templates and no place for another.
Tokenizer.prototype.readNumber = function (this: Tokenizer) {
  const token = readNumber.call(this)
  if (token && /\.\d/.test(token.getText())) Object.assign(token, { content: decimal(token.content) })
  return token
}

/** Comparisons as in Liquid: `nil` is blank from both sides, and a text is neither more nor less than a number. */
export const comparisons: Readonly<Record<string, Operator>> = {
  '==': (left, right, context) => isSame(left, right, context),
  '!=': function* (left, right, context) {
    return !(yield isSame(left, right, context))
  },
  '<>': function* (left, right, context) {
    return !(yield isSame(left, right, context))
  },
  ...Object.fromEntries(['<', '>', '<=', '>='].map((sign) => [sign, ordered(sign)])),
}

function* isSame(left: unknown, right: unknown, context: Context): Generator<unknown, boolean> {
  const [one, other] = [plainNumber(left), plainNumber(right)]
  const same = defaultOperators['==']!
  if (yield same(one, other, context)) return true
  // `blank` and `nil` are objects of the engine, which compares the second by the rules of the first alone.
  return isObject(one) && isObject(other) ? Boolean(yield same(other, one, context)) : false
}

function ordered(sign: string): Operator {
  return (left, right, context) => {
    const [one, other] = [plainNumber(left), plainNumber(right)]
    // `blank` and `empty` are objects, and neither more nor less than anything, as true and false are.
    if (typeof one === 'boolean' || typeof other === 'boolean') return false
    const kinds = new Set([typeof one, typeof other])
    if (kinds.has('string') && kinds.has('number'))
      throw new Error(`${sign} compares a text with a number; make it a number with "plus: 0" first`)
    return defaultOperators[sign]!(one, other, context)
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** Gives an engine the filters that keep a decimal one: `abs`, and `round` to digits. */
export function keepDecimals(engine: Liquid): void {
  for (const name of ['abs', 'at_least', 'at_most']) {
    const filter = engine.filters[name]
    if (typeof filter !== 'function') continue
    engine.registerFilter(name, function (value: unknown, ...parameters: unknown[]) {
      const result: unknown = filter.call(this, plainNumber(value), ...parameters.map(plainNumber))
      const isOne = [value, ...parameters].some((one) => isDecimal(one) && Number(one) === Number(result))
      return typeof result === 'number' && (isOne || (name === 'abs' && isDecimal(value)))
        ? decimal(result)
        : result
    })
  }
}
