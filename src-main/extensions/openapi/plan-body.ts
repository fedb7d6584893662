import { isJson, resolved, type Json } from '../../tools/lib/api-parts.ts'
import type { RequestBody } from './operation-parts.ts'
import type { PlannedBody, PlannedPart, ParameterStyle } from './request-plan.ts'

/** How a body is written, and the schema of what a caller gives for it. */
export interface BodyField {
  readonly plan: PlannedBody
  readonly schema: unknown
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i
/** The kinds of body in the order in which they are chosen: what a caller can give best comes first. */
const FORMS: readonly (readonly [RegExp, PlannedBody['form']])[] = [
  [JSON_TYPE, 'json'],
  [/^\*\/\*/, 'json'],
  [/^application\/x-www-form-urlencoded\b/i, 'form'],
  [/^multipart\/form-data\b/i, 'multipart'],
  [/^text\/|^application\/(?:[\w.+-]+\+)?(?:xml|sdp|yaml|x-yaml|graphql|x-ndjson)\b/i, 'text'],
  [/./, 'bytes'],
]
/** Nobody writes more alternatives than these, and each may have as many again. */
const MOST_BRANCHES = 50
const FILE: Json = {
  description: 'The file as Base64, or an object that also has its name and media type',
  anyOf: [
    { type: 'string', contentEncoding: 'base64' },
    {
      type: 'object',
      properties: {
        base64: { type: 'string', contentEncoding: 'base64' },
        filename: { type: 'string' },
        type: { type: 'string' },
      },
      required: ['base64'],
    },
  ],
}

/** Chooses the media type of a body, and says how it is written. @returns null for one without any media type */
export function planBody(document: Json, { content }: RequestBody, field: string): BodyField | null {
  const types = Object.entries(content)
  for (const [pattern, form] of FORMS) {
    const found = types.find(([type]) => pattern.test(type))
    if (!found) continue
    const [type, media] = found
    const { schema = {} } = media
    const plan = { field, form, type: type.includes('*') ? 'application/json' : type }
    if (form === 'json') return { plan, schema }
    if (form === 'text') return { plan, schema: { type: 'string' } }
    if (form === 'bytes')
      return {
        plan: { ...plan, type: type.includes('*') ? 'application/octet-stream' : type },
        schema: { type: 'string', contentEncoding: 'base64', description: 'The bytes as Base64' },
      }
    return planForm(document, media, plan)
  }
  return null
}

function planForm(document: Json, media: Json, plan: PlannedBody): BodyField {
  const { schema = {}, encoding } = media
  const properties = propertiesOf(document, schema)
  const parts: Record<string, PlannedPart> = {}
  const files: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    const said = isJson(encoding) && isJson(encoding[name]) ? encoding[name] : {}
    const isFile = plan.form === 'multipart' && holdsBytes(document, property)
    const part = { ...toPart(said), ...(isFile ? { isFile: true as const } : {}) }
    if (Object.keys(part).length > 0) parts[name] = part
    if (isFile) files[name] = fileSchema(document, property)
  }
  const planned = Object.keys(parts).length > 0 ? { ...plan, parts } : plan
  if (Object.keys(files).length === 0) return { plan: planned, schema }
  const required = requiredOf(document, schema)
  return {
    plan: planned,
    schema: {
      type: 'object',
      properties: { ...properties, ...files },
      ...(required.length > 0 ? { required } : {}),
    },
  }
}

function toPart({ contentType, style, explode }: Json): PlannedPart {
  const [type = ''] = typeof contentType === 'string' ? contentType.split(',') : []
  return {
    ...(type !== '' && !type.includes('*') ? { type: type.trim() } : {}),
    // Any other word is written like `form`.
    ...(typeof style === 'string' ? { style: style as ParameterStyle } : {}),
    ...(typeof explode === 'boolean' ? { explode } : {}),
  }
}

/** An object schema and all of its `allOf`, each once. */
function allOf(document: Json, schema: unknown): readonly Json[] {
  const found = new Set<Json>()
  const open: unknown[] = [schema]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const part = resolved(document, next)
    if (!part || found.has(part)) continue
    found.add(part)
    const parts: readonly unknown[] = Array.isArray(part['allOf']) ? part['allOf'] : []
    open.push(...parts.slice(0, MOST_BRANCHES))
  }
  return [...found].reverse()
}

function propertiesOf(document: Json, schema: unknown): Record<string, unknown> {
  const parts = allOf(document, schema)
  return Object.fromEntries(
    parts.flatMap(({ properties }) => (isJson(properties) ? Object.entries(properties) : [])),
  )
}

function requiredOf(document: Json, schema: unknown): string[] {
  const names = allOf(document, schema).flatMap(({ required }): unknown[] =>
    Array.isArray(required) ? required : [],
  )
  return [...new Set(names.map(String))]
}

function holdsBytes(document: Json, property: unknown, depth = 0): boolean {
  const found = resolved(document, property)
  if (!found || depth > 2) return false
  if (found['type'] === 'array') return holdsBytes(document, found['items'], depth + 1)
  const branches = found['anyOf'] ?? found['oneOf']
  if (Array.isArray(branches))
    return branches.slice(0, MOST_BRANCHES).some((branch) => holdsBytes(document, branch, depth + 1))
  const types = [found['type']].flat()
  if (!types.includes('string') && found['type'] !== undefined) return false
  return found['format'] === 'binary' || isBytesType(found['contentMediaType'])
}

function isBytesType(type: unknown): boolean {
  return typeof type === 'string' && !JSON_TYPE.test(type) && !type.startsWith('text/')
}

function fileSchema(document: Json, property: unknown): Json {
  const found = resolved(document, property) ?? {}
  const said = typeof found['description'] === 'string' ? found['description'] : ''
  const one = { ...FILE, description: `${said} ${String(FILE['description'])}`.trim() }
  if (found['type'] === 'array') return { type: 'array', items: one, description: one.description }
  const branches = [found['anyOf'] ?? found['oneOf']].flat()
  const isAlsoList = branches.some((branch) => resolved(document, branch)?.['type'] === 'array')
  return isAlsoList ? { anyOf: [one, { type: 'array', items: one }] } : one
}
