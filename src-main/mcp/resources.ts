import { isUtf8 } from 'node:buffer'
import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { Services } from '../pipeline/services.ts'
import { FILE_URI } from '../../src-shared/files/file-reference.ts'
import { MEMORY_URI, partsOfUri, RESULT_URI } from '../files/resource-uri.ts'
import { counted } from '../../src-shared/counted.ts'

const JSON_TYPE = 'application/json'
const RECEIPTS_URI = 'toolgate://receipts/recent'
const MAX_RECEIPTS = 50
const MAX_ENTRIES = 200
const MAX_NAMESPACES = 500

/** The resources that a key can read without calling a tool: its newest receipts and the namespaces of its memory. */
export async function listResources(keyId: string, services: Services): Promise<Resource[]> {
  const files = await services.files.store.list(keyId)
  const { namespaces } = await services.memory.forKey(keyId).namespaces({ limit: MAX_NAMESPACES })
  return [
    {
      uri: RECEIPTS_URI,
      name: 'recent-receipts',
      title: 'Recent receipts',
      description: `The newest ${MAX_RECEIPTS} signed receipts of this key's calls, newest first`,
      mimeType: JSON_TYPE,
    },
    ...namespaces.map(({ namespace, entries }) => ({
      uri: MEMORY_URI + encodeURIComponent(namespace),
      name: `memory-${namespace}`,
      title: `Memory: ${namespace}`,
      description: `${counted(entries, 'entry', 'entries')} of this key's session memory`,
      mimeType: JSON_TYPE,
    })),
    ...files.map(({ uri, id, name, media_type, bytes, expires_at }) => ({
      uri,
      name: id,
      title: name,
      description: `A file of this key, until ${expires_at}. A field that takes files takes {"file":"${id}"}`,
      mimeType: media_type,
      size: bytes,
    })),
  ]
}

export const RESOURCE_TEMPLATES: readonly ResourceTemplateType[] = [
  {
    uriTemplate: `${MEMORY_URI}{namespace}`,
    name: 'memory-namespace',
    title: 'A namespace of memory',
    description: `Its entries without their values, by key, the first ${MAX_ENTRIES}`,
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${MEMORY_URI}{namespace}/{key}`,
    name: 'memory-entry',
    title: 'An entry of memory',
    description: 'One entry with its value',
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: `${RESULT_URI}{id}/{page}`,
    name: 'result-page',
    title: 'A page of a long result',
    description: 'A call whose result is too long for one answer names the addresses of its pages',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: `${RESULT_URI}{id}`,
    name: 'result-bytes',
    title: 'The bytes of a result',
    description: 'A call whose result has a picture or a file names its address',
  },
  {
    uriTemplate: `${FILE_URI}{id}`,
    name: 'file',
    title: 'A file of this key',
    description: 'POST /v1/files uploads one, and resources/list lists them',
  },
]

/** The address of a page of a kept result. */
export function resultUri(id: string, page: number): string {
  return `${RESULT_URI}${id}/${page}`
}

/** The address of kept bytes. */
export function bytesUri(id: string): string {
  return RESULT_URI + id
}

/** Reads one of the key's resources; null when there is none at this address. */
export async function readResource(
  uri: string,
  keyId: string,
  services: Services,
): Promise<ReadResourceResult | null> {
  if (uri.startsWith(RESULT_URI)) return resultAt(uri, keyId, services)
  if (uri.startsWith(FILE_URI)) return fileAt(uri, keyId, services)
  const value = await (uri === RECEIPTS_URI ? receiptsOf(keyId, services) : memoryAt(uri, keyId, services))
  if (value === null) return null
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }] }
}

function resultAt(uri: string, keyId: string, { files }: Services): ReadResourceResult | null {
  const [id = '', number, ...others] = uri.slice(RESULT_URI.length).split('/')
  if (number === undefined) {
    const kept = files.results.bytes(keyId, id)
    return kept && { contents: [{ uri, mimeType: kept.mediaType, blob: kept.base64 }] }
  }
  if (others.length > 0 || !/^[1-9]\d{0,6}$/.test(number)) return null
  const found = files.results.read(keyId, id, Number(number))
  if (found === null) return null
  const { text, page, pages } = found
  return {
    contents: [{ uri, mimeType: 'text/plain', text }],
    _meta: {
      'toolgate/page': page,
      'toolgate/pages': pages,
      ...(page < pages ? { 'toolgate/next': resultUri(id, page + 1) } : {}),
    },
  }
}

async function fileAt(uri: string, keyId: string, { files }: Services): Promise<ReadResourceResult | null> {
  const file = await files.store.find(keyId, uri.slice(FILE_URI.length))
  const content = file && (await files.store.read(keyId, file.id))
  if (!file || !content) return null
  const head = { uri, mimeType: file.media_type }
  const isText = /^text\/|json$|xml$/.test(file.media_type) && isUtf8(content)
  return {
    contents: [
      isText ? { ...head, text: content.toString('utf8') } : { ...head, blob: content.toString('base64') },
    ],
  }
}

async function receiptsOf(keyId: string, { engine, receipts }: Services): Promise<object> {
  return { receipts: await engine.read(() => receipts.newestOf(keyId, MAX_RECEIPTS)) }
}

async function memoryAt(uri: string, keyId: string, services: Services): Promise<object | null> {
  const parts = partsOf(uri)
  if (!parts) return null
  const [namespace, key] = parts
  const memory = services.memory.forKey(keyId)
  if (key !== undefined) return memory.get(namespace, key)
  const page = await memory.list({ namespace, limit: MAX_ENTRIES })
  return page.entries.length === 0 ? null : { namespace, ...page }
}

function partsOf(uri: string): [namespace: string, key?: string] | null {
  const [namespace, key, ...rest] = partsOfUri(uri, MEMORY_URI) ?? []
  if (namespace === undefined || rest.length > 0) return null
  return key === undefined ? [namespace] : [namespace, key]
}
