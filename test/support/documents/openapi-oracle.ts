import { z } from 'zod'
import type { Json, TestAnswer } from '../gateway/test-gateway.ts'

/** Headers of HTTP itself and of the page's safety, which an API description need not mention. */
const PLAIN_HEADERS = new Set([
  'allow',
  'cache-control',
  'content-type',
  'x-accel-buffering',
  'x-content-type-options',
])

/** Tells whether answers are as an OpenAPI document says; a field that it does not mention is a fault. */
export class OpenApiOracle {
  readonly document: Json
  readonly #definitions: Json
  // A schema is read once, however many answers are held against it.
  readonly #readers = new WeakMap<object, z.ZodType>()

  constructor(document: Json) {
    this.document = document
    this.#definitions = closed(localRefs(document.components.schemas))
  }

  /** Every operation as `GET /path`, with its description. */
  operations(): Map<string, Json> {
    const all = new Map<string, Json>()
    for (const [path, methods] of Object.entries<Json>(this.document.paths))
      for (const [method, operation] of Object.entries(methods))
        all.set(`${method.toUpperCase()} ${path}`, operation)
    return all
  }

  /** What is wrong with an answer of an operation; nothing when it is as documented. */
  faultsOf(operation: Json, answer: TestAnswer): string[] {
    const response = this.#resolve(operation.responses[answer.status] ?? operation.responses.default)
    return [...this.#headerFaults(response, answer.headers), ...this.#bodyFaults(response, answer)]
  }

  /** What is wrong with a JSON value where a schema of the document is expected. */
  schemaFaults(schema: Json, value: unknown): string[] {
    const checked = this.#readerOf(schema).safeParse(value)
    return checked.error ? [z.prettifyError(checked.error)] : []
  }

  #readerOf(schema: Json): z.ZodType {
    const known = this.#readers.get(schema)
    if (known) return known
    const whole = { ...closed(localRefs(schema)), definitions: this.#definitions }
    const reader = z.fromJSONSchema(whole, { defaultTarget: 'openapi-3.0' })
    this.#readers.set(schema, reader)
    return reader
  }

  #bodyFaults(response: Json, answer: TestAnswer): string[] {
    const [contentType] = (answer.headers.get('content-type') ?? '').split(';')
    if (response.content === undefined) return answer.text === '' ? [] : ['has a body and should have none']
    const content = response.content[contentType!]
    if (content === undefined) return [`has the undocumented content type ${contentType}`]
    return contentType === 'application/json' ? this.schemaFaults(content.schema, answer.json) : []
  }

  #headerFaults(response: Json, headers: Headers): string[] {
    const documented = new Map<string, Json>(
      Object.entries<Json>(response.headers).map(([name, header]) => [
        name.toLowerCase(),
        this.#resolve(header),
      ]),
    )
    const missing = [...documented]
      .filter(([name, header]) => header.required && !headers.has(name))
      .map(([name]) => `lacks the header ${name}`)
    const wrong = [...headers].flatMap(([name, text]) => {
      const header = documented.get(name)
      if (!header) return PLAIN_HEADERS.has(name) ? [] : [`has the undocumented header ${name}`]
      return this.schemaFaults(header.schema, headerValue(header.schema, text)).map(
        (fault) => `${name}: ${fault}`,
      )
    })
    return [...missing, ...wrong]
  }

  #resolve(value: Json): Json {
    if (value.$ref === undefined) return value
    const [, , kind, name] = value.$ref.split('/')
    return this.document.components[kind][name]
  }
}

function headerValue(schema: Json, text: string): unknown {
  if (schema.type === 'integer' || schema.type === 'number') return Number(text)
  return schema.type === 'boolean' ? text === 'true' : text
}

// zod reads references to `definitions` only.
function localRefs(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"#/definitions/'))
}

/** Closes every object of a schema to fields that it does not name; parts of an allOf have to stay open. */
function closed(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).map(([key, value]) => [key, key === 'allOf' ? value : closed(value)])
  const copy = Object.fromEntries(parts)
  const isObject = copy.type === 'object' && copy.properties !== undefined
  return isObject && copy.additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy
}
