import { describedOperationsOf, type DescribedOperation } from './described-operations.ts'
import { isJson, resolved, targetOf, type Json } from '../../../lib/api-parts.ts'

const MAX_NAME_CHARS = 64
const MAX_DEFINITIONS = 500
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
 * `body`. References stay references, to definitions included in each schema.
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
  const whole = { type: 'object', properties: Object.fromEntries(properties), required: [...required] }
  return withDefinitions(document, whole)
}

function fieldOf(parameter: Json): unknown {
  const { description, schema, content, in: _in, name: _name, required: _required, ...swagger2 } = parameter
  const [first] = isJson(content) ? Object.values(content) : []
  // In OpenAPI 2.0 a parameter that is not a body is its own schema.
  const plain = schema ?? (isJson(first) ? first['schema'] : undefined) ?? typeOnly(swagger2)
  return typeof description === 'string' && isJson(plain) ? { ...plain, description } : plain
}

function typeOnly(parameter: Json): Json {
  const kept = [
    'type',
    'format',
    'items',
    'enum',
    'default',
    'minimum',
    'maximum',
    'pattern',
    'maxLength',
    'minLength',
  ]
  return Object.fromEntries(Object.entries(parameter).filter(([key]) => kept.includes(key)))
}

function bodySchemaOf(body: Json): unknown {
  const content = isJson(body['content']) ? Object.entries(body['content']) : []
  const [, media] = content.find(([type]) => JSON_TYPE.test(type)) ?? content[0] ?? []
  return isJson(media) ? (media['schema'] ?? {}) : undefined
}

// Turns references into the document into references into `$defs`, and includes everything they
// point to.
function withDefinitions(document: Json, schema: Json): Json {
  const definitions = new Map<string, unknown>()
  const nameOf = new Map<string, string>()
  const waiting: string[] = []
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite)
    if (!isJson(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) =>
        key === '$ref' && typeof member === 'string' && member.startsWith('#/')
          ? [key, `#/$defs/${definitionName(member)}`]
          : [key, rewrite(member)],
      ),
    )
  }
  const definitionName = (reference: string): string => {
    const known = nameOf.get(reference)
    if (known !== undefined) return known
    const base = reference
      .split('/')
      .at(-1)!
      .replace(/[^A-Za-z0-9_.-]/g, '_')
    let name = base
    for (let n = 2; [...nameOf.values()].includes(name); n++) name = `${base}_${n}`
    nameOf.set(reference, name)
    waiting.push(reference)
    return name
  }
  const root = rewrite(schema)
  for (
    let next = waiting.pop();
    next !== undefined && definitions.size < MAX_DEFINITIONS;
    next = waiting.pop()
  )
    definitions.set(nameOf.get(next)!, rewrite(targetOf(document, next) ?? {}))
  // The root was an object and stays one.
  const whole = root as Json
  return definitions.size === 0 ? whole : { ...whole, $defs: Object.fromEntries(definitions) }
}
