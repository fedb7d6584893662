import { isJson, resolved, type Json, type Operation } from '../../tools/lib/api-parts.ts'
import { mendSchema, SCHEMA_LIMITS, UnreadableSchema } from '../../json-schema/mend-schema.ts'
import { SOURCE_LIMITS, type Definition } from '../source.ts'
import { cleanText } from './clean-text.ts'
import { partsOf, type OperationParts, type Parameter } from './operation-parts.ts'
import { planBody, type BodyField } from './plan-body.ts'
import type { PlannedParameter, RequestPlan } from './request-plan.ts'

const METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+(?:;[ \w=.-]*)?$/
const READS = ['GET', 'HEAD', 'OPTIONS']
const STYLES = [
  ...(['simple', 'label', 'matrix', 'form'] as const),
  ...(['spaceDelimited', 'pipeDelimited', 'tab', 'deepObject'] as const),
]

/**
 * An operation as a tool, with how it is called; null for a method that is not sent from here, and for one whose whole
 * query is a value of some other form (OpenAPI 3.2, 4.12.1).
 */
export function toDefinition(document: Json, one: Operation, name: string): Definition | null {
  const method = METHODS.find((known) => known === one.method.toUpperCase())
  if (!method) return null
  const parts = partsOf(document, one)
  if (!parts) return null
  const { parameters, body } = toFields(document, parts)
  const { summary, description } = one.operation
  const title = cleanText(summary, 200)
  const where = `${method} ${one.route}`
  const texts = [title, cleanText(description, SOURCE_LIMITS.keptDescription - 1_000)]
  const said = texts.filter((text, at) => text !== '' && texts.indexOf(text) === at)
  const request: RequestPlan = {
    method,
    path: one.route,
    ...serverOf(one),
    accept: acceptOf(document, one),
    parameters: parameters.map(({ plan }) => plan),
    ...(body ? { body: body.plan } : {}),
    security: securityOf(document, one),
  }
  return {
    name,
    title: title || name,
    description: `${said.join('\n\n') || name}\n(${where})`,
    inputSchema: schemaOf(document, parameters, body, parts),
    annotations: {
      readOnlyHint: READS.includes(method),
      ...(method === 'DELETE' ? { destructiveHint: true } : {}),
      ...(one.operation['deprecated'] === true ? { deprecated: true } : {}),
    },
    request,
  }
}

interface ParameterField {
  readonly parameter: Parameter
  readonly plan: PlannedParameter
}

function toFields(
  document: Json,
  { parameters, body }: OperationParts,
): { readonly parameters: readonly ParameterField[]; readonly body: BodyField | null } {
  const counts = new Map<string, number>()
  for (const { name } of parameters) counts.set(name, (counts.get(name) ?? 0) + 1)
  const taken = new Set<string>(body ? ['body'] : [])
  const fields = parameters.map((parameter): ParameterField => {
    const { name, in: place } = parameter
    const isTwice = (counts.get(name) ?? 0) > 1 || taken.has(name)
    let field = isTwice ? `${name}_${place}` : name
    while (taken.has(field)) field += '_'
    taken.add(field)
    return { parameter, plan: { field, ...planOf(parameter) } }
  })
  return { parameters: fields, body: body && planBody(document, body, 'body') }
}

function planOf({ name, in: place, ...said }: Parameter): Omit<PlannedParameter, 'field'> {
  const usual = place === 'query' || place === 'cookie' ? 'form' : 'simple'
  const style = STYLES.find((known) => known === said.style) ?? usual
  return {
    ...{ name, in: place, style, explode: said.explode ?? (style === 'form' || style === 'deepObject') },
    ...(said.isReservedKept ? { isReservedKept: true as const } : {}),
    ...(said.mediaType !== undefined && /json/i.test(said.mediaType) ? { isJson: true as const } : {}),
  }
}

// What is too large to be checked is left to the server; a caller still sees which fields there are.
function schemaOf(
  document: Json,
  parameters: readonly ParameterField[],
  body: BodyField | null,
  { body: wanted }: OperationParts,
): Json {
  const properties: Record<string, unknown> = {}
  const required: string[] = []
  for (const { parameter, plan } of parameters) {
    const { schema, description, isRequired } = parameter
    const said = cleanText(description, 1_000)
    const plain = isJson(schema) ? schema : {}
    properties[plan.field] = said === '' ? plain : withDescription(plain, said)
    if (isRequired) required.push(plan.field)
  }
  if (body) {
    const said = cleanText(wanted?.description, 1_000)
    const plain = isJson(body.schema) ? body.schema : {}
    properties[body.plan.field] = said === '' ? plain : withDescription(plain, said)
    if (wanted?.isRequired) required.push(body.plan.field)
  }
  const whole = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
  try {
    return mendSchema(whole, SCHEMA_LIMITS, { document, isRequest: true })
  } catch (error) {
    if (!(error instanceof UnreadableSchema)) throw error
    return { ...whole, properties: Object.fromEntries(Object.keys(properties).map((field) => [field, {}])) }
  }
}

// In OpenAPI 3.0 nothing beside a reference counts.
function withDescription(schema: Json, description: string): Json {
  return '$ref' in schema ? { allOf: [schema], description } : { ...schema, description }
}

function serverOf({ operation, pathItem }: Operation): { readonly server?: string } {
  const own = operation['servers'] ?? pathItem['servers']
  const server = serverUrl(Array.isArray(own) ? own[0] : undefined)
  return server === null || !/^https?:\/\//i.test(server) ? {} : { server }
}

/** The address of a server with the usual values of its variables; null for something else. */
export function serverUrl(server: unknown): string | null {
  if (!isJson(server) || typeof server['url'] !== 'string') return null
  const variables = isJson(server['variables']) ? server['variables'] : {}
  return server['url'].replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = variables[name]
    return isJson(variable) && typeof variable['default'] === 'string' ? variable['default'] : whole
  })
}

function acceptOf(document: Json, { operation }: Operation): string {
  const responses = isJson(operation['responses']) ? Object.entries(operation['responses']) : []
  const [, first] = responses.find(([status]) => /^2/.test(status)) ?? []
  const content = resolved(document, first)?.['content']
  const listed: unknown[] = isJson(content)
    ? Object.keys(content)
    : [operation['produces'] ?? document['produces']].flat()
  const types = listed.flatMap((type) => (typeof type === 'string' && MEDIA_TYPE.test(type) ? [type] : []))
  const best = types.find((type) => /json/i.test(type)) ?? types[0]
  return best === undefined ? '*/*' : `${best}, */*;q=0.8`
}

function securityOf(document: Json, { operation }: Operation): RequestPlan['security'] {
  const asked = operation['security'] ?? document['security']
  return (Array.isArray(asked) ? asked : []).filter(isJson).map((needed) => Object.keys(needed))
}
