import type { ModelApi } from '../../../src-main/registry/model-apis/model-tools.ts'

/** The members of a JSON Schema that tests look at. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly [keyword: string]: unknown
}

const BOTH = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'description',
]
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

/** The keywords of OpenAI's "Supported schemas", and of Anthropic's "JSON Schema limitations". */
const KEYWORDS: Readonly<Record<ModelApi, readonly string[]>> = {
  openai: [...BOTH, 'pattern', 'format', 'minItems', 'maxItems', ...NUMBERS],
  anthropic: [...BOTH, 'pattern', 'format', 'minItems', 'default'],
}
const TEXTS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']
const FORMATS: typeof KEYWORDS = { openai: TEXTS, anthropic: [...TEXTS, 'uri'] }

/** What a provider's strict mode would refuse in a schema, each with its place; read from the provider's documents. */
export function strictFaultsIn(schema: Schema, api: ModelApi): string[] {
  const root = schema.type === 'object' && !schema.anyOf ? [] : ['the root is not an object']
  return [...root, ...faultsAt(schema, api, '$', 1)]
}

function faultsAt(schema: Schema, api: ModelApi, path: string, level: number): string[] {
  const own = [
    ...Object.keys(schema)
      .filter((keyword) => !KEYWORDS[api].includes(keyword))
      .map((keyword) => `has ${keyword}`),
    ...(schema.type === undefined && !schema.anyOf ? ['has no type'] : []),
    ...(Array.isArray(schema.type) ? ['has several types'] : []),
    ...(schema.type === 'array' && !isSchema(schema.items) ? ['has no items'] : []),
    ...(schema.type === 'object' ? objectFaults(schema, api) : []),
    ...(api === 'anthropic' && Number(schema.minItems ?? 0) > 1 ? ['has minItems above 1'] : []),
    ...(schema.format !== undefined && !FORMATS[api].includes(String(schema.format))
      ? ['has a format']
      : []),
    ...(schema.enum?.some((value) => typeof value === 'object' && value !== null)
      ? ['has an odd enum']
      : []),
    ...(/\(\?[=!<]|\\[1-9bB]/.test(String(schema.pattern ?? '')) ? ['looks around or back'] : []),
    ...(api === 'openai' && level > 10 ? ['is nested too deep'] : []),
  ].map((fault) => `${path} ${fault}`)
  const children: [string, Schema][] = [
    ...Object.entries(schema.properties ?? {}),
    ...(schema.anyOf ?? []).map((kind, index): [string, Schema] => [`anyOf.${index}`, kind]),
    ...(isSchema(schema.items) ? [['items', schema.items] as [string, Schema]] : []),
  ]
  return [
    ...own,
    ...children.flatMap(([name, child]) =>
      faultsAt(child, api, `${path}.${name}`, name.startsWith('anyOf.') ? level : level + 1),
    ),
  ]
}

function objectFaults(
  { properties = {}, required = [], additionalProperties }: Schema,
  api: ModelApi,
): string[] {
  const names = Object.keys(properties)
  const optional = names.filter((name) => !required.includes(name))
  return [
    ...(additionalProperties === false ? [] : ['takes other fields']),
    ...required
      .filter((name) => !names.includes(name))
      .map((name) => `requires ${name}, which it does not have`),
    ...(api === 'openai' ? optional.map((name) => `does not require ${name}`) : []),
  ]
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
