import { isJson, operationsOf, type Json, type Operation } from '../../tools/lib/api-parts.ts'
import { SOURCE_LIMITS, type Definition } from '../source.ts'
import { UnusableDocument } from './api-refusal.ts'
import { cleanText } from './clean-text.ts'
import { schemesOf, type Credential } from './credentials.ts'
import { serverUrl, toDefinition } from './to-definition.ts'

/** What a description says of its whole API. */
export interface ApiFacts {
  readonly title: string
  readonly version: string | null
  /** The addresses that it names, the first one first; an address without a host counts from the document's own. */
  readonly servers: readonly string[]
  /** The addresses that single operations have of their own. */
  readonly otherServers: readonly string[]
  readonly schemes: readonly Credential[]
  readonly operations: number
  /** How many of them do more than read. */
  readonly writes: number
  readonly deprecated: number
}

/** An API as tools. */
export interface ApiRead {
  readonly facts: ApiFacts
  readonly definitions: readonly Definition[]
}

/**
 * Turns the operations of a description into tools.
 * @throws UnusableDocument for one without operations, or with too many
 */
export function readApi(document: Json): ApiRead {
  const operations = operationsOf(document)
  if (operations.length > SOURCE_LIMITS.toolsOfSource)
    throw new UnusableDocument(
      `The document has ${operations.length.toLocaleString('en')} operations, and a source may have ` +
        `${SOURCE_LIMITS.toolsOfSource.toLocaleString('en')} tools. Cut it to the parts that you need.`,
    )
  const names = new Set<string>()
  const definitions = operations.flatMap((one) => {
    const definition = toDefinition(document, one, nameOf(one, names))
    return definition ? [definition] : []
  })
  if (definitions.length === 0)
    throw new UnusableDocument('The document has no operations, so there is nothing to call.')
  return { facts: factsOf(document, definitions), definitions }
}

function factsOf(document: Json, definitions: readonly Definition[]): ApiFacts {
  const info = isJson(document['info']) ? document['info'] : {}
  const { title, version } = info
  const others = definitions.flatMap(({ request }) => request?.server ?? [])
  return {
    title: cleanText(title, 100) || 'API',
    version:
      typeof version === 'string' || typeof version === 'number' ? String(version).slice(0, 60) : null,
    servers: serversOf(document).slice(0, 20),
    otherServers: [...new Set(others)].slice(0, 20),
    schemes: schemesOf(document).slice(0, 50),
    operations: definitions.length,
    writes: definitions.filter(({ annotations }) => annotations?.readOnlyHint !== true).length,
    deprecated: definitions.filter(({ annotations }) => annotations?.deprecated === true).length,
  }
}

function serversOf(document: Json): string[] {
  const { servers, swagger, host, basePath, schemes } = document
  if (swagger === undefined)
    return (Array.isArray(servers) ? servers : []).flatMap((server) => serverUrl(server) ?? [])
  const path = typeof basePath === 'string' ? basePath : ''
  if (typeof host !== 'string') return path === '' ? [] : [path]
  const offered = Array.isArray(schemes) ? schemes.filter((one) => one === 'https' || one === 'http') : []
  const scheme = offered.includes('https') || offered.length === 0 ? 'https' : 'http'
  return [`${scheme}://${host}${path}`]
}

function nameOf({ operation, method, route }: Operation, taken: Set<string>): string {
  const { operationId } = operation
  const where = `${method} ${route}`
  const own = typeof operationId === 'string' ? operationId.trim().slice(0, 200).toWellFormed() : ''
  let name = own === '' || taken.has(own) ? where.slice(0, 500).toWellFormed() : own
  // Two paths may be alike in all that is kept of them.
  while (taken.has(name)) name += '_'
  taken.add(name)
  return name
}
