import fc from 'fast-check'
import type { Json } from '../gateway/test-gateway.ts'

const MAX_CHARS = 60
const MAX_ITEMS = 4

const SURROGATES = { first: 0xd800, count: 0x800 }
// fast-check's own unit `binary` is the same, but builds a map of a million characters first.
const CHARACTERS = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
  (n) => String.fromCodePoint(n < SURROGATES.first ? n : n + SURROGATES.count),
  (char) => {
    const code = typeof char === 'string' ? char.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== char) throw new Error('No single character')
    return code < SURROGATES.first ? code : code - SURROGATES.count
  },
)

/**
 * Random values that a JSON Schema (as zod writes it) allows, kept small. Where an example has a text in the same
 * place, texts that begin as that one and are cut, doubled or mixed with others come as often: at random alone
 * nothing would ever be a date, a formula or a picture.
 * @param samples what examples have in the place of this schema
 */
export function arbitraryOf(schema: Json, samples: readonly unknown[]): fc.Arbitrary<unknown> {
  const given = samples.filter((sample) => sample !== undefined)
  const made = madeOf(schema, given)
  return given.length === 0 ? made : fc.oneof({ weight: 3, arbitrary: made }, fc.constantFrom(...given))
}

function madeOf(schema: Json, samples: readonly unknown[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return fc.oneof(...either.map((one: Json) => madeOf(one, samples)))
  switch (schema.type) {
    case 'string':
      return textOf(schema, samples.filter(isText))
    case 'integer':
      return fc.integer({ min: atLeast(schema.minimum), max: atMost(schema.maximum) })
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return listOf(schema, samples)
    case 'object':
      return objectOf(schema, samples)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function textOf(schema: Json, samples: readonly string[]): fc.Arbitrary<string> {
  const maxLength = Math.min(schema.maxLength ?? MAX_CHARS, MAX_CHARS)
  const minLength = Math.min(schema.minLength ?? 0, maxLength)
  const plain = fc.string({ unit: CHARACTERS, minLength, maxLength })
  const ways = [plain, fc.string({ unit: 'grapheme', minLength, maxLength })]
  if (schema.pattern !== undefined) ways.push(matching(schema.pattern) ?? plain)
  if (samples.length > 0) ways.push(mutated(samples), mutated(samples))
  return fc.oneof(...ways)
}

// fast-check knows no look-around; such a field gets what its examples give.
function matching(pattern: string): fc.Arbitrary<string> | null {
  if (/\(\?[=!<]|\\p/.test(pattern)) return null
  return fc.stringMatching(new RegExp(pattern), { size: '-1' })
}

function mutated(samples: readonly string[]): fc.Arbitrary<string> {
  const place = fc.double({ min: 0, max: 1, noNaN: true })
  return fc
    .tuple(
      fc.constantFrom(...samples),
      place,
      place,
      fc.string({ unit: CHARACTERS, maxLength: 3 }),
      fc.nat(2),
    )
    .map(([text, from, to, piece, way]) => {
      const [start, end] = [from, to].map((at) => Math.floor(at * text.length)).sort((a, b) => a - b)
      const middle = [piece, '', text.slice(start, end).repeat(2)][way]!
      return (text.slice(0, start) + middle + text.slice(end)).toWellFormed()
    })
}

function numberOf(schema: Json): fc.Arbitrary<number> {
  const min = schema.minimum ?? schema.exclusiveMinimum ?? -Number.MAX_VALUE
  const max = schema.maximum ?? schema.exclusiveMaximum ?? Number.MAX_VALUE
  const double = fc.double({ min, max, noNaN: true, noDefaultInfinity: true })
  return fc.oneof(double, fc.integer({ min: atLeast(min), max: atMost(max) }))
}

const atLeast = (min = Number.MIN_SAFE_INTEGER) => Math.max(Math.ceil(min), Number.MIN_SAFE_INTEGER)
const atMost = (max = Number.MAX_SAFE_INTEGER) => Math.min(Math.floor(max), Number.MAX_SAFE_INTEGER)

function listOf(schema: Json, samples: readonly unknown[]): fc.Arbitrary<unknown[]> {
  const lists = samples.filter(Array.isArray)
  if (schema.prefixItems !== undefined) {
    return fc.tuple(
      ...schema.prefixItems.map((item: Json, index: number) =>
        arbitraryOf(
          item,
          lists.map((list) => list[index]),
        ),
      ),
    )
  }
  const minLength = schema.minItems ?? 0
  const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS))
  return fc.array(arbitraryOf(schema.items ?? {}, lists.flat()), { minLength, maxLength })
}

function objectOf(schema: Json, samples: readonly unknown[]): fc.Arbitrary<object> {
  const objects = samples.filter(isRecord)
  if (schema.properties === undefined) {
    const names = arbitraryOf(
      { type: 'string', ...schema.propertyNames },
      objects.flatMap((one) => Object.keys(one)),
    )
    const values = objects.flatMap((one) => Object.values(one))
    const open = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    return fc.dictionary(names.map(String), arbitraryOf(open, values), { maxKeys: MAX_ITEMS })
  }
  const fields = Object.entries<Json>(schema.properties).map(([name, field]) => {
    const given = objects.map((one) => one[name])
    return [name, arbitraryOf(field, given)] as const
  })
  return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
