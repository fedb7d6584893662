import type SwaggerParser from '@apidevtools/swagger-parser'
import { parse } from 'yaml'
import type { ApiFault } from './openapi-fault.ts'
import { structureFaultsOf, type SchemaVersion } from './openapi-structure.ts'
import { MAX_BODY_DEPTH } from '../../../../../src-shared/limits.ts'
import { parseJson } from '../../../../../src-shared/parse-json.ts'
import { isOutside, referencesOf } from './openapi-references.ts'
import { isJson, type Json } from '../../../lib/api-parts.ts'
import { digitWarningsOf } from '../../../lib/exact-json.ts'
import { jsonProblemOf } from '../../../lib/sound-json.ts'
import { InvalidInput } from '../../../../tool-kit/tool-context.ts'

const VERSIONS: readonly SchemaVersion[] = ['3.0', '3.1', '3.2']

/**
 * An API description that was sent as an object, or as JSON or YAML text.
 * @throws InvalidInput if it is neither
 */
export function readDescription(spec: unknown): Json {
  const value: unknown = typeof spec === 'string' ? parsed(spec) : spec
  if (!isJson(value))
    throw new InvalidInput('spec', 'Send the OpenAPI document as an object, or as JSON or YAML text')
  const problem = jsonProblemOf(value)
  if (problem !== null) throw new InvalidInput('spec', `The document cannot be processed: ${problem}`)
  return value
}

/** The numbers of a description that was read from JSON text which a 64-bit float would change. */
export function lostDigitsOf(spec: unknown): { warnings?: string[] } {
  try {
    return typeof spec === 'string' && /^\s*\{/.test(spec) ? digitWarningsOf(spec) : {}
  } catch {
    // A flow mapping of YAML begins like an object of JSON.
    return {}
  }
}

/**
 * Violations of the rules of OpenAPI 2.0, 3.0, 3.1 or 3.2. Reads neither files nor the network.
 * @param told whether the rules of OpenAPI's text have found faults, which the parser would tell again without a place
 */
export async function faultsOfDescription(document: Json, told = false): Promise<ApiFault[]> {
  const fault = versionFault(document)
  if (fault !== null) return [fault]
  const { openapi } = document
  const version = VERSIONS.find((one) => typeof openapi === 'string' && openapi.startsWith(one))
  if (version !== undefined) return await structureFaultsOf(document, version)
  const { default: swagger } = await import('@apidevtools/swagger-parser')
  try {
    await swagger.validate(
      // The parser modifies its argument, and checks by itself that it is an OpenAPI document.
      structuredClone(document) as unknown as Parameters<typeof SwaggerParser.validate>[0],
      { resolve: { external: false, file: false, http: false }, dereference: { circular: 'ignore' } },
    )
    return []
  } catch (error) {
    const faults = toFaults(error, document)
    return told ? faults.filter(({ path }) => path !== '') : faults
  }
}

function parsed(text: string): unknown {
  // The reader of YAML takes seventy times as long for JSON, which most large documents are.
  if (/^\s*\{/.test(text))
    try {
      return parseJson(text)
    } catch {
      // A flow mapping of YAML begins like an object of JSON.
    }
  try {
    const value: unknown = parse(text, { maxAliasCount: 100, logLevel: 'error', prettyErrors: true })
    return value
  } catch (error) {
    if (error instanceof RangeError)
      throw new InvalidInput('spec', `The document has more than ${MAX_BODY_DEPTH} levels`)
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new InvalidInput(
      'spec',
      `The document is neither JSON nor YAML: ${reason.slice(0, 300).toWellFormed()}`,
    )
  }
}

// The library has one sentence for all of these, without a place.
function versionFault({ openapi, swagger, paths, webhooks, components }: Json): ApiFault | null {
  if (openapi === undefined && swagger === undefined)
    return {
      path: '',
      message: 'needs the field openapi with a version such as "3.1.0", or swagger: "2.0"',
    }
  const version = openapi ?? swagger
  const path = swagger === undefined ? '/openapi' : '/swagger'
  if (typeof version !== 'string') return { path, message: 'must be a text, such as "3.1.0" in quotes' }
  const isKnown = swagger === undefined ? /^3\.[012]\.\d+(?:-.*)?$/.test(version) : swagger === '2.0'
  if (!isKnown)
    return { path, message: 'must be 2.0, 3.0.x, 3.1.x or 3.2.x, the versions that can be checked' }
  if (paths === undefined && /^(?:2|3\.0)/.test(version))
    return { path: '', message: "must have required property 'paths'" }
  if (paths === undefined && webhooks === undefined && components === undefined)
    return { path: '', message: 'needs at least one of the fields paths, components and webhooks' }
  return null
}

function toFaults(error: unknown, document: Json): ApiFault[] {
  const details: unknown = error instanceof Error && 'details' in error ? error.details : undefined
  if (Array.isArray(details) && details.length > 0) return details.flatMap(toFault)
  const text = error instanceof Error ? error.message.replace('[object Object]', 'This') : String(error)
  const message = text.replace(/^\w*Error: /, '')
  // What is in another document has no name for the parser.
  const outside = /\bundefined\b/.test(message) ? referencesOf(document).find(isOutside) : undefined
  if (outside !== undefined) {
    const to = JSON.stringify(outside.to.slice(0, 200).toWellFormed())
    return [{ path: outside.path, message: `refers to ${to}, which is not read; send one document` }]
  }
  return [{ path: '', message: message.slice(0, 500).toWellFormed() }]
}

// Ajv's own form, with the errors of `oneOf` branches below `inner`.
function toFault(detail: unknown): ApiFault[] {
  if (!isJson(detail)) return []
  const { instancePath, message, params } = detail
  const extra = isJson(params) ? (params['additionalProperty'] ?? params['unevaluatedProperty']) : undefined
  const name = typeof extra === 'string' ? `: ${JSON.stringify(extra)}` : ''
  return [{ path: String(instancePath), message: `${String(message)}${name}`.slice(0, 500).toWellFormed() }]
}
