import { isJson, resolved, targetOf, type Json } from '../../../lib/api-parts.ts'
import { describedOperationsOf, type DescribedOperation } from './described-operations.ts'
import type { ApiFault } from './openapi-fault.ts'
import { uniquenessFaultsOf } from './openapi-uniqueness.ts'
import { isOutside, referencesOf } from './openapi-references.ts'
import { pointerToken } from '../../../../../src-shared/json-schema/pointer-token.ts'

interface RuleFaults {
  readonly errors: ApiFault[]
  readonly warnings: ApiFault[]
  /** Whether any reference points to nothing. */
  readonly hasDangling: boolean
}

/**
 * Rules in OpenAPI's text that its JSON Schema cannot express: references that point to something,
 * unique operation ids, unique paths, a parameter for each name in a path.
 */
export function ruleFaultsOf(document: Json): RuleFaults {
  const operations = describedOperationsOf(document)
  const references = referencesOf(document)
  const dangling = references.filter(
    ({ to }) => to.startsWith('#/') && targetOf(document, to) === undefined,
  )
  const outside = references.filter(isOutside)
  // From 3.2 on, a name that is not declared is the address of a scheme.
  const isVersion32 = typeof document['openapi'] === 'string' && document['openapi'].startsWith('3.2')
  const schemes = unknownSchemes(document, operations)
  const errors = [
    ...dangling.map(({ path, to }) => ({
      path,
      message: `refers to ${to.slice(0, 200)}, which does not exist`,
    })),
    ...duplicateIds(operations),
    ...samePaths(document),
    ...operations.flatMap((operation) => pathParameterFaults(document, operation)),
    ...(isVersion32 ? [] : schemes),
    ...uniquenessFaultsOf(document, operations),
    ...operations.filter(isWithoutResponse).map((operation) => ({
      path: `${pointerOf(operation)}/responses`,
      message: 'names no response, and needs at least one',
    })),
  ]
  const warnings = [
    ...outside.map(({ path, to }) => ({
      path,
      message: `refers to ${to.slice(0, 200)} outside the document, which was not read`,
    })),
    ...(isVersion32 ? schemes : []),
  ]
  return { errors, warnings, hasDangling: dangling.length > 0 }
}

function duplicateIds(operations: readonly DescribedOperation[]): ApiFault[] {
  const seen = new Set<unknown>()
  return operations.flatMap((operation) => {
    const id = operation.operation['operationId']
    if (typeof id !== 'string' || !seen.has(id)) {
      seen.add(id)
      return []
    }
    return [
      {
        path: pointerOf(operation),
        message: `has the operationId ${JSON.stringify(id)} of another operation`,
      },
    ]
  })
}

// OpenAPI 3.1, 4.8.8.2: templated paths with the same hierarchy and other names are identical.
function samePaths(document: Json): ApiFault[] {
  const seen = new Map<string, string>()
  const routes = isJson(document['paths']) ? Object.keys(document['paths']) : []
  return routes.flatMap((route) => {
    const shape = route.replace(/\{[^{}]*\}/g, '{}')
    const first = seen.get(shape)
    if (first === undefined) seen.set(shape, route)
    if (first === undefined || !route.startsWith('/')) return []
    return [
      {
        path: `/paths/${pointerToken(route)}`,
        message: `is the same path as ${first.slice(0, 200)}: the names of parameters do not tell paths apart`,
      },
    ]
  })
}

// OpenAPI 3.1, 4.8.30, and 2.0: each name must be that of a declared scheme.
function unknownSchemes(document: Json, operations: readonly DescribedOperation[]): ApiFault[] {
  const components = isJson(document['components']) ? document['components'] : {}
  const declared = document['securityDefinitions'] ?? components['securitySchemes']
  const known = isJson(declared) ? declared : {}
  const places = [
    { path: '/security', security: document['security'] },
    ...operations.map((one) => ({
      path: `${pointerOf(one)}/security`,
      security: one.operation['security'],
    })),
  ]
  return places.flatMap(({ path, security }) =>
    [...new Set(listOf(security).flatMap((needed) => (isJson(needed) ? Object.keys(needed) : [])))]
      .filter((name) => !Object.hasOwn(known, name))
      .map((name) => ({
        path,
        message: `names the security scheme ${name.slice(0, 100)}, which is not declared`,
      })),
  )
}

// OpenAPI 3.1, 4.8.16. Up to 3.0 the JSON Schema requires it.
function isWithoutResponse({ operation }: DescribedOperation): boolean {
  const { responses } = operation
  return isJson(responses) && Object.keys(responses).every((name) => name.startsWith('x-'))
}

// OpenAPI 3.1, 4.8.8.2 and 4.8.12.1: each template expression needs a parameter of that name.
function pathParameterFaults(document: Json, one: DescribedOperation): ApiFault[] {
  const parameters = [...listOf(one.pathItem['parameters']), ...listOf(one.operation['parameters'])]
  const declared = new Set(
    parameters.flatMap((parameter) => {
      const known = resolved(document, parameter)
      // A parameter behind an external reference may have any name.
      if (typeof known?.['$ref'] === 'string') return ['*']
      return known?.['in'] === 'path' ? [known['name']] : []
    }),
  )
  if (declared.has('*')) return []
  const wanted = new Set([...one.route.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!))
  const missing = [...wanted].filter((name) => !declared.has(name))
  // 4.8.12.1: the name of a path parameter must be one of the path.
  const idle = [...declared].filter((name) => typeof name === 'string' && !wanted.has(name)).map(String)
  const path = pointerOf(one)
  return [
    ...missing.map((name) => ({ path, message: `has no path parameter for {${name.slice(0, 100)}}` })),
    ...idle.map((name) => ({
      path,
      message: `has a path parameter ${name.slice(0, 100)} that its path lacks`,
    })),
  ]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function pointerOf({ route, place }: DescribedOperation): string {
  return `/paths/${pointerToken(route)}/${place}`
}
