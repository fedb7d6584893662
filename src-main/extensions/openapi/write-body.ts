import { randomUUID } from 'node:crypto'
import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import type { PlannedBody, PlannedPart } from './request-plan.ts'
import { queryPairs, textOf } from './write-parameter.ts'

/** A body with its media type. */
export interface WrittenBody {
  readonly type: string
  readonly body: string | Buffer
}

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/
const LINE = '\r\n'

/**
 * Writes a body as its operation takes it.
 * @throws InvalidInput for bytes that are not Base64, and for a form that is not an object
 */
export function writeBody({ field, type, form, parts = {} }: PlannedBody, value: unknown): WrittenBody {
  switch (form) {
    case 'json':
      return { type, body: JSON.stringify(value) }
    case 'text':
      return { type, body: textOf(value) }
    case 'bytes':
      return { type, body: bytesOf(value, field).bytes }
    case 'form':
      return { type, body: writeForm(entriesOf(value, field), parts) }
    case 'multipart':
      return writeMultipart(entriesOf(value, field), parts, field)
  }
}

function entriesOf(value: unknown, field: string): [string, unknown][] {
  if (!isObject(value)) throw new InvalidInput(field, 'must be an object')
  return Object.entries(value).filter(([, part]) => part !== null && part !== undefined)
}

// OpenAPI 3.1, 4.8.14.4: what is not a text or a list of texts is JSON, unless its encoding has a style.
function writeForm(
  entries: readonly [string, unknown][],
  parts: Readonly<Record<string, PlannedPart>>,
): string {
  const pairs = entries.flatMap(([name, value]) => {
    const { style = 'form', explode = style === 'form', type } = parts[name] ?? {}
    const written = type !== undefined && /json/i.test(type) ? JSON.stringify(value) : value
    const isNested = isObject(written) && parts[name]?.style === undefined
    return queryPairs(name, isNested ? JSON.stringify(written) : written, { style, explode })
  })
  // Form-encoded: a space is a plus sign (WHATWG URL, 5.2).
  return pairs.map(([name, value]) => `${name}=${value}`.replaceAll('%20', '+')).join('&')
}

function writeMultipart(
  entries: readonly [string, unknown][],
  parts: Readonly<Record<string, PlannedPart>>,
  field: string,
): WrittenBody {
  const boundary = `toolgate-${randomUUID()}`
  const chunks = entries.flatMap(([name, value]) => {
    const part = parts[name] ?? {}
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return values.map((one) => toChunk(name, one, part, `${field}.${name}`))
  })
  const begin = Buffer.from(`--${boundary}${LINE}`)
  const body = Buffer.concat([
    ...chunks.flatMap((chunk) => [begin, chunk]),
    Buffer.from(`--${boundary}--${LINE}`),
  ])
  return { type: `multipart/form-data; boundary=${boundary}`, body }
}

function toChunk(name: string, value: unknown, { type, isFile }: PlannedPart, path: string): Buffer {
  const disposition = `content-disposition: form-data; name="${quoted(name)}"`
  if (isFile) {
    const file = bytesOf(value, path)
    const head =
      `${disposition}; filename="${quoted(file.filename ?? name)}"${LINE}` +
      `content-type: ${mediaType(file.type ?? type ?? 'application/octet-stream', path)}${LINE}${LINE}`
    return Buffer.concat([Buffer.from(head), file.bytes, Buffer.from(LINE)])
  }
  const isJson = typeof value === 'object' && value !== null
  const own = type ?? (isJson ? 'application/json' : undefined)
  const typed = own === undefined ? '' : `content-type: ${own}${LINE}`
  return Buffer.from(`${disposition}${LINE}${typed}${LINE}${textOf(value)}${LINE}`)
}

// WHATWG HTML, 4.10.22.8.
function quoted(name: string): string {
  return name
    .toWellFormed()
    .replace(/\r\n|[\r\n]/g, '%0D%0A')
    .replaceAll('"', '%22')
}

function mediaType(type: string, path: string): string {
  if (/^[\w.+-]+\/[\w.+-]+(?:; ?[\w=.-]+)*$/.test(type)) return type
  throw new InvalidInput(path, 'needs a media type such as image/png')
}

interface FileBytes {
  readonly bytes: Buffer
  readonly filename?: string
  readonly type?: string
}

function bytesOf(value: unknown, path: string): FileBytes {
  if (isObject(value)) {
    const { base64, filename, type } = value
    return {
      ...bytesOf(base64, path),
      ...(typeof filename === 'string' ? { filename } : {}),
      ...(typeof type === 'string' ? { type } : {}),
    }
  }
  if (typeof value !== 'string') throw new InvalidInput(path, 'must be Base64')
  const [, type, data = value] = /^data:([^;,]*);base64,([^]*)$/.exec(value) ?? []
  const text = data.replace(/\s+/g, '')
  if (!BASE64.test(text)) throw new InvalidInput(path, 'must be Base64; the bytes of a text as Base64, too')
  return { bytes: Buffer.from(text, 'base64'), ...(type ? { type } : {}) }
}
