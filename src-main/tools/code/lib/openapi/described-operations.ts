import { isJson, operationsOf, resolved, type Json, type Operation } from '../../../lib/api-parts.ts'

/** An operation with any method. */
export interface DescribedOperation extends Omit<Operation, 'method'> {
  readonly method: string
  /** Where it is below its path, as in a JSON Pointer. */
  readonly place: string
}

/** All operations of a description; from OpenAPI 3.2 on (4.9.1) with the method QUERY and those of their own names. */
export function describedOperationsOf(document: Json): DescribedOperation[] {
  const { openapi, paths } = document
  const known = operationsOf(document).map((one) => ({ ...one, place: one.method }))
  if (typeof openapi !== 'string' || !openapi.startsWith('3.2') || !isJson(paths)) return known
  const others = Object.entries(paths).flatMap(([route, item]) => {
    const pathItem = resolved(document, item)
    if (!pathItem) return []
    const { query, additionalOperations } = pathItem
    const named = isJson(additionalOperations) ? Object.entries(additionalOperations) : []
    return [
      { method: 'query', place: 'query', operation: query },
      ...named.map(([method, operation]) => ({
        method,
        place: `additionalOperations/${method}`,
        operation,
      })),
    ].flatMap(({ operation, ...where }) =>
      isJson(operation) ? [{ ...where, route, pathItem, operation }] : [],
    )
  })
  return [...known, ...others]
}
