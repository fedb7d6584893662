import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import type { Services } from '../pipeline/services.ts'
import type { KeptResults } from './kept-results.ts'
import { counted } from '../../src-shared/counted.ts'

const JSON_TYPE = 'application/json'
const RECEIPTS_URI = 'toolgate://receipts/recent'
const MEMORY_URI = 'toolgate://memory/'
const RESULT_URI = 'toolgate://result/'
const MAX_RECEIPTS = 50
const MAX_ENTRIES = 200
const MAX_NAMESPACES = 500

/** The resources that a key can read without calling a tool: its newest receipts and the namespaces of its memory. */
export function listResources(keyId: string, services: Services): Resource[] {
  return [
    {
      uri: RECEIPTS_URI,
      name: 'recent-receipts',
      title: 'Recent receipts',
      description: `The newest ${MAX_RECEIPTS} signed receipts of this key's calls, newest first`,
      mimeType: JSON_TYPE,
    },
    ...services.memory
      .forKey(keyId)
      .namespaces({ limit: MAX_NAMESPACES })
      .namespaces.map(({ namespace, entries }) => ({
        uri: MEMORY_URI + encodeURIComponent(namespace),
        name: `memory-${namespace}`,
        title: `Memory: ${namespace}`,
        description: `${counted(entries, 'entry', 'entries')} of this key's session memory`,
        mimeType: JSON_TYPE,
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
]

/** The address of a page of a kept result. */
export function resultUri(id: string, page: number): string {
  return `${RESULT_URI}${id}/${page}`
}

/** Reads one of the key's resources; null when there is none at this address. */
export function readResource(
  uri: string,
  keyId: string,
  { services, results }: { readonly services: Services; readonly results: KeptResults },
): ReadResourceResult | null {
  if (uri.startsWith(RESULT_URI)) return resultAt(uri, keyId, results)
  const value = uri === RECEIPTS_URI ? receiptsOf(keyId, services) : memoryAt(uri, keyId, services)
  if (value === null) return null
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }] }
}

function resultAt(uri: string, keyId: string, results: KeptResults): ReadResourceResult | null {
  const [id = '', number = '', ...others] = uri.slice(RESULT_URI.length).split('/')
  if (others.length > 0 || !/^[1-9]\d{0,6}$/.test(number)) return null
  const found = results.read(keyId, id, Number(number))
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

function receiptsOf(keyId: string, services: Services): object {
  return { receipts: services.receipts.newestOf(keyId, MAX_RECEIPTS) }
}

function memoryAt(uri: string, keyId: string, services: Services): object | null {
  const parts = partsOf(uri)
  if (!parts) return null
  const [namespace, key] = parts
  const memory = services.memory.forKey(keyId)
  if (key !== undefined) return memory.get(namespace, key)
  const page = memory.list({ namespace, limit: MAX_ENTRIES })
  return page.entries.length === 0 ? null : { namespace, ...page }
}

function partsOf(uri: string): [namespace: string, key?: string] | null {
  if (!uri.startsWith(MEMORY_URI)) return null
  const [namespace = '', key, ...rest] = uri.slice(MEMORY_URI.length).split('/').map(decoded)
  if (namespace === '' || rest.length > 0) return null
  return key === undefined ? [namespace] : [namespace, key]
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // A broken escape cannot be the name of anything stored.
    return ''
  }
}
