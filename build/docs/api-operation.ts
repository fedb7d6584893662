import type { OpenApiDocument } from '../../src-main/gateway/openapi/openapi-document.ts'
import type { Access } from '../../src-main/gateway/route.ts'
import type { JsonSchema } from '../../src-main/registry/registry.ts'
import { sampleRequestOf } from './api-samples.ts'
import { codesOf } from './api-errors.ts'
import { escaped, table } from './doc-page.ts'
import { samplesOf } from './samples.ts'
import { fieldsTable, typeOf, type Resolve } from './schema-fields.ts'

/** The part of an operation of the OpenAPI document that its section shows. */
export interface Operation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  /** Markdown. */
  readonly description: string
  readonly parameters: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Reference>>
}

interface Reference {
  readonly $ref: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description: string
  readonly required?: boolean
  readonly schema: JsonSchema
}

interface Response {
  readonly description: string
  readonly content?: Content
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>

/** What a section is made of. */
export interface OperationParts {
  /** In capitals. */
  readonly method: string
  readonly path: string
  readonly operation: Operation
  readonly who: Access
  readonly document: OpenApiDocument
}

const WHO: Readonly<Partial<Record<Access, string>>> = {
  open: 'No key is needed.',
  public: 'No key is needed; with one, its rate limit counts instead of that of the address.',
  key: 'A key is needed.',
  admin: 'A key with the admin permission is needed, such as the owner key.',
}

/** What the manual says of one request: what it takes, what it answers, its errors, and samples that run. */
export function operationSection(parts: OperationParts): string {
  const { method, path, operation, who, document } = parts
  const { summary, description, parameters, requestBody, responses } = operation
  const resolve = resolverOf(document)
  const sections = [
    `## ${method} ${escaped(path)}`,
    `${escaped(summary)}. ${WHO[who] ?? ''}`,
    // Its own summary again says nothing new.
    description === `${summary}.` ? '' : description,
    parametersOf(parameters, resolve),
    requestBody ? bodyOf(requestBody.content, resolve) : '',
    `### Sample\n\n${samplesOf(sampleRequestOf(parts, resolve))}`,
    ...Object.entries(responses).flatMap(([status, response]) =>
      status < '4' ? [answerOf(status, resolved(response, resolve), resolve)] : [],
    ),
    errorsOf(parts),
  ]
  return sections.filter((section) => section !== '').join('\n\n')
}

/** Finds what a reference within the document stands for. */
function resolverOf(document: OpenApiDocument): Resolve {
  return (ref) => {
    let found: unknown = document
    // Our own document has what it refers to.
    for (const name of ref.replace(/^#\//, '').split('/')) found = (found as Record<string, unknown>)[name]
    return found as JsonSchema // see above
  }
}

function resolved<Part extends object>(part: Part | Reference, resolve: Resolve): Part {
  // A reference is to a part of the kind that could be in its place.
  return '$ref' in part ? (resolve(part.$ref) as object as Part) : part
}

function parametersOf(parameters: Operation['parameters'], resolve: Resolve): string {
  if (parameters.length === 0) return ''
  const rows = parameters
    .map((parameter) => resolved(parameter, resolve))
    .map(({ name, in: place, required, schema, description }) => [
      `\`${name}\``,
      `${PLACES[place] ?? place}${required === true ? ', **required**' : ''}`,
      `${typeOf(schema, resolve)}${'default' in schema ? `, default \`${JSON.stringify(schema['default'])}\`` : ''}`,
      escaped(description),
    ])
  return `### Parameters\n\n${table(['Name', 'Where', 'Type', 'Meaning'], rows)}`
}

const PLACES: Readonly<Record<string, string>> = { path: 'address', query: 'query', header: 'header' }

function bodyOf(content: Content, resolve: Resolve): string {
  const bodies = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' ? jsonBody(schema, resolve) : `\`${type}\`: ${fileWords(type)}.`,
  )
  return ['### Body', ...bodies].join('\n\n')
}

function fileWords(type: string): string {
  return type === 'multipart/form-data' ? 'a form with the file as `file`' : 'the bytes of the file'
}

function jsonBody(schema: JsonSchema, resolve: Resolve): string {
  const { description, properties } = schema as {
    readonly description?: string
    readonly properties?: object
  }
  const sentence = description === undefined ? '' : `${escaped(description)}.\n\n`
  const isFree = properties === undefined && !('$ref' in schema)
  return `${sentence}${isFree ? '' : fieldsTable(schema, 'input', resolve)}`.trim()
}

function answerOf(status: string, { description, content = {} }: Response, resolve: Resolve): string {
  const answers = Object.entries(content).map(([type, { schema }]) =>
    type === 'application/json' ? jsonAnswer(schema, resolve) : `The body is \`${type}\`.`,
  )
  return [`### Answer ${status}`, `${escaped(description)}.`, ...answers]
    .filter((part) => part !== '')
    .join('\n\n')
}

function jsonAnswer(schema: JsonSchema, resolve: Resolve): string {
  const fields = fieldsTable(schema, 'output', resolve)
  return fields === 'No fields.' ? '' : fields
}

function errorsOf(parts: OperationParts): string {
  const rows = codesOf(parts).map(([status, codes]) => [
    String(status),
    codes.map((code) => `[${escaped(code)}](/docs/errors/${code})`).join(', '),
  ])
  return `### Errors\n\n${table(['Status', 'Code'], rows)}`
}
