import { fullFormats } from 'ajv-formats/dist/formats.js'
import { identityOf, isMultipleOf, isObject } from './json-identity.ts'

/** Why a value does not match: the end of a sentence, and its details. */
export interface Mismatch {
  readonly message: string
  /** The name of a missing or unexpected property. */
  readonly property?: string
  /** What the schema would have accepted. */
  readonly allowed?: unknown
}

type Assertion = (limit: unknown, value: unknown) => Mismatch | null

/** The keywords that look at a value alone (2020-12 Validation, 6); values of other types pass. */
export const ASSERTIONS: Readonly<Record<string, Assertion>> = {
  type: (types, value) => {
    const named = Array.isArray(types) ? types : [types]
    return named.some((type) => isOfType(type, value)) ? null : { message: `must be ${named.join(',')}` }
  },
  enum: (values, value) => {
    return listOf(values).some((allowed) => areEqual(allowed, value))
      ? null
      : { message: 'must be equal to one of the allowed values', allowed: values }
  },
  const: (allowed, value) =>
    areEqual(allowed, value) ? null : { message: 'must be equal to constant', allowed },
  multipleOf: ofNumbers((value, of) => isMultipleOf(value, of), 'multiple of'),
  maximum: ofNumbers((value, limit) => value <= limit, '<='),
  exclusiveMaximum: ofNumbers((value, limit) => value < limit, '<'),
  minimum: ofNumbers((value, limit) => value >= limit, '>='),
  exclusiveMinimum: ofNumbers((value, limit) => value > limit, '>'),
  maxLength: ofSize(lengthOf, 'characters', 'more'),
  minLength: ofSize(lengthOf, 'characters', 'fewer'),
  maxItems: ofSize(itemsOf, 'items', 'more'),
  minItems: ofSize(itemsOf, 'items', 'fewer'),
  uniqueItems: (asked, value) => (asked === true && Array.isArray(value) ? duplicateIn(value) : null),
  maxProperties: ofSize(propertiesOf, 'properties', 'more'),
  minProperties: ofSize(propertiesOf, 'properties', 'fewer'),
}

/** The required properties that an object lacks. */
export function missingFrom(value: unknown, required: unknown): string[] {
  return isObject(value)
    ? listOf(required)
        .map(String)
        .filter((name) => !Object.hasOwn(value, name))
    : []
}

/** Whether a value has a format; unknown formats and formats for other types accept everything. */
export function fitsFormat(format: unknown, value: unknown): boolean {
  const known = Object.hasOwn(FORMATS, String(format)) ? FORMATS[String(format)] : undefined
  if (known === undefined || known === true) return true
  if (typeof known === 'function') return typeof value !== 'string' || known(value)
  if (known instanceof RegExp) return typeof value !== 'string' || known.test(value)
  if (typeof value !== (known.type ?? 'string')) return true
  const { validate } = known
  // Of the type that the line above has checked.
  return validate instanceof RegExp ? validate.test(String(value)) : validate(value as never) === true
}

type Format =
  | true
  | RegExp
  | ((value: string) => boolean)
  | { readonly type?: string; readonly validate: RegExp | ((value: never) => unknown) }
// ajv-formats types each one separately; together they are one of these.
const FORMATS = fullFormats as unknown as Readonly<Record<string, Format>>

function areEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  const areWhole = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null
  return areWhole && identityOf(a) === identityOf(b)
}

function isOfType(type: unknown, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === type
  }
}

function ofNumbers(holds: (value: number, limit: number) => boolean, words: string): Assertion {
  return (limit, value) =>
    typeof value !== 'number' || typeof limit !== 'number' || holds(value, limit)
      ? null
      : { message: `must be ${words} ${limit}` }
}

function ofSize(
  sizeOf: (value: unknown) => number | null,
  words: string,
  refused: 'more' | 'fewer',
): Assertion {
  return (limit, value) => {
    const size = sizeOf(value)
    if (size === null || typeof limit !== 'number') return null
    const fits = refused === 'more' ? size <= limit : size >= limit
    return fits ? null : { message: `must NOT have ${refused} than ${limit} ${words}` }
  }
}

// In code points (2020-12 Validation, 6.3.1).
function lengthOf(value: unknown): number | null {
  return typeof value === 'string' ? [...value].length : null
}

function itemsOf(value: unknown): number | null {
  return Array.isArray(value) ? value.length : null
}

function propertiesOf(value: unknown): number | null {
  return isObject(value) ? Object.keys(value).length : null
}

function duplicateIn(values: readonly unknown[]): Mismatch | null {
  const seen = new Map<string, number>()
  for (const [index, value] of values.entries()) {
    const identity = identityOf(value)
    const first = seen.get(identity)
    if (first !== undefined)
      return { message: `must NOT have duplicate items (items ## ${index} and ${first} are identical)` }
    seen.set(identity, index)
  }
  return null
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
