import { Decimal } from 'decimal.js'
import type { FilterImplOptions, Liquid } from 'liquidjs'
import { decimal, isDecimal, plainNumber, WholeDecimal } from './liquid-decimals.ts'

type Filter = (value: unknown, ...parameters: unknown[]) => unknown

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
  engine.registerFilter('base64_url_safe_encode', (value) => {
    const base64 = Buffer.from(textOf(value)).toString('base64')
    return base64.replaceAll('+', '-').replaceAll('/', '_')
  })
  engine.registerFilter('base64_url_safe_decode', (value) => {
    if (typeof value === 'number') throw new Error('base64_url_safe_decode needs a text')
    return Buffer.from(textOf(value), 'base64url').toString('utf8').toWellFormed()
  })
  replace(
    engine,
    'url_encode',
    (encode) => (value) => textOf(encode(value)).replace(/[!'()*]/g, percentEncoded),
  )
  // A single space stands for any white space, as in Ruby's String#split.
  replace(engine, 'split', (split) => (value, separator) => {
    const parts = split(value, separator)
    return separator === ' '
      ? textOf(value)
          .split(/\s+/)
          .filter((part) => part !== '')
      : parts
  })
  replace(engine, 'size', (size) => (value) => (isHash(value) ? Object.keys(value).length : size(value)))
  replace(engine, 'default', (fallBack) => (value, ...parameters) => {
    const isEmpty = isHash(value) && Object.keys(value).length === 0
    return isEmpty ? parameters[0] : fallBack(value, ...parameters)
  })
  selectByProperty(engine)
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
  replace(engine, 'compact', (compact) => (value, name) => {
    const items = compact(value)
    if (name === undefined || !isList(items)) return items
    return items.filter((item) => (propertyOf(item, name) ?? null) !== null)
  })
  replace(engine, 'uniq', (uniq) => (value, name) => {
    if (name === undefined || !isList(value)) return uniq(value)
    const seen = new Set<unknown>()
    return value.filter((item) => seen.size < seen.add(propertyOf(item, name)).size)
  })
}

/** Puts a filter in the place of the library's, which it can use. */
function replace(engine: Liquid, name: string, create: (original: Filter) => Filter): void {
  const filter: FilterImplOptions | undefined = engine.filters[name]
  if (typeof filter !== 'function') return
  engine.registerFilter(name, function (...parameters: unknown[]) {
    const original: Filter = (...own) => filter.apply(this, own) as unknown
    return create(original)(parameters[0], ...parameters.slice(1))
  })
}

// What is not a number counts as 0.
function decimalOf(value: unknown): Decimal {
  const plain = plainNumber(value)
  const number = typeof plain === 'number' ? plain : Number(textOf(plain))
  return Number.isFinite(number) ? new Decimal(number) : new Decimal(0)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isHash(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WholeDecimal)
  )
}

function propertyOf(item: unknown, name: unknown): unknown {
  return isHash(item) && Object.hasOwn(item, textOf(name)) ? Reflect.get(item, textOf(name)) : undefined
}

function percentEncoded(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`
}
