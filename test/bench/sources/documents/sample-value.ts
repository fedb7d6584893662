import { isJson, resolved, type Json } from '../../../../src-main/tools/lib/api-parts.ts'

const MOST_DEPTH = 6
/** Below this only what a schema requires is given. */
const WHOLE_DEPTH = 2
const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  email: 'ann@example.com',
  uri: 'https://example.com/a',
  url: 'https://example.com/a',
  uuid: '0b1e4a52-6f5c-4d0f-8a51-6b1f4f0f2a11',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  binary: 'AAECAw==',
  byte: 'AAECAw==',
}
/** One of these fits most patterns of documents in the wild. */
const TEXTS = [
  'a b/c?d=é&f',
  'abc',
  'ABC',
  'a1',
  '1',
  '0123456789',
  'abc-1',
  '2026-01-02',
  'sha256:0a',
  '#ffffff',
  '1.2.3',
  `sha256:${'0a'.repeat(32)}`,
  'ssh-ed25519 AAAA',
]
const HEX = '0123456789abcdef'.repeat(8)

/** A value that a schema takes, read from its words alone: what a caller would send who has only the document. */
export function sampleOf(document: Json, schema: unknown, depth = 0): unknown {
  const own = resolved(document, schema)
  if (!own || depth > MOST_DEPTH) return 'x'
  const merged = mergedOf(document, own)
  if ('const' in merged) return merged['const']
  if (Array.isArray(merged['enum'])) return merged['enum'].find((one) => one !== null)
  const of = branchOf(document, merged)
  if (of) return sampleOf(document, of, depth)
  switch (typeOf(merged)) {
    case 'object':
      return objectOf(document, merged, depth)
    case 'array':
      return listOf(document, merged, depth)
    case 'integer':
      return numberOf(merged, 1)
    case 'number':
      return numberOf(merged, 1.5)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return textOf(merged)
  }
}

// All that holds at once, with the members of each part.
function mergedOf(document: Json, schema: Json): Json {
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  return parts.reduce<Json>(
    (all, part) => {
      const { properties, required, ...rest } = mergedOf(document, resolved(document, part) ?? {})
      return {
        ...rest,
        ...all,
        properties: { ...asObject(properties), ...asObject(all['properties']) },
        required: [...asList(required), ...asList(all['required'])],
      }
    },
    { ...schema, allOf: undefined },
  )
}

// What is beside the branches holds in each of them.
function branchOf(document: Json, schema: Json): Json | null {
  const branches = [...asList(schema['oneOf']), ...asList(schema['anyOf'])]
  const [first] = branches
    .map((one) => resolved(document, one))
    .filter((one) => one !== null)
    .filter((one) => one['type'] !== 'null')
  if (!first) return null
  const { oneOf, anyOf: _, ...beside } = schema
  const rest = { ...beside, allOf: [first] }
  if (!oneOf || 'properties' in first || !('required' in first)) return rest
  // Branches that only require members exclude each other: whoever gives all of them fits several.
  const required = [...asList(schema['required']), ...asList(first['required'])]
  const taken = Object.entries(asObject(schema['properties'])).filter(([name]) => required.includes(name))
  return { ...rest, properties: Object.fromEntries(taken) }
}

function typeOf(schema: Json): string {
  const [first] = [schema['type']].flat().filter((one) => one !== 'null')
  if (typeof first === 'string') return first
  if (Object.keys(asObject(schema['properties'])).length > 0 || 'additionalProperties' in schema)
    return 'object'
  return 'items' in schema ? 'array' : 'string'
}

function objectOf(document: Json, schema: Json, depth: number): Record<string, unknown> {
  const required = asList(schema['required'])
  const sample: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(asObject(schema['properties']))) {
    const own = resolved(document, part)
    if (own?.['readOnly'] === true || (depth >= WHOLE_DEPTH && !required.includes(name))) continue
    sample[name] = sampleOf(document, part, depth + 1)
  }
  for (const name of required) if (typeof name === 'string' && !(name in sample)) sample[name] = 'x'
  const least = Number(schema['minProperties'] ?? 0)
  while (Object.keys(sample).length < least) {
    const more = schema['additionalProperties']
    sample[`more-${Object.keys(sample).length}`] = sampleOf(document, more === true ? {} : more, depth + 1)
  }
  return sample
}

function listOf(document: Json, schema: Json, depth: number): unknown[] {
  const count = Math.max(1, Math.min(Number(schema['minItems'] ?? 1), 8))
  const item = sampleOf(document, schema['items'] ?? {}, depth + 1)
  if (count === 1 || schema['uniqueItems'] !== true) return Array.from({ length: count }, () => item)
  return Array.from({ length: count }, (_, at) => `${String(item)}${at}`)
}

function numberOf(schema: Json, usual: number): number {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? usual)
  const most = Number(schema['maximum'] ?? Infinity)
  const above =
    schema['exclusiveMinimum'] === undefined || schema['exclusiveMinimum'] === false ? least : least + 1
  return Math.min(Math.max(usual, Number.isFinite(above) ? above : usual), most)
}

function textOf(schema: Json): string {
  const { format, pattern, minLength, maxLength } = schema
  if (typeof format === 'string' && format in BY_FORMAT) return BY_FORMAT[format] ?? ''
  const [least, most] = [Number(minLength ?? 0), Number(maxLength ?? Infinity)]
  const fits = (text: string): boolean =>
    text.length >= least &&
    text.length <= most &&
    (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text))
  const long = 'x'.repeat(Math.min(least, 10_000))
  const shown = [schema['example'], ...asList(schema['examples'])].filter((one) => typeof one === 'string')
  const hex = [HEX.slice(0, 32), HEX.slice(0, 40), HEX.slice(0, 64)]
  return [...TEXTS, ...hex, ...shown, long].find(fits) ?? 'x'
}

function asObject(value: unknown): Json {
  return isJson(value) ? value : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
