import {
  DEFAULT_RATE_LIMIT,
  PERSONAL_RATE_FACTOR,
  PUBLIC_RATE_LIMIT,
  RATE_WINDOW_SECONDS,
} from '../../../src-shared/limits.ts'
import { mapInTurns } from '../../registry/map-in-turns.ts'
import type { ListedTool, RegisteredTool } from '../../registry/registry.ts'
import type { OperationDocument } from './operation-document.ts'
import type { Route } from '../route.ts'
import { toComponents } from './components.ts'
import { isDocumented, toOperation } from './operation.ts'
import { toToolOperation } from './tool-operation.ts'

const TAGS: Readonly<Record<OperationDocument['tag'], string>> = {
  Tools: 'The tools and how to find them',
  Calls: 'Other ways to call a tool: in batches, as a stream, as a job, or as a dry run',
  Files: 'Files that calls refer to instead of sending them',
  'Keys and credits': 'Getting a key, its balance and its purchases',
  'Team budget': 'Other gateways that spend the credits of keys here, also while they are offline',
  Administration: 'For administrators of the instance',
  Service: 'The instance itself',
}

const DESCRIPTION = `Small, well-made tools at one address. Every tool is called with \`POST /v1/{slug}\`, a JSON \
body and a key, costs a fixed number of credits and answers with the same envelope.

A call that fails costs nothing, unless it has run out of time after a model had begun to answer. A call whose \
caller leaves is charged if a model had begun to answer or a request had been sent by then. A demo or team key may \
send ${DEFAULT_RATE_LIMIT} requests in ${RATE_WINDOW_SECONDS} seconds and a personal key \
${PERSONAL_RATE_FACTOR * DEFAULT_RATE_LIMIT}, unless another limit was set for it; an address without a key may send ${PUBLIC_RATE_LIMIT}.`

/** The OpenAPI 3.0 description of routes and tools, but for what each instance adds to it. */
export interface OpenApiDocument {
  readonly info: object
  readonly servers: readonly object[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, object>>
}

/** Describes routes and tools. */
export function toOpenApiDocument(
  routes: readonly Route[],
  tools: readonly RegisteredTool[],
): OpenApiDocument & Readonly<Record<string, unknown>> {
  return {
    openapi: '3.0.3',
    info: {
      title: 'Toolgate',
      // Of the instance; its place among the members is here.
      version: '',
      description: DESCRIPTION,
      contact: { name: 'The Toolgate developers' },
      license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    },
    // Without /v1, which is part of the paths, because the manifest is outside it.
    servers: [],
    security: [{ bearer: [] }],
    tags: toTags(routes, tools),
    paths: { ...routePaths(routes), ...Object.fromEntries(tools.map(toolPath)) },
    components: toComponents(),
  }
}

/** A document without the operations of tools, for a caller that sees others. */
export function withoutTools(document: OpenApiDocument, tools: readonly ListedTool[]): OpenApiDocument {
  const paths = new Set(tools.map(({ slug }) => `/v1/${slug}`))
  const categories = new Set(tools.map(({ facts }) => facts.category))
  return {
    ...document,
    tags: document.tags.filter(({ name }) => !categories.has(name) || Object.hasOwn(TAGS, name)),
    paths: Object.fromEntries(Object.entries(document.paths).filter(([path]) => !paths.has(path))),
  }
}

/** A document with the operations of more tools. */
export async function addTools(
  document: OpenApiDocument,
  tools: readonly RegisteredTool[],
): Promise<OpenApiDocument> {
  const known = new Set(document.tags.map(({ name }) => name))
  const tags = categoryTags(tools).filter(({ name }) => !known.has(name))
  return {
    ...document,
    tags: [...document.tags, ...tags],
    // Sources may have very many.
    paths: { ...document.paths, ...Object.fromEntries(await mapInTurns(tools, toolPath)) },
  }
}

function toTags(routes: readonly Route[], tools: readonly RegisteredTool[]): OpenApiDocument['tags'] {
  const used = new Set(routes.map((route) => route.document?.tag))
  const own = Object.entries(TAGS).filter(([name]) => [...used].some((tag) => tag === name))
  return [...own.map(([name, description]) => ({ name, description })), ...categoryTags(tools)]
}

function categoryTags(tools: readonly RegisteredTool[]): OpenApiDocument['tags'] {
  const categories = [...new Set(tools.map(({ definition }) => definition.category))].sort()
  return categories.map((name) => ({ name, description: `Tools of the category ${name}` }))
}

function routePaths(routes: readonly Route[]): Record<string, object> {
  const paths: Record<string, object> = {}
  for (const route of routes.filter(isDocumented)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) }
  }
  return paths
}

function toolPath(tool: RegisteredTool): readonly [string, object] {
  return [`/v1/${tool.slug}`, { post: toToolOperation(tool) }]
}
