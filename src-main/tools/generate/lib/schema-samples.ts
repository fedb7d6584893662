import type { Faker } from '@faker-js/faker'
import { generateSync, type JsonSchema } from 'json-schema-faker'
import { faultsOf, readSchema } from '../../../json-schema/schema-check.ts'
import { isJsonObject } from '../../lib/json-document.ts'
import { toJsonTree } from '../../lib/json-tree.ts'
import { checkGenerator } from './seeded-faker.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const PROTO = '__proto__'
const MAX_LENGTH = 10_000
const SIZES = ['minItems', 'minLength', 'minProperties', 'minContains']

interface SampleOptions {
  readonly count: number
  readonly seed: number
  readonly optionalMembers: number
  readonly faker: Faker
}

/**
 * Records for a JSON Schema, and how many of them match it.
 * @throws InvalidInput for what is not a JSON Schema, refers outside it, or requires too much
 */
export function sampleSchema(
  schema: unknown,
  options: SampleOptions,
): { records: unknown[]; valid_count: number } {
  if (!isJsonObject(schema)) throw new InvalidInput('schema', 'A JSON Schema must be an object')
  checkKeywords(schema, options.faker)
  const hidden = hiddenProto(schema)
  const evaluator = readSchema(schema)
  const isValid = (record: unknown): boolean => faultsOf(evaluator, record).length === 0
  const records = Array.from({ length: options.count }, (_, at) =>
    bestSample((given) => hidden.restore(sample(hidden.schema, at, given)), options, isValid),
  )
  // The total is checked where all of them are read.
  const { value } = toJsonTree(records, 'schema')
  // A list went in, so a list comes out, with values of any type.
  const checked = Array.isArray(value) ? (value as unknown[]) : []
  return { records: checked, valid_count: checked.filter((record) => isValid(record)).length }
}

// A recursive schema is cut off at some depth, which may drop required members there. If so,
// records with fewer optional members are tried, because recursion mostly goes through those.
function bestSample(
  make: (options: SampleOptions) => unknown,
  options: SampleOptions,
  isValid: (record: unknown) => boolean,
): unknown {
  const first = make(options)
  if (isValid(first)) return first
  const plain = withPlainDigits(first)
  if (isValid(plain)) return plain
  for (const share of [0.5, 0.25, 0]) {
    const other = make({ ...options, optionalMembers: options.optionalMembers * share })
    if (isValid(other)) return other
  }
  return first
}

/** Digits that the sum of two 64-bit floats has right. */
const SOUND_DIGITS = 14

// The library multiplies 0.01 by 203 and gets 2.0300000000000002, which is not one of its multiples.
function withPlainDigits(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(SOUND_DIGITS))
  if (Array.isArray(value)) return value.map(withPlainDigits)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withPlainDigits(member)]))
}

interface HiddenProto {
  readonly schema: JsonSchema
  readonly restore: (record: unknown) => unknown
}

/** The schema with another word of its length for `__proto__`, a name that the library drops. */
function hiddenProto(schema: JsonSchema): HiddenProto {
  const text = JSON.stringify(schema)
  if (!text.includes(PROTO)) return { schema, restore: (record) => record }
  let at = 0
  while (text.includes(otherName(at))) at++
  const other = otherName(at)
  return {
    // A JSON Schema with other names is one, too.
    schema: parseJson(text.replaceAll(PROTO, other)) as JsonSchema,
    restore: (record) => parseJson((JSON.stringify(record) ?? 'null').replaceAll(other, PROTO)),
  }
}

const otherName = (at: number): string => `__pr${String(at).padStart(3, '0')}__`

function sample(schema: JsonSchema, at: number, { seed, optionalMembers, faker }: SampleOptions): unknown {
  try {
    return generateSync(schema, {
      // Odd and large, so that neighbouring seeds share no records.
      seed: (seed + at * 2_654_435_761) % 4_294_967_296,
      extensions: { faker },
      optionalsProbability: optionalMembers,
      alwaysFakeOptionals: optionalMembers === 1,
      fixedProbabilities: false,
      refDepthMax: 3,
      maxDefaultItems: 5,
      minDateTime: '2000-01-01T00:00:00Z',
      maxDateTime: '2026-01-01T00:00:00Z',
    })
  } catch (error) {
    throw new InvalidInput('schema', `The schema cannot be used: ${reasonOf(error)}`)
  }
}

function checkKeywords(schema: Record<string, unknown>, faker: Faker): void {
  const open: unknown[] = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (isJsonObject(next)) checkOne(next, faker)
    // Members of a JSON value may have any type.
    for (const member of Object.values(next) as unknown[])
      if (typeof member === 'object') open.push(member ?? {})
  }
}

function checkOne(schema: Record<string, unknown>, faker: Faker): void {
  const reference = schema['$ref']
  if (typeof reference === 'string' && !reference.startsWith('#'))
    throw new InvalidInput('schema', 'A reference points outside the schema; copy its target into $defs')
  const generator = schema['faker']
  if (typeof generator === 'string') checkGenerator(generator, faker)
  else if (isJsonObject(generator) && !('type' in generator)) {
    for (const name of Object.keys(generator)) checkGenerator(name, faker)
  }
  for (const size of SIZES) {
    const least = schema[size]
    if (typeof least === 'number' && least > MAX_LENGTH)
      throw new InvalidInput('schema', `${size} is over ${MAX_LENGTH}; use a smaller number`)
  }
  const pattern = schema['pattern']
  if (typeof pattern === 'string' && /\{\d{5,}|\{\d*,\d{5,}/.test(pattern))
    throw new InvalidInput('schema', 'A pattern repeats something over 9,999 times; use fewer repetitions')
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200).toWellFormed()
}
