import { isDeeperThan } from '../../../src-shared/json-depth.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { MAX_DOCUMENT_BYTES } from '../../../src-shared/sources/source-kinds.ts'
import { isJson, type Json } from '../../tools/lib/api-parts.ts'
import { wellFormed } from '../message-limits.ts'
import { UnusableDocument } from './api-refusal.ts'

/** Limits of a description. Bytes and counts as the names say. */
export const DOCUMENT_LIMITS = {
  bytes: MAX_DOCUMENT_BYTES,
  /** The reader of YAML takes seventy times as long as that of JSON. */
  yamlBytes: 6 * 1024 * 1024,
  depth: 256,
  values: 4_000_000,
} as const

/**
 * Reads a description that was sent as JSON or YAML: OpenAPI 3.0, 3.1, 3.2 or 2.0, complete in itself.
 * @throws UnusableDocument
 */
export async function readDocument(bytes: Buffer): Promise<Json> {
  if (bytes.length > DOCUMENT_LIMITS.bytes)
    throw new UnusableDocument('The document is larger than 20 MiB. Cut it to the parts that you need.')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  const document = await parsed(text)
  assertBounded(document)
  if (!isJson(document)) throw new UnusableDocument('The document is not an OpenAPI document: no object.')
  assertVersion(document)
  const outside = outsideReferenceOf(document)
  if (outside !== null)
    throw new UnusableDocument(
      `The document refers to ${JSON.stringify(outside.slice(0, 200))}, which is outside of it and is not read. ` +
        'Bundle it first: npx @redocly/cli bundle openapi.yaml -o bundled.json',
    )
  return document
}

async function parsed(text: string): Promise<unknown> {
  let problem = ''
  if (/^\s*[{[]/.test(text)) {
    if (isDeeperThan(text, DOCUMENT_LIMITS.depth)) throw tooDeep()
    try {
      return wellFormed(parseJson(text), text)
    } catch (error) {
      // A flow mapping of YAML begins like an object of JSON.
      problem = error instanceof Error ? error.message : String(error)
    }
  }
  if (text.length > DOCUMENT_LIMITS.yamlBytes)
    throw new UnusableDocument(
      problem === ''
        ? 'A document in YAML may have 6 MiB. Write it as JSON, which may have 20 MiB.'
        : `The document is not valid JSON: ${problem.slice(0, 200)}`,
    )
  try {
    const { parse } = await import('yaml')
    const value: unknown = parse(text, { maxAliasCount: 100, logLevel: 'error', prettyErrors: true })
    return wellFormed(value, text)
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new UnusableDocument(
      `The document is neither JSON nor YAML: ${reason.slice(0, 300).toWellFormed()}`,
    )
  }
}

/** Without recursion, since a document may be deeper than the stack; aliases of YAML count each time. */
function assertBounded(document: unknown): void {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: document, depth: 0 }]
  let values = 0
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    if (depth > DOCUMENT_LIMITS.depth) throw tooDeep()
    if (++values > DOCUMENT_LIMITS.values)
      throw new UnusableDocument(
        'The document has more than 4,000,000 values. Cut it to the parts you need.',
      )
    if (typeof value !== 'object' || value === null) continue
    for (const part of Object.values(value)) open.push({ value: part, depth: depth + 1 })
  }
}

function assertVersion({ openapi, swagger, paths }: Json): void {
  if (openapi === undefined && swagger === undefined)
    throw new UnusableDocument(
      'This is not an OpenAPI document: it needs the field openapi with a version such as "3.1.0", or swagger: "2.0".',
    )
  const version = swagger ?? openapi
  // YAML reads a version without quotes as a number.
  const written = typeof version === 'string' ? version : JSON.stringify(version)
  const isKnown = swagger === undefined ? /^3\.[012](?:\.\d+)?/.test(written) : /^2(?:\.0)?$/.test(written)
  if (!isKnown)
    throw new UnusableDocument(
      `OpenAPI ${written.slice(0, 20)} cannot be read here; versions 2.0 and 3.0 to 3.2 can.`,
    )
  if (!isJson(paths) || Object.keys(paths).length === 0)
    throw new UnusableDocument('The document has no paths, so there is nothing to call.')
}

/** The first reference that leads outside of a document; null for none. Examples may contain anything. */
function outsideReferenceOf(document: Json): string | null {
  const open: { readonly value: unknown; readonly name: string }[] = [{ value: document, name: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, name } = next
    if (typeof value !== 'object' || value === null || name === 'example' || name === 'examples') continue
    const to = isJson(value) && name !== 'properties' ? value['$ref'] : undefined
    if (typeof to === 'string' && !to.startsWith('#')) return to
    const parts = Object.entries(value).reverse()
    for (const [key, part] of parts) open.push({ value: part, name: key })
  }
  return null
}

function tooDeep(): UnusableDocument {
  return new UnusableDocument(`The document is nested deeper than ${DOCUMENT_LIMITS.depth} levels.`)
}
