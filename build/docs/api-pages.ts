import type { OpenApiDocument } from '../../src-main/gateway/openapi/openapi-document.ts'
import { isDocumented } from '../../src-main/gateway/openapi/operation.ts'
import type { Access, Route } from '../../src-main/gateway/route.ts'
import { codeBlock, escaped, table, type DocPage } from './doc-page.ts'
import { operationSection, type Operation } from './api-operation.ts'
import { counted } from '../../src-shared/counted.ts'

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/**
 * The pages of the HTTP API, one for each tag of the OpenAPI document.
 * @param routes say whose key each request needs
 */
export function apiPages(document: OpenApiDocument, routes: readonly Route[]): DocPage[] {
  const access = new Map<string, Access>(
    routes.filter(isDocumented).map((route) => [route.document.operationId, route.access]),
  )
  const byTag = new Map<string, { readonly name: string; readonly section: string }[]>()
  // The document is our own, so its shape is known.
  for (const [path, methods] of Object.entries(document.paths as Paths))
    for (const [method, operation] of Object.entries(methods)) {
      const who = access.get(operation.operationId)
      // Tools have pages of their own.
      if (who === undefined) continue
      const name = `${method.toUpperCase()} ${path}`
      const section = operationSection({ method: method.toUpperCase(), path, operation, who, document })
      const [tag] = operation.tags
      byTag.set(tag, [...(byTag.get(tag) ?? []), { name, section }])
    }
  const pages = [...byTag].map(([tag, operations]): DocPage => ({
    path: `api/${tag.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    title: tag,
    summary: document.tags.find(({ name }) => name === tag)!.description, // every tag in use is listed
    section: 'API',
    group: null,
    markdown: [
      `${escaped(document.tags.find(({ name }) => name === tag)!.description)}.`, // see above
      ...operations.map(({ section }) => section),
    ].join('\n\n'),
  }))
  return [overview(pages, byTag), ...pages]
}

/** All operations of the pages, by their name such as `GET /v1/tools`. */
function overview(
  pages: readonly DocPage[],
  byTag: ReadonlyMap<string, readonly { readonly name: string }[]>,
): DocPage {
  const rows = pages.map(({ path, title, summary }) => [
    `[${title}](/docs/${path})`,
    escaped(summary),
    counted(byTag.get(title)?.length ?? 0, 'request'),
  ])
  return {
    path: 'api',
    title: 'HTTP API',
    summary: 'Every request that the gateway answers.',
    section: 'API',
    group: null,
    markdown: [
      'The gateway listens on `http://127.0.0.1:4777`. A key goes into `Authorization: Bearer KEY`, a body is JSON.',
      'Every tool has the address `POST /v1/SLUG` and a [page of its own](/docs/tools). [Calls](/docs/guides/calls) says what all answers have in common, and [Error codes](/docs/errors) what to do about a refusal.',
      table(['Part', 'What it is for', ''], rows),
      '## For programs',
      `The same as an OpenAPI document:\n\n${codeBlock('bash', 'curl -sS http://127.0.0.1:4777/v1/openapi.json')}`,
    ].join('\n\n'),
  }
}
