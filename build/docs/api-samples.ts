import type { JsonSchema } from '../../src-main/registry/registry.ts'
import type { OperationParts } from './api-operation.ts'
import type { SampleRequest } from './samples.ts'
import type { Resolve } from './schema-fields.ts'

/** Where the samples of the manual send their requests. */
export const SAMPLE_ADDRESS = 'http://127.0.0.1:4777'

/** What samples have in place of a parameter of the address, by the address up to it. */
const PATH_VALUES: Readonly<Record<string, string>> = {
  '/v1/jobs/{id}': 'JOB_ID',
  '/v1/files/{id}': 'FILE_ID',
  '/v1/enterprise/keys/{id}': 'KEY_ID',
  '/v1/enterprise/approvals/{id}': 'approval_0123456789abcdef01234567',
  '/v1/enterprise/toolsets/{id}': 'support',
  '/v1/enterprise/instances/{id}': 'gw_0123456789abcdef0123456789abcdef',
  '/v1/leases/{id}': 'gw_0123456789abcdef0123456789abcdef',
}

const QUERIES: Readonly<Record<string, string>> = {
  listTools: '?q=hash',
  uploadFile: '?name=report.csv',
  listKeys: '?limit=10',
  getAudit: '?limit=10',
  getHistory: '?limit=10',
}

/** The tool that samples call, and an input for it. */
const SLUG = 'crypto-hash-sha256'
const INPUT = { text: 'abc' }

/** The request of an operation's samples. @throws Error for a parameter or a body that has no example */
export function sampleRequestOf(parts: OperationParts, resolve: Resolve): SampleRequest {
  const { method, path, operation, who } = parts
  const { operationId, requestBody, responses } = operation
  const answers = Object.values(responses).flatMap((response) =>
    'content' in response ? Object.keys(response.content ?? {}) : [],
  )
  const json = requestBody?.content['application/json']?.schema
  return {
    method,
    url: `${SAMPLE_ADDRESS}${addressOf(path)}${QUERIES[operationId] ?? ''}`,
    needsKey: who === 'key' || who === 'admin',
    ...(json ? { body: exampleOf(json, operationId, resolve) } : {}),
    ...(requestBody && !json ? { upload: 'report.csv' } : {}),
    ...(answers.includes('application/octet-stream') ? { download: 'report.csv' } : {}),
    ...(answers.includes('text/event-stream') ? { streams: true } : {}),
  }
}

function addressOf(path: string): string {
  const value = path.includes('{slug}') ? SLUG : PATH_VALUES[path]
  if (path.includes('{') && value === undefined) throw new Error(`${path} has no value for a sample.`)
  return path.replace(/\{\w+\}/, value ?? '')
}

function exampleOf(schema: JsonSchema, operationId: string, resolve: Resolve): unknown {
  const { $ref, example } = schema as { readonly $ref?: string; readonly example?: unknown }
  if (example !== undefined) return example
  if ($ref !== undefined) return exampleOf(resolve($ref), operationId, resolve)
  if (schema['additionalProperties'] === true) return INPUT
  throw new Error(`The body of ${operationId} has no example.`)
}
