import { isDeepStrictEqual } from 'node:util'
import { isJson, resolved, type Json, type Operation } from '../../../../src-main/tools/lib/api-parts.ts'
import type { SeenRequest } from '../../../support/tools/api-desk.ts'
import { sampleOf } from './sample-value.ts'

/** A call of an operation, and what a server must get for it: worked out from the document, and not from our plan. */
export interface ExpectedCall {
  /** What the caller sends, by the names that the guide gives to fields. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: readonly string[]
  /** The content of each media type that the operation takes; null for an operation without a body. */
  readonly body: { readonly value: unknown; readonly content: Json } | null
}

type Pairs = (readonly [string, string])[]

/** The call that gives every parameter and a body. @param base the path of the server's address */
export function expectedCall(document: Json, one: Operation, base: string): ExpectedCall {
  const listed = [...listOf(one.operation['parameters']), ...listOf(one.pathItem['parameters'])]
  const found = listed.map((parameter) => resolved(document, parameter)).filter((one) => one !== null)
  const all = found.filter(
    (own, at) =>
      found.findIndex((other) => other['name'] === own['name'] && other['in'] === own['in']) === at,
  )
  const content = resolved(document, one.operation['requestBody'])?.['content']
  const hasBody = isJson(content) && Object.keys(content).length > 0
  const fields: Record<string, unknown> = {}
  const query: Pairs = []
  const headers: Record<string, string> = {}
  const cookies: string[] = []
  let path = one.route
  for (const parameter of all) {
    const { name, in: place } = parameter as { name: string; in: string }
    // OpenAPI says that a parameter of these names is ignored.
    if (place === 'header' && /^(?:accept|content-type|authorization)$/i.test(name)) continue
    const isTwice = all.filter((other) => other['name'] === name).length > 1 || (hasBody && name === 'body')
    const media = isJson(parameter['content']) ? Object.values(parameter['content'])[0] : null
    const sample = sampleOf(document, media ? resolved(document, media)?.['schema'] : parameter['schema'])
    // A header has ASCII alone.
    const value = place === 'header' && typeof sample === 'string' ? sample.replace('é', 'e') : sample
    fields[isTwice ? `${name}_${place}` : name] = value
    const text = media ? JSON.stringify(value) : null
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(text ?? plain(value)))
    else if (place === 'query')
      query.push(...(text === null ? pairsOf(name, value, parameter) : [[name, text] as const]))
    else if (place === 'header') headers[name.toLowerCase()] = text ?? plain(value)
    else cookies.push(`${name}=${encodeURIComponent(text ?? plain(value))}`)
  }
  const body = hasBody ? { value: bodySample(document, content), content } : null
  if (body) fields['body'] = body.value
  const [route = '', written = ''] = path.split('?')
  return {
    ...{ fields, method: one.method.toUpperCase(), path: base + route, headers, cookies, body },
    query: [...new URLSearchParams(written), ...query],
  }
}

// The first of the types that the guide prefers.
function bodySample(document: Json, content: Json): unknown {
  const types = Object.keys(content)
  const type =
    types.find((one) => /json/i.test(one)) ?? types.find((one) => /form/i.test(one)) ?? types[0] ?? ''
  const schema = resolved(document, content[type])?.['schema']
  if (/json|form/i.test(type)) return sampleOf(document, schema)
  return /^text\//i.test(type) ? 'a text' : 'AAECAw=='
}

function pairsOf(
  name: string,
  value: unknown,
  { style = 'form', explode = style === 'form' }: Json,
): Pairs {
  if (Array.isArray(value)) {
    if (explode === true || style === 'deepObject') return value.map((one) => [name, plain(one)] as const)
    return [
      [
        name,
        value.map(plain).join(style === 'pipeDelimited' ? '|' : style === 'spaceDelimited' ? ' ' : ','),
      ],
    ]
  }
  if (!isJson(value)) return [[name, plain(value)]]
  const members = Object.entries(value)
  if (style === 'deepObject')
    return members.flatMap(([member, part]) =>
      isJson(part)
        ? pairsOf(`${name}[${member}]`, part, { style })
        : [part].flat().map((one) => [`${name}[${member}]`, plain(one)] as const),
    )
  if (explode === true) return members.map(([member, part]) => [member, plain(part)] as const)
  return [[name, members.flat().map(plain).join(',')]]
}

/** What differs between a request and what was expected; null for nothing. */
export async function differenceOf(expected: ExpectedCall, seen: SeenRequest): Promise<string | null> {
  const url = new URL(seen.url, 'http://x')
  if (seen.method !== expected.method) return `method ${seen.method}`
  if (segmentsOf(url.pathname) !== segmentsOf(expected.path))
    return `path ${url.pathname}, not ${expected.path}`
  const sorted = (pairs: Iterable<readonly [string, string]>): string =>
    JSON.stringify([...pairs].map((pair) => pair.join('=')).toSorted())
  if (sorted(url.searchParams) !== sorted(expected.query))
    return `query ${url.search}, not ${sorted(expected.query)}`
  for (const [name, value] of Object.entries(expected.headers))
    if (seen.headers[name] !== value) return `header ${name}: ${String(seen.headers[name])}, not ${value}`
  const cookies = String(seen.headers['cookie'] ?? '').split('; ')
  const missing = expected.cookies.find((cookie) => !cookies.includes(cookie))
  if (missing !== undefined) return `cookie ${missing} is missing`
  if (expected.body === null) return seen.body.length === 0 ? null : 'a body where there is none'
  return await bodyDifference(expected.body, seen)
}

async function bodyDifference({ value, content }: NonNullable<ExpectedCall['body']>, seen: SeenRequest) {
  const type = String(seen.headers['content-type'] ?? '')
  const declared = Object.keys(content).some(
    (one) => one === type || type.startsWith(`${one.split(';')[0]};`) || one.includes('*'),
  )
  if (!declared) return `content type ${type}, which is not declared`
  const text = seen.body.toString('utf8')
  if (/json/i.test(type)) return isDeepStrictEqual(JSON.parse(text), value) ? null : 'another body'
  if (!/form/i.test(type))
    return text === value || seen.body.toString('base64') === value ? null : 'other bytes'
  const form = await new Response(new Uint8Array(seen.body), {
    headers: { 'content-type': type },
  }).formData()
  for (const [name, part] of Object.entries(isJson(value) ? value : {})) {
    const got = await Promise.all(form.getAll(name).map(partText))
    const wanted = [part].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
    if (!isDeepStrictEqual(got, wanted))
      return `part ${name}: ${got.join(' | ')}, not ${wanted.join(' | ')}`
  }
  return null
}

// What a caller has given as Base64.
async function partText(part: FormDataEntryValue): Promise<string> {
  return typeof part === 'string' ? part : Buffer.from(await part.arrayBuffer()).toString('base64')
}

function segmentsOf(path: string): string {
  return JSON.stringify(path.split('/').map((part) => decodeURIComponent(part)))
}

function plain(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(plain).join(',')
  return isJson(value) ? Object.entries(value).flat().map(plain).join(',') : JSON.stringify(value)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
