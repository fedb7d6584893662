import { describedOperationsOf, type DescribedOperation } from './described-operations.ts'
import { mendSchema, UnreadableSchema, type SchemaLimits } from '../../../../json-schema/mend-schema.ts'
import { InvalidInput } from '../../../../tool-kit/tool-context.ts'
import { isJson, resolved, type Json } from '../../../lib/api-parts.ts'

const MAX_NAME_CHARS = 64
/** For the schemas of one operation, with all that they refer to. */
const LIMITS: SchemaLimits = { chars: 2_000_000, depth: 100, parts: 20_000 }
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b|^\*\/\*$/

/** An operation as a tool that a language model can choose. */
export interface OperationTool {
  readonly name: string
  readonly description: string
  readonly method: string
  readonly path: string
  readonly inputSchema: Json
}

/**
 * Turns the operations of an API into tools: parameters are fields, the JSON body is the field
 * `body`. Their schemas become JSON Schema 2020-12, whatever the version of OpenAPI, without what only answers have.
 * References stay references, to definitions included in each schema.
 * @throws InvalidInput for an operation whose schemas are too large or nested too deeply
 */
export function toTools(document: Json): OperationTool[] {
  const names = new Set<string>()
  return describedOperationsOf(document).map((one) => ({
    name: uniqueName(one, names),
    description: descriptionOf(one),
    method: one.method.toUpperCase(),
    path: one.route,
    inputSchema: schemaOf(document, one),
  }))
}

// Names that the model APIs accept: letters, digits, _ and -, at most 64.
function uniqueName({ operation, method, route }: DescribedOperation, taken: Set<string>): string {
  const id = operation['operationId']
  const words = typeof id === 'string' && id !== '' ? id : `${method}${route}`
  const base = words.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^_+|_+$/g, '') || method
  let name = base.slice(0, MAX_NAME_CHARS)
  for (let n = 2; taken.has(name); n++) name = `${base.slice(0, MAX_NAME_CHARS - 6)}_${n}`
  taken.add(name)
  return name
}

function descriptionOf({ operation, method, route }: DescribedOperation): string {
  const texts = [operation['summary'], operation['description']].filter((text) => typeof text === 'string')
  return (texts.join('. ').replaceAll('..', '.') || `${method.toUpperCase()} ${route}`)
    .slice(0, 1_024)
    .toWellFormed()
}

function schemaOf(document: Json, one: DescribedOperation): Json {
  const properties = new Map<string, unknown>()
  const required = new Set<string>()
  const lists = [one.pathItem['parameters'], one.operation['parameters']]
  for (const parameter of lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : []))) {
    const known = resolved(document, parameter)
    const name = known?.['name']
    if (!known || typeof name !== 'string' || known['in'] === 'cookie') continue
    const field = known['in'] === 'body' ? 'body' : name
    properties.set(field, fieldOf(known))
    if (known['required'] === true || known['in'] === 'path') required.add(field)
  }
  const body = resolved(document, one.operation['requestBody'])
  const schema = body && bodySchemaOf(body)
  if (schema) properties.set('body', schema)
  if (schema && body['required'] === true) required.add('body')
  const whole = { type: 'object', properties: Object.fromEntries(properties) }
  try {
    const { $defs, ...mended } = mendSchema(whole, LIMITS, { document, isRequest: true })
    return { ...mended, required: [...required], ...($defs === undefined ? {} : { $defs }) }
  } catch (error) {
    if (!(error instanceof UnreadableSchema)) throw error
    const place = `${one.method.toUpperCase()} ${one.route}`
    throw new InvalidInput('spec', `The schemas of ${place} cannot be written: ${error.message}`)
  }
}

function fieldOf(parameter: Json): unknown {
  const { description, schema, content, in: _in, name: _name, required: _required, ...swagger2 } = parameter
  const [first] = isJson(content) ? Object.values(content) : []
  // In OpenAPI 2.0 a parameter that is not a body is its own schema.
  const plain = schema ?? (isJson(first) ? first['schema'] : undefined) ?? typeOnly(swagger2)
  return typeof description === 'string' && isJson(plain) ? { ...plain, description } : plain
}

function typeOnly(parameter: Json): Json {
  // A file is a text of bytes for what a tool is sent.
  if (parameter['type'] === 'file') return { type: 'string', format: 'binary' }
  const kept = [
    'type',
    'format',
    'items',
    'enum',
    'default',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'pattern',
    'maxLength',
    'minLength',
    'maxItems',
    'minItems',
    'uniqueItems',
  ]
  return Object.fromEntries(Object.entries(parameter).filter(([key]) => kept.includes(key)))
}

function bodySchemaOf(body: Json): unknown {
  const content = isJson(body['content']) ? Object.entries(body['content']) : []
  const [, media] = content.find(([type]) => JSON_TYPE.test(type)) ?? content[0] ?? []
  return isJson(media) ? (media['schema'] ?? {}) : undefined
}
