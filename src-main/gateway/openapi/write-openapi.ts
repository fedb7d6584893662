import { loadAll, type ListedTool } from '../../registry/registry.ts'
import type { Route } from '../route.ts'
import { toOpenApiDocument, type OpenApiDocument } from './openapi-document.ts'

/**
 * The OpenAPI document from the definitions of tools. In a build the finished document replaces this file
 * (build/bake-derived.ts): deriving it takes half a second.
 */
export async function writeOpenApi(
  routes: readonly Route[],
  tools: readonly ListedTool[],
): Promise<OpenApiDocument> {
  return toOpenApiDocument(routes, await loadAll(tools))
}
