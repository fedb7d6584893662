import { ENGINE_CONFIDENCE } from '../../../src-shared/engines.ts'
import { LOW_BALANCE_CREDITS } from '../../../src-shared/prices.ts'
import type { JsonSchema } from '../../registry/registry.ts'

interface HeaderDocument {
  readonly description: string
  readonly required?: true
  readonly schema: JsonSchema
}

const count: JsonSchema = { type: 'integer', minimum: 0 }
const text: JsonSchema = { type: 'string' }

/** Headers of every answer (spec, "Response headers"). */
const ALWAYS: Readonly<Record<string, HeaderDocument>> = {
  'X-Request-Id': {
    description: 'The id of the request; a UUID sent by the caller is kept',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Credits-Used': {
    description: 'Credits charged; 0 when the call failed',
    required: true,
    schema: count,
  },
  'X-Latency-Ms': { description: 'Milliseconds inside the gateway', required: true, schema: count },
  'X-Engine': {
    description: 'What handled the request',
    required: true,
    schema: { type: 'string', enum: Object.keys(ENGINE_CONFIDENCE) },
  },
  'X-Cost-USD': {
    description: 'Credits used, times 0.005 dollars',
    required: true,
    schema: { type: 'number', minimum: 0 },
  },
  'X-Output-Hash': {
    description:
      'SHA-256 of the canonical JSON of data, or of the body when there is no data. It detects changes in transit; ' +
      'it does not prove which code ran.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  },
  'X-Cache': {
    description: 'Whether the result came from the cache',
    required: true,
    schema: { type: 'string', enum: ['HIT', 'MISS'] },
  },
  'Server-Timing': { description: 'The total duration', required: true, schema: text },
}

/** Headers of answers to a known key, and of requests that a rate limit counts. */
const SOMETIMES: Readonly<Record<string, HeaderDocument>> = {
  'X-Credits-Remaining': { description: 'Credits that the key holds now', schema: count },
  'X-Low-Balance': {
    description: `Present and true below ${LOW_BALANCE_CREDITS} credits`,
    schema: { type: 'boolean', enum: [true] },
  },
  'X-RateLimit-Remaining': { description: 'Requests left in this window', schema: count },
  RateLimit: {
    description: 'The same, and seconds until the window ends, as the IETF drafts',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The limit and its window, as the IETF drafts', schema: text },
}

const SPECIAL: Readonly<Record<string, HeaderDocument>> = {
  Link: {
    description:
      'The page of the manual that says what to do about the error: </docs/errors/CODE>; rel="help"',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
  'WWW-Authenticate': { description: 'How to send a key', schema: text },
  'Idempotent-Replayed': {
    description: 'Present and true when this is the stored answer to an earlier request',
    schema: { type: 'boolean', enum: [true] },
  },
  Location: { description: 'The path where the result will be', schema: text },
  'Content-Disposition': { description: 'The name of the file', schema: text },
  ETag: { description: 'Send it as If-None-Match to get 304 while nothing has changed', schema: text },
  Vary: { description: 'Accept-Encoding where the document can be compressed', schema: text },
  'Content-Encoding': {
    description: 'br or gzip, as asked for; X-Output-Hash is that of the document itself',
    schema: { type: 'string', enum: ['br', 'gzip'] },
  },
}

/** The headers that responses refer to, for `components.headers`. */
export const RESPONSE_HEADERS = { ...ALWAYS, ...SOMETIMES, ...SPECIAL }

/** The headers of one response. */
export function headersWith(...special: readonly (keyof typeof SPECIAL)[]): object {
  const names = [...Object.keys(ALWAYS), ...Object.keys(SOMETIMES), ...special]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
