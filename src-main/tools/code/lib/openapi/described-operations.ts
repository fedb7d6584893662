import { isJson, operationsOf, resolved, type Json, type Operation } from '../../../lib/api-parts.ts'

/** An operation with any method. */
export interface DescribedOperation extends Omit<Operation, 'method'> {
  /** The last part of the pointer to it: a method, or `additionalOperations/` and one. */
  readonly method: string
}

/** All operations of a description; from OpenAPI 3.2 on (4.9.1) with the method QUERY and those of their own names. */
export function describedOperationsOf(document: Json): DescribedOperation[] {
  const { openapi, paths } = document
  const known = operationsOf(document)
  if (typeof openapi !== 'string' || !openapi.startsWith('3.2') || !isJson(paths)) return known
  const others = Object.entries(paths).flatMap(([route, item]) => {
    const pathItem = resolved(document, item)
    if (!pathItem) return []
    const { query, additionalOperations } = pathItem
    const named = isJson(additionalOperations) ? Object.entries(additionalOperations) : []
    return [
      ['query', query] as const,
      ...named.map(([name, one]) => [`additionalOperations/${name}`, one] as const),
    ].flatMap(([method, operation]) => (isJson(operation) ? [{ route, method, pathItem, operation }] : []))
  })
  return [...known, ...others]
}
