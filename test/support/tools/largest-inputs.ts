import { MAX_BODY_DEPTH, MAX_BODY_NAMES } from '../../../src-shared/limits.ts'
import type { Json } from '../gateway/test-gateway.ts'
import type { ListedTool } from './wrong-inputs.ts'

/** A shape of a large input, made only when it is sent: all of a tool's shapes at once would fill the memory. */
export interface LargeShape {
  readonly what: string
  readonly make: () => unknown
}

/** Texts that a long text repeats, by what they are hard for: regular expressions, parsers, segmenters, splitters. */
const TEXTS: Readonly<Record<string, string>> = {
  'one letter': 'a',
  capitals: 'aB',
  digits: '7',
  zeros: '0',
  words: 'word ',
  spaces: ' ',
  lines: 'a\n',
  'empty lines': '\r\n',
  tabs: '\t',
  'square brackets': '[',
  'round brackets': '(',
  braces: '{"a":',
  tags: '<a ',
  'closed brackets': '[]',
  quotes: '"',
  apostrophes: "'",
  backslashes: '\\',
  dollars: '$(',
  commas: 'a,',
  semicolons: 'a=b; ',
  ampersands: 'a=b&',
  entities: '&amp;',
  percents: '%41',
  dots: 'a.',
  slashes: 'a/',
  dashes: 'a-',
  colons: 'f:',
  'at signs': 'a@',
  pluses: '+',
  'equal signs': '=',
  stars: '*',
  bars: '||',
  base64: 'QUJD',
  families: '👨‍👩‍👧‍👦',
  accents: 'e\u0301\u0323',
  ideographs: '漢',
  'right to left': 'שלום ',
}
/** As many as a body may have, less the names of the tool's own fields. */
const MAX_MEMBERS = MAX_BODY_NAMES - 1_000
/** An item of a list is at least this long; shorter ones are among the other shapes. */
const MIN_ITEM_BYTES = 64
const MAX_LEVELS = MAX_BODY_DEPTH - 24

/**
 * The shapes of the largest inputs that a tool's schema accepts: each field in turn as large as it may be, full of
 * everything that is hard to read, with the other fields as in an example; then all of them at once.
 * @param bytes how long the body may be, as JSON
 */
export function largeShapesOf(
  { input_schema, examples }: Pick<ListedTool, 'input_schema' | 'examples'>,
  bytes: number,
): LargeShape[] {
  const samples = examples.map(({ input }) => input)
  const single = shapesOf(input_schema, samples, bytes)
  return [...single, ...togetherOf(input_schema, samples, bytes)]
}

function shapesOf(schema: Json, samples: readonly unknown[], bytes: number): LargeShape[] {
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined)
    return either.flatMap((one: Json) =>
      shapesOf({ ...schema, anyOf: undefined, oneOf: undefined, ...one }, samples, bytes),
    )
  if (schema.const !== undefined || schema.enum !== undefined) return []
  switch (schema.type) {
    case 'string':
      return textsOf(schema, samples.filter(isText), bytes)
    case 'array':
      return listsOf(schema, samples.filter(Array.isArray), bytes)
    case 'object':
      return schema.properties === undefined
        ? recordsOf(schema, samples.filter(isRecord), bytes)
        : fieldsOf(schema, samples.filter(isRecord), bytes)
    case undefined:
      return anythingOf(samples, bytes)
    default:
      return []
  }
}

function textsOf(schema: Json, samples: readonly string[], bytes: number): LargeShape[] {
  const chars = Math.min(schema.maxLength ?? Infinity, bytes)
  const long = (unit: string, before = '', after = '') => {
    const room = bytes - jsonBytes(before) - jsonBytes(after)
    const most = Math.min(Math.floor(room / jsonBytes(unit)), Math.ceil(chars / unit.length))
    const filler = unit
      .repeat(Math.max(most, 1))
      .slice(0, Math.max(chars - before.length - after.length, 0))
    return (before + filler + after).slice(0, chars).toWellFormed()
  }
  const plain = Object.entries(TEXTS).map(([what, unit]) => ({ what, make: () => long(unit) }))
  // A text that is right at its beginning and its end gets further than one that is wrong at once.
  const right = [...new Set(samples)]
    .filter(Boolean)
    .slice(0, 3)
    .flatMap((sample) => {
      const middle = Math.floor(sample.length / 2)
      const [start, end] = [sample.slice(0, middle), sample.slice(middle)]
      return [
        { what: 'an example again and again', make: () => long(sample) },
        { what: 'lines of an example', make: () => long(`${sample}\n`) },
        { what: 'a list of an example', make: () => long(`${sample},`) },
        { what: 'an example with a long middle', make: () => long(end[0] ?? 'a', start, end) },
        { what: 'an example with spaces after it', make: () => long(' ', sample, 'x') },
        { what: 'an example with letters after it', make: () => long('a', sample, '!') },
      ]
    })
  return [...right, ...plain]
}

function listsOf(schema: Json, samples: readonly unknown[][], bytes: number): LargeShape[] {
  const most = schema.maxItems ?? Infinity
  const items = samples.flat()
  const shapes: LargeShape[] = []
  if (items.length > 0) {
    shapes.push({
      what: 'items of the examples',
      make: () => filled((n) => items[n % items.length], most, bytes),
    })
    shapes.push({
      what: 'different items',
      make: () => filled((n) => unlike(items[n % items.length], n), most, bytes),
    })
  }
  const item = schema.items ?? {}
  if (isFree(item)) shapes.push({ what: 'zeros', make: () => filled(() => 0, most, bytes) })
  // As many as allowed, each as long as then fits; and a few that are longer.
  const fit = Math.max(Math.floor(bytes / MIN_ITEM_BYTES), 1)
  for (const count of new Set([Math.min(most, 10_000, fit), Math.min(most, 20, fit)]))
    for (const { what, make } of shapesOf(item, items, Math.floor(bytes / count) - 1))
      shapes.push({
        what: `${count} of ${what}`,
        make: () => {
          const one = make()
          return Array.from({ length: count }, () => one)
        },
      })
  return shapes
}

function recordsOf(schema: Json, samples: readonly Record<string, unknown>[], bytes: number): LargeShape[] {
  const members = samples.flatMap((sample) => Object.values(sample))
  const member = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
  const value = members[0] ?? (isFree(member) ? 1 : 'a')
  return [
    { what: 'many members', make: () => manyMembers((n) => `k${scattered(n)}`, value, bytes) },
    { what: 'many numbered members', make: () => manyMembers((n) => String(scattered(n)), value, bytes) },
    ...(isFree(member) ? anythingOf([], bytes - 20) : shapesOf(member, members, bytes - 20)).map(
      ({ what, make }) => ({ what: `a member with ${what}`, make: () => ({ member: make() }) }),
    ),
  ]
}

function anythingOf(samples: readonly unknown[], bytes: number): LargeShape[] {
  return [
    { what: 'many members', make: () => manyMembers((n) => `k${scattered(n)}`, 1, bytes) },
    { what: 'many numbered members', make: () => manyMembers((n) => String(scattered(n)), 1, bytes) },
    {
      what: 'many small objects',
      make: () => filled((n) => ({ id: n, name: `n${n}`, on: null }), Infinity, bytes),
    },
    {
      what: 'many different objects',
      make: () => filled((n) => ({ [`k${n}`]: { [`m${n % 7}`]: n } }), MAX_MEMBERS, bytes),
    },
    {
      what: 'many objects with an escaped name',
      make: () => filled((n) => ({ 'i\nd': n, on: null }), Infinity, bytes),
    },
    { what: 'zeros', make: () => filled(() => 0, Infinity, bytes) },
    { what: 'many levels', make: () => levels(bytes) },
    { what: 'many empty lists', make: () => filled(() => [], Infinity, bytes) },
    ...textsOf({}, samples.filter(isText), bytes),
    ...samples.slice(0, 1).map((sample) => ({
      what: 'a list of an example',
      make: () => filled(() => sample, Infinity, bytes),
    })),
  ]
}

function fieldsOf(schema: Json, samples: readonly Record<string, unknown>[], bytes: number): LargeShape[] {
  const base = samples[0] ?? {}
  return Object.entries<Json>(schema.properties).flatMap(([name, field]) => {
    const given = samples.map((sample) => sample[name]).filter((value) => value !== undefined)
    // An example that has the field shows what belongs beside it.
    const beside = samples.find((sample) => sample[name] !== undefined) ?? base
    const room = bytes - jsonBytes({ ...beside, [name]: '' }) - 8
    return shapesOf(field, given, room).map(({ what, make }) => ({
      what: `${name}: ${what}`,
      make: () => ({ ...beside, [name]: make() }),
    }))
  })
}

/** All large fields at once, each with its part of the body. */
function togetherOf(schema: Json, samples: readonly unknown[], bytes: number): LargeShape[] {
  const objects = samples.filter(isRecord)
  const fields = Object.entries<Json>(schema.properties ?? {}).map(([name, field]) => {
    const given = objects.map((sample) => sample[name]).filter((value) => value !== undefined)
    return [name, field, given] as const
  })
  const large = fields.filter(([, field, given]) => shapesOf(field, given, bytes).length > 0)
  if (large.length < 2) return []
  const room = Math.floor((bytes - 1_000) / large.length)
  const shapes = large.map(([name, field, given]) => [name, shapesOf(field, given, room)] as const)
  return [0, 0.3, 0.6, 0.9].map((at) => ({
    what: `all fields at once, the shapes at ${at}`,
    make: () => ({
      ...objects[0],
      ...Object.fromEntries(shapes.map(([name, of]) => [name, of[Math.floor(at * of.length)]!.make()])),
    }),
  }))
}

function filled(itemOf: (n: number) => unknown, most: number, bytes: number): unknown[] {
  const items: unknown[] = []
  for (let used = 2; items.length < most;) {
    const item = itemOf(items.length)
    used += jsonBytes(item) + 1
    if (used > bytes) break
    items.push(item)
  }
  return items
}

function manyMembers(
  nameOf: (n: number) => string,
  value: unknown,
  bytes: number,
): Record<string, unknown> {
  const most = Math.min(MAX_MEMBERS, Math.floor(bytes / (jsonBytes(value) + 13)))
  return Object.fromEntries(Array.from({ length: most }, (_, n) => [nameOf(n), value]))
}

function levels(bytes: number): unknown {
  let value: unknown = 'a'.repeat(Math.max(bytes - 3 * MAX_LEVELS, 1))
  for (let level = 0; level < MAX_LEVELS; level++) value = [value]
  return value
}

/** Numbers in no order: what sorts them has work to do. */
const scattered = (n: number): number => (n * 7_919 + 104_729) % 1_000_003

function unlike(item: unknown, n: number): unknown {
  if (typeof item === 'number') return item + n / 7
  if (typeof item === 'string') return item + String(n)
  if (isRecord(item))
    return Object.fromEntries(Object.entries(item).map(([key, value]) => [key, unlike(value, n)]))
  return item
}

const jsonBytes = (value: unknown): number =>
  Math.max(Buffer.byteLength(JSON.stringify(value) ?? '') - (typeof value === 'string' ? 2 : 0), 1)
const isFree = (schema: Json): boolean => schema.type === undefined && !schema.anyOf && !schema.oneOf
const isText = (value: unknown): value is string => typeof value === 'string'
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
