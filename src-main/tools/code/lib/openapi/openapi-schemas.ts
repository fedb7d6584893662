import { metaFaultsOf } from '../../../../json-schema/schema-check.ts'
import { isJson, type Json } from '../../../lib/api-parts.ts'
import type { ApiFault } from './openapi-fault.ts'
import { pointerToken } from '../../../../../src-shared/json-schema/pointer-token.ts'

const MAX_SCHEMAS = 5_000
const MAX_FAULTS_A_SCHEMA = 10
/** Members whose own members have names that their author has chosen, so `schema` is one of those there. */
const MAPS = new Set(
  (
    'parameters headers responses requestBodies callbacks links pathItems securitySchemes variables mapping scopes ' +
    'webhooks encoding paths content'
  ).split(' '),
)
/** The dialects of schemas that a document may name and that are draft 2020-12 (OpenAPI 3.1.1, 4.8.24.5). */
const KNOWN_DIALECT =
  /^https:\/\/(?:spec\.openapis\.org\/oas\/3\.[12]\/dialect\/|json-schema\.org\/draft\/2020-12\/schema)/

interface PlacedSchema {
  readonly path: string
  readonly schema: unknown
}

/**
 * Schemas of a description that are not schemas of their version: JSON Schema 2020-12 in OpenAPI 3.1 (4.8.24), and in
 * 3.0 an array without `items` (4.7.24.1), which its own JSON Schema lets pass.
 */
export function schemaFaultsOf(document: Json): ApiFault[] {
  const { openapi, jsonSchemaDialect } = document
  if (typeof openapi !== 'string') return []
  const schemas = schemasIn(document)
  if (openapi.startsWith('3.0')) return schemas.flatMap(({ path, schema }) => itemlessIn(path, schema))
  const markup = openapi.startsWith('3.2')
    ? schemas.flatMap(({ path, schema }) => nodeTypesIn(path, schema))
    : []
  if (typeof jsonSchemaDialect === 'string' && !KNOWN_DIALECT.test(jsonSchemaDialect)) return markup
  const faults = schemas
    .filter(({ schema }) => !isJson(schema) || schema['$schema'] === undefined)
    .flatMap(({ path, schema }) =>
      metaFaultsOf(schema, '2020-12')
        .slice(0, MAX_FAULTS_A_SCHEMA)
        .map((fault) => ({ path: `${path}${fault.path}`, message: fault.message })),
    )
  return [...faults, ...markup]
}

// OpenAPI 3.2, 4.26.1: `nodeType` has replaced two fields, which must not be beside it.
function nodeTypesIn(path: string, schema: unknown): ApiFault[] {
  if (Array.isArray(schema)) return schema.flatMap((one: unknown, at) => nodeTypesIn(`${path}/${at}`, one))
  if (!isJson(schema)) return []
  const { xml } = schema
  const old =
    isJson(xml) && xml['nodeType'] !== undefined
      ? ['attribute', 'wrapped'].filter((name) => name in xml)
      : []
  return [
    ...old.map((name) => ({
      path: `${path}/xml/${name}`,
      message: 'must not be beside `nodeType`, which replaces it',
    })),
    ...Object.entries(schema).flatMap(([name, one]) =>
      /^(?:examples?|default|enum|const|xml)$/.test(name)
        ? []
        : nodeTypesIn(`${path}/${pointerToken(name)}`, one),
    ),
  ]
}

function schemasIn(document: Json): PlacedSchema[] {
  const found: PlacedSchema[] = []
  const { components } = document
  if (isJson(components) && isJson(components['schemas']))
    for (const [name, schema] of Object.entries(components['schemas']))
      found.push({ path: `/components/schemas/${pointerToken(name)}`, schema })
  const open: { value: unknown; path: string; inMap: boolean }[] = [
    { value: document, path: '', inMap: false },
  ]
  for (let next = open.pop(); next && found.length < MAX_SCHEMAS; next = open.pop()) {
    const { value, path, inMap } = next
    if (typeof value !== 'object' || value === null) continue
    for (const [name, member] of Object.entries(value)) {
      const place = `${path}/${pointerToken(name)}`
      const isOwnName = !inMap && !Array.isArray(value)
      if (isOwnName && name === 'schema') found.push({ path: place, schema: member })
      else if (place !== '/components/schemas' && !(isOwnName && /^(?:examples?|default|x-.*)$/.test(name)))
        open.push({ value: member, path: place, inMap: isOwnName && MAPS.has(name) })
    }
  }
  return found
}

function itemlessIn(path: string, schema: unknown): ApiFault[] {
  if (!isJson(schema) || typeof schema['$ref'] === 'string') return []
  const own =
    schema['type'] === 'array' && schema['items'] === undefined
      ? [{ path, message: 'is an array and needs `items`, which OpenAPI 3.0 asks for' }]
      : []
  const { properties, items, allOf, oneOf, anyOf, not, additionalProperties } = schema
  const named = isJson(properties) ? Object.entries(properties) : []
  const listed = Object.entries({ allOf, oneOf, anyOf }).flatMap(([name, list]) =>
    Array.isArray(list) ? list.map((one: unknown, at) => [`${name}/${at}`, one] as const) : [],
  )
  return [
    ...own,
    ...named.flatMap(([name, one]) => itemlessIn(`${path}/properties/${pointerToken(name)}`, one)),
    ...listed.flatMap(([name, one]) => itemlessIn(`${path}/${name}`, one)),
    ...Object.entries({ items, not, additionalProperties }).flatMap(([name, one]) =>
      itemlessIn(`${path}/${name}`, one),
    ),
  ]
}
