/** An object of JSON. */
export type Json = Readonly<Record<string, unknown>>

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const

/** One operation of an API description. */
export interface Operation {
  readonly route: string
  readonly method: (typeof METHODS)[number]
  readonly pathItem: Json
  readonly operation: Json
}

/** All operations in the order of the document. */
export function operationsOf(document: Json): Operation[] {
  const paths = isJson(document['paths']) ? Object.entries(document['paths']) : []
  return paths.flatMap(([route, item]) => {
    const pathItem = resolved(document, item)
    if (!pathItem) return []
    return METHODS.flatMap((method) => {
      const operation = pathItem[method]
      return isJson(operation) ? [{ route, method, pathItem, operation }] : []
    })
  })
}

/** A member, with references inside the document resolved; null if it is not an object. */
export function resolved(document: Json, value: unknown, depth = 0): Json | null {
  if (!isJson(value)) return null
  const reference = value['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/') || depth > 20) return value
  return resolved(document, targetOf(document, reference), depth + 1)
}

/** What a reference inside the document points to; undefined if nothing. */
export function targetOf(document: Json, reference: string): unknown {
  const names = reference.slice(2).split('/')
  return names.reduce<unknown>((value, name) => {
    const key = decoded(name).replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(value)) return value[Number(key)]
    return isJson(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }, document)
}

/** Whether a value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    // A percent sign that does not start an escape is taken literally.
    return name
  }
}
