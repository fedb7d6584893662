import { isJson, resolved, type Json, type Operation } from '../../tools/lib/api-parts.ts'

/** A parameter in the form of OpenAPI 3, whatever version its document has. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly schema: unknown
  readonly style: string | undefined
  readonly explode: boolean | undefined
  readonly isReservedKept: boolean
  /** Its media type, where it has one instead of a style. */
  readonly mediaType: string | undefined
}

/** What an operation may be sent, in the form of OpenAPI 3. */
export interface RequestBody {
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly content: Readonly<Record<string, Json>>
}

/** An operation's parameters and body. */
export interface OperationParts {
  readonly parameters: readonly Parameter[]
  readonly body: RequestBody | null
}

const PLACES = ['path', 'query', 'header', 'cookie'] as const
/** OpenAPI 3.1, 4.8.12.2.1: these say something else about the request. */
const IGNORED = new Set(['accept', 'content-type', 'authorization'])
/** Members of a parameter of Swagger 2.0 that are not those of its schema. */
const NOT_SCHEMA = new Set(['name', 'in', 'required', 'description', 'collectionFormat', 'allowEmptyValue'])

/** An operation's parameters, its own before those of its path, and its body; null for a `querystring`. */
export function partsOf(document: Json, one: Operation): OperationParts | null {
  const found = new Map<string, Json>()
  for (const list of [one.pathItem['parameters'], one.operation['parameters']])
    for (const item of Array.isArray(list) ? list : []) {
      const parameter = resolved(document, item)
      if (parameter && typeof parameter['name'] === 'string')
        found.set(`${String(parameter['in'])} ${parameter['name']}`, parameter)
    }
  const all = [...found.values()]
  if (all.some((parameter) => parameter['in'] === 'querystring')) return null
  const isSwagger = document['swagger'] !== undefined
  const parameters = all.flatMap((parameter) => toParameter(document, parameter, isSwagger))
  return {
    parameters: [...parameters, ...undeclared(one.route, parameters)],
    body: isSwagger ? swaggerBody(document, one, all) : bodyOf(document, one),
  }
}

// A path cannot be written without a value for each of its names.
function undeclared(route: string, parameters: readonly Parameter[]): Parameter[] {
  const known = new Set(parameters.flatMap(({ name, in: place }) => (place === 'path' ? [name] : [])))
  const names = [...new Set([...route.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name))]
  return names.flatMap((name) => {
    if (known.has(name)) return []
    const said = { description: undefined, style: undefined, explode: undefined, mediaType: undefined }
    return [
      {
        ...{ name, in: 'path' as const, isRequired: true, schema: { type: 'string' } },
        ...said,
        isReservedKept: false,
      },
    ]
  })
}

function toParameter(document: Json, from: Json, isSwagger: boolean): Parameter[] {
  const place = PLACES.find((known) => known === from['in'])
  // Only a parameter with a name is in the list.
  const name = String(from['name'])
  if (!place || (place === 'header' && IGNORED.has(name.toLowerCase()))) return []
  const { description, required, style, explode, allowReserved } = from
  const said = {
    ...{ name, in: place, isRequired: required === true || place === 'path' },
    description: typeof description === 'string' ? description : undefined,
  }
  if (isSwagger) return [{ ...said, ...swaggerStyle(from, place) }]
  const [mediaType, media] = isJson(from['content']) ? (Object.entries(from['content'])[0] ?? []) : []
  return [
    {
      ...said,
      schema: media === undefined ? from['schema'] : resolved(document, media)?.['schema'],
      style: typeof style === 'string' ? style : undefined,
      explode: typeof explode === 'boolean' ? explode : undefined,
      isReservedKept: allowReserved === true && place === 'query',
      mediaType,
    },
  ]
}

function bodyOf(document: Json, one: Operation): RequestBody | null {
  const body = resolved(document, one.operation['requestBody'])
  if (!body || !isJson(body['content'])) return null
  const { description, required } = body
  return {
    isRequired: required === true,
    description: typeof description === 'string' ? description : undefined,
    content: Object.fromEntries(
      Object.entries(body['content']).map(([type, media]) => [type, resolved(document, media) ?? {}]),
    ),
  }
}

// In OpenAPI 2.0 a parameter is its own schema, and writes lists in a way of its own.
function swaggerStyle(from: Json, place: Parameter['in']) {
  const styles: Readonly<Record<string, string>> = {
    ssv: 'spaceDelimited',
    tsv: 'tab',
    pipes: 'pipeDelimited',
  }
  const format = typeof from['collectionFormat'] === 'string' ? from['collectionFormat'] : 'csv'
  return {
    schema: Object.fromEntries(Object.entries(from).filter(([name]) => !NOT_SCHEMA.has(name))),
    style: styles[format] ?? (place === 'query' ? 'form' : 'simple'),
    explode: format === 'multi',
    isReservedKept: false,
    mediaType: undefined,
  }
}

function swaggerBody(document: Json, one: Operation, all: readonly Json[]): RequestBody | null {
  const listed = one.operation['consumes'] ?? document['consumes']
  const types = (Array.isArray(listed) ? listed : []).filter((type) => typeof type === 'string')
  const body = all.find((parameter) => parameter['in'] === 'body')
  if (body) {
    const { description, required, schema = {} } = body
    const offered = types.length > 0 ? types : ['application/json']
    return {
      isRequired: required === true,
      description: typeof description === 'string' ? description : undefined,
      content: Object.fromEntries(offered.map((type) => [type, { schema }])),
    }
  }
  const fields = all.filter((parameter) => parameter['in'] === 'formData')
  if (fields.length === 0) return null
  const isMultipart = types.includes('multipart/form-data') || fields.some(({ type }) => type === 'file')
  const required = fields.filter((field) => field['required'] === true).map(({ name }) => String(name))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [String(field['name']), formSchema(field)])),
    ...(required.length > 0 ? { required } : {}),
  }
  return {
    isRequired: required.length > 0,
    description: undefined,
    content: { [isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: { schema } },
  }
}

function formSchema(field: Json): Json {
  const { type, description } = field
  const said = typeof description === 'string' ? { description } : {}
  if (type === 'file') return { type: 'string', format: 'binary', ...said }
  const kept = Object.entries(field).filter(([name]) => !NOT_SCHEMA.has(name))
  return { ...Object.fromEntries(kept), ...said }
}
