import type { OpenApiDocument } from '../../src-main/gateway/openapi/openapi-document.ts'
import { codeBlock, escaped, table, type DocPage } from './doc-page.ts'

type Parts = Readonly<Record<string, unknown>>

interface Operation {
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly Parts[]
  readonly responses?: Readonly<Record<string, Parts>>
}

/**
 * The pages of the HTTP API, one for each tag of the OpenAPI document.
 * @param slugs the tools, which have pages of their own
 */
export function apiPages(document: OpenApiDocument, slugs: ReadonlySet<string>): DocPage[] {
  const byTag = new Map<string, string[]>()
  // The document is our own, so its shape is known.
  const { paths } = document as unknown as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  }
  for (const [path, methods] of Object.entries(paths)) {
    if (slugs.has(path.replace('/v1/', ''))) continue
    for (const [method, operation] of Object.entries(methods)) {
      if (!METHODS.has(method)) continue
      const tag = operation.tags?.[0] ?? 'Gateway'
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationOf(method, path, operation, document)])
    }
  }
  const pages = [...byTag].map(([tag, operations]): DocPage => ({
    path: `api/${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    title: tag,
    summary: `${operations.length === 1 ? 'A request' : `${operations.length} requests`} of the HTTP API.`,
    section: 'HTTP API',
    group: null,
    markdown: operations.join('\n\n'),
  }))
  const rows = pages.map(({ path, title, summary }) => [`[${title}](/docs/${path})`, summary])
  const overview: DocPage = {
    path: 'api',
    title: 'HTTP API',
    summary: 'Every request that the gateway answers.',
    section: 'HTTP API',
    group: null,
    markdown: [
      'The gateway listens on `http://127.0.0.1:4777`. A key goes into `Authorization: Bearer KEY`, a body is JSON.',
      'Every tool has the address `POST /v1/SLUG` and a [page of its own](/docs/tools).',
      table(['Part', 'What it has'], rows),
      `The same as a document for programs:\n\n${codeBlock('bash', 'curl -sS http://127.0.0.1:4777/v1/openapi.json')}`,
    ].join('\n\n'),
  }
  return [overview, ...pages]
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete'])

function operationOf(
  method: string,
  path: string,
  operation: Operation,
  document: OpenApiDocument,
): string {
  const { summary = '', description = '', parameters = [], responses = {} } = operation
  const inputs = parameters
    .map((parameter) => resolved(parameter, document))
    .map((parameter) => [
      `\`${textOf(parameter.name)}\``,
      textOf(parameter.in),
      parameter.required === true ? 'yes' : 'no',
      escaped(textOf(parameter.description)),
    ])
  const answers = Object.entries(responses).map(([status, response]) => [
    status,
    escaped(textOf(resolved(response, document).description)),
  ])
  return [
    `## ${method.toUpperCase()} ${escaped(path)}`,
    escaped(summary),
    description === summary ? '' : escaped(description),
    inputs.length === 0 ? '' : table(['Parameter', 'In', 'Required', 'Meaning'], inputs),
    answers.length === 0 ? '' : table(['Status', 'Answer'], answers),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** What a reference within the document stands for; anything else as it is. */
function resolved(part: Parts, document: OpenApiDocument): Parts {
  if (typeof part.$ref !== 'string') return part
  let found: unknown = document
  for (const name of part.$ref.replace(/^#\//, '').split('/')) found = (found as Parts)[name] // our own document has what it refers to
  return found as Parts // see above
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
