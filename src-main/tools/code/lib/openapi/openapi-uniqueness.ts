import type { DescribedOperation } from './described-operations.ts'
import { isJson, resolved, type Json } from '../../../lib/api-parts.ts'
import type { ApiFault } from './openapi-fault.ts'
import { pointerToken } from '../../../../../src-shared/json-schema/pointer-token.ts'

/**
 * What OpenAPI 3 says must not occur twice or together, which its JSON Schema cannot express: parameters of one name
 * and place, tags of one name, `example` beside `examples`, components with other signs in their names, and a server
 * variable whose default is not in its list.
 */
export function uniquenessFaultsOf(document: Json, operations: readonly DescribedOperation[]): ApiFault[] {
  if (typeof document['openapi'] !== 'string') return []
  return [
    ...operations.flatMap((one) => repeatedParameters(document, one)),
    ...repeatedTags(document['tags']),
    ...serverFaults(document),
    ...componentFaults(document['components']),
    ...twoKindsOfExamples(document),
  ]
}

// 4.8.10.1: the list must not include duplicate parameters, which are those of one `name` and `in`.
function repeatedParameters(
  document: Json,
  { route, place: own, pathItem, operation }: DescribedOperation,
): ApiFault[] {
  const place = `/paths/${pointerToken(route)}`
  return [
    ...repeatedIn(document, pathItem['parameters'], `${place}/parameters`),
    ...repeatedIn(document, operation['parameters'], `${place}/${own}/parameters`),
  ]
}

function repeatedIn(document: Json, parameters: unknown, path: string): ApiFault[] {
  if (!Array.isArray(parameters)) return []
  const seen = new Set<string>()
  return parameters.flatMap((parameter: unknown, at) => {
    const { name, in: place } = resolved(document, parameter) ?? {}
    if (typeof name !== 'string' || typeof place !== 'string') return []
    // Names of headers are the same in any case (RFC 9110, 5.1).
    const key = `${place} ${place === 'header' ? name.toLowerCase() : name}`
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ path: `${path}/${at}`, message: `is a second ${place} parameter ${shown(name)}` }]
  })
}

// 4.8.22: each tag name in the list must be unique.
function repeatedTags(tags: unknown): ApiFault[] {
  if (!Array.isArray(tags)) return []
  const seen = new Set<unknown>()
  return tags.flatMap((tag: unknown, at) => {
    const name = isJson(tag) ? tag['name'] : undefined
    if (typeof name !== 'string') return []
    if (seen.has(name)) return [{ path: `/tags/${at}`, message: `is a second tag ${shown(name)}` }]
    seen.add(name)
    return []
  })
}

// 4.8.6.1: up to 3.0 it only should be in the list.
function serverFaults({ openapi, servers }: Json): ApiFault[] {
  if (!Array.isArray(servers) || String(openapi).startsWith('3.0')) return []
  return servers.flatMap((server: unknown, at) => {
    const variables = isJson(server) && isJson(server['variables']) ? server['variables'] : {}
    return Object.entries(variables).flatMap(([name, variable]) => {
      if (!isJson(variable) || !Array.isArray(variable['enum'])) return []
      return variable['enum'].includes(variable['default'])
        ? []
        : [
            {
              path: `/servers/${at}/variables/${pointerToken(name)}/default`,
              message: 'is not one of the values in `enum`',
            },
          ]
    })
  })
}

// 4.8.7: all members of these objects must have such names.
function componentFaults(components: unknown): ApiFault[] {
  if (!isJson(components)) return []
  return Object.entries(components).flatMap(([kind, members]) => {
    if (kind.startsWith('x-') || !isJson(members)) return []
    return Object.keys(members)
      .filter((name) => !/^[\w.-]+$/.test(name))
      .map((name) => ({
        path: `/components/${pointerToken(kind)}/${pointerToken(name)}`,
        message: `is named ${shown(name)}; a name may have letters A to Z, digits, dots, hyphens and underscores`,
      }))
  })
}

// 4.8.12.2.2 and 4.8.14.1: the two fields are mutually exclusive, in parameters, headers and media types.
function twoKindsOfExamples(document: Json): ApiFault[] {
  const found: ApiFault[] = []
  const open: { value: unknown; path: string; name: string }[] = [{ value: document, path: '', name: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, name } = next
    if (typeof value !== 'object' || value === null || /^(?:examples?|default|schemas?|x-.*)$/.test(name))
      continue
    // Only these objects have both fields; maps of them may have members of any name.
    const hasBoth = isJson(value) && (value['schema'] !== undefined || value['content'] !== undefined)
    if (hasBoth && value['example'] !== undefined && value['examples'] !== undefined)
      found.push({ path, message: 'has both `example` and `examples`; keep one of them' })
    for (const [key, member] of Object.entries(value))
      open.push({ value: member, path: `${path}/${pointerToken(key)}`, name: key })
  }
  return found
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 100))
}
