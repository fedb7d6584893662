import { Decimal } from 'decimal.js'
import type { Liquid } from 'liquidjs'
import { decimal, isDecimal, isHash, plainNumber } from './liquid-decimals.ts'
import { textOf } from './liquid-texts.ts'
import { replaceFilter } from './replace-filter.ts'

/**
 * Gives an engine the filters of Liquid's reference where the library's differ: exact decimals, division of whole
 * numbers, base64 for URLs, properties of `compact` and `uniq`, and the words of `split: " "`.
 */
export function followReference(engine: Liquid): void {
  computeWith(engine, 'plus', (value, other) => value.plus(other))
  computeWith(engine, 'minus', (value, other) => value.minus(other))
  computeWith(engine, 'times', (value, other) => value.times(other))
  computeWith(engine, 'modulo', modulo)
  divideWholeNumbers(engine)
  for (const name of ['abs', 'ceil', 'floor', 'round', 'at_least', 'at_most'])
    replaceFilter(
      engine,
      name,
      (compute) =>
        (value, ...parameters) =>
          compute(numberOf(value), ...parameters.map((one) => (one === undefined ? one : numberOf(one)))),
    )
  engine.registerFilter('base64_url_safe_encode', (value) => {
    const base64 = Buffer.from(textOf(value)).toString('base64')
    return base64.replaceAll('+', '-').replaceAll('/', '_')
  })
  engine.registerFilter('base64_url_safe_decode', (value) => {
    if (typeof value === 'number') throw new Error('base64_url_safe_decode needs a text')
    return Buffer.from(textOf(value), 'base64url').toString('utf8').toWellFormed()
  })
  replaceFilter(
    engine,
    'url_encode',
    (encode) => (value) => textOf(encode(value)).replace(/[!'()*]/g, percentEncoded),
  )
  // A single space stands for any white space, as in Ruby's String#split.
  replaceFilter(engine, 'split', (split) => (value, separator) => {
    const parts = split(value, separator)
    return separator === ' '
      ? textOf(value)
          .split(/\s+/)
          .filter((part) => part !== '')
      : parts
  })
  replaceFilter(
    engine,
    'size',
    (size) => (value) => (isHash(value) ? Object.keys(value).length : size(value)),
  )
  replaceFilter(engine, 'default', (fallBack) => (value, ...parameters) => {
    const isEmpty = isHash(value) && Object.keys(value).length === 0
    return isEmpty ? parameters[0] : fallBack(value, ...parameters)
  })
  selectByProperty(engine)
}

/** The sum of numbers, as exact as its parts; what is not a number counts as 0. */
export function sumOf(values: readonly unknown[]): unknown {
  const result = Number(values.reduce((sum: Decimal, value) => sum.plus(decimalOf(value)), new Decimal(0)))
  return values.some(isDecimal) ? decimal(result) : result
}

// A decimal on one side makes the result one.
function computeWith(
  engine: Liquid,
  name: string,
  compute: (value: Decimal, other: Decimal) => Decimal,
): void {
  engine.registerFilter(name, (value: unknown, other: unknown) => {
    const result = Number(compute(decimalOf(value), decimalOf(other)))
    return isDecimal(value) || isDecimal(other) ? decimal(result) : result
  })
}

// The remainder has the sign of the divisor.
function modulo(dividend: Decimal, divisor: Decimal): Decimal {
  if (divisor.isZero()) throw new Error('divided by 0')
  return dividend.minus(divisor.times(dividend.div(divisor).floor()))
}

// A whole number divided by another is rounded down. The library only does so on request.
function divideWholeNumbers(engine: Liquid): void {
  engine.registerFilter('divided_by', (value: unknown, other: unknown, asWhole?: unknown) => {
    const [dividend, divisor] = [decimalOf(value), decimalOf(other)]
    if (divisor.isZero()) throw new Error('divided by 0')
    const isWhole = asWhole ?? !(isDecimal(value) || isDecimal(other))
    const quotient = dividend.div(divisor)
    return isWhole === true ? Number(quotient.floor()) : decimal(Number(quotient))
  })
}

// Items whose property is nil, or was there before, are left out.
function selectByProperty(engine: Liquid): void {
  replaceFilter(engine, 'compact', (compact) => (value, name) => {
    const items = compact(value)
    if (name === undefined || !isList(items)) return items
    return items.filter((item) => (propertyOf(item, name) ?? null) !== null)
  })
  replaceFilter(engine, 'uniq', (uniq) => (value, name) => {
    if (name === undefined || !isList(value)) return uniq(value)
    const seen = new Set<unknown>()
    return value.filter((item) => seen.size < seen.add(propertyOf(item, name)).size)
  })
}

function decimalOf(value: unknown): Decimal {
  return new Decimal(numberOf(value))
}

// As Ruby reads a text: a decimal if it is all of it, else the whole number at its start.
function numberOf(value: unknown): number {
  const plain = plainNumber(value)
  if (typeof plain === 'string') return Number(/^\s*(-?\d+\.\d+\s*$|[+-]?\d+)?/.exec(plain)![1] ?? 0)
  return typeof plain === 'number' && Number.isFinite(plain) ? plain : 0
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function propertyOf(item: unknown, name: unknown): unknown {
  return isHash(item) && Object.hasOwn(item, textOf(name)) ? Reflect.get(item, textOf(name)) : undefined
}

function percentEncoded(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
