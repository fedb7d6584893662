import type { Random } from '../hostile-request.ts'
import type { AnswerText } from '../read-answers.ts'

/** A request of the soak, and what its client does with the answer. */
export interface SoakRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly key: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** Whether the client hangs up without waiting for the answer. */
  readonly leaves?: boolean
  /** The request that follows on the answer. */
  readonly next?: (answer: AnswerText) => SoakRequest | null
}

/** What requests are made with. */
export interface SoakParts {
  readonly random: Random
  /** A number that no request had before. */
  readonly unique: () => number
  readonly owner: string
  /** Keys that others are made beside and revoked. */
  readonly keys: readonly string[]
  /** A key that may spend nothing. */
  readonly broke: string
  /** An origin that the gateway may send to. */
  readonly receiver: string
}

interface Kind {
  /** Calls of this kind among a thousand. */
  readonly share: number
  /** Calls in one request. */
  readonly calls?: number
  readonly make: (parts: SoakParts, key: string) => SoakRequest
}

const HASH = '/v1/crypto-hash-sha256'
const BATCH_CALLS = 50
/** Inputs and Idempotency-Keys that come back. */
const REPEATED = 500

const MCP = { accept: 'application/json, text/event-stream' }
const MODERN = { ...MCP, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }
const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
}

const post = (path: string, key: string | null, body: object, more: Partial<SoakRequest> = {}) => ({
  path,
  key,
  body,
  ...more,
})
const get = (path: string, key: string | null): SoakRequest => ({ method: 'GET', path, key })
const text = ({ unique }: SoakParts): object => ({ text: `soak ${unique()}` })
const below = ({ random }: SoakParts, most: number): number => Math.floor(random() * most)

/** The kinds of requests, by name. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'unique metered calls': { share: 330, make: (parts, key) => post(HASH, key, text(parts)) },
  'cache hits': {
    share: 130,
    make: (parts, key) => post('/v1/text-slugify', key, { text: `Soak ${below(parts, REPEATED)}` }),
  },
  batches: {
    share: 330,
    calls: BATCH_CALLS,
    make: (parts, key) => {
      const calls = Array.from({ length: BATCH_CALLS }, () => ({
        slug: 'crypto-hash-sha256',
        input: text(parts),
      }))
      return post('/v1/batch', key, { calls })
    },
  },
  streams: { share: 30, make: (parts, key) => post('/v1/stream/crypto-hash-sha256', key, text(parts)) },
  'MCP calls': {
    share: 20,
    make: (parts, key) =>
      post(
        '/mcp',
        key,
        {
          jsonrpc: '2.0',
          id: parts.unique(),
          method: 'tools/call',
          params: { _meta: MODERN_META, name: 'crypto-hash-sha256', arguments: text(parts) },
        },
        { headers: { ...MODERN, 'mcp-name': 'crypto-hash-sha256' } },
      ),
  },
  'MCP sessions': { share: 3, make: openSession },
  'agent mode': {
    share: 20,
    make: (parts, key) =>
      post(HASH, key, { ...text(parts), mode: 'agent', session_id: `agent ${below(parts, REPEATED)}` }),
  },
  memory: {
    share: 15,
    make: (parts, key) => {
      const entry = { key: `entry ${below(parts, REPEATED)}`, value: parts.unique() }
      return post('/v1/kv-set', key, { ...entry, session_id: `memory ${below(parts, REPEATED)}` })
    },
  },
  jobs: {
    share: 8,
    make: (parts, key) =>
      post('/v1/async/crypto-hash-sha256', key, text(parts), {
        next: ({ status, body }) => (status === 202 ? get(pollOf(body), key) : null),
      }),
  },
  'Idempotency-Keys': {
    share: 25,
    make: (parts, key) =>
      post(HASH, key, text(parts), { headers: { 'idempotency-key': `new-${parts.unique()}` } }),
  },
  'repeated Idempotency-Keys': {
    share: 15,
    make: (parts, key) => {
      const name = `again-${below(parts, REPEATED)}`
      return post(HASH, key, { text: name }, { headers: { 'idempotency-key': name } })
    },
  },
  receipts: { share: 15, make: (parts, key) => post(HASH, key, { ...text(parts), receipt: true }) },
  'worker tools': {
    share: 4,
    make: (parts, key) => post('/v1/math-evaluate', key, { expression: `${parts.unique()} + 1` }),
  },
  'sent webhooks': {
    share: 4,
    make: (parts, key) => post('/v1/webhook-send', key, { url: parts.receiver, payload: text(parts) }),
  },
  'calls that nobody waits for': {
    share: 4,
    make: (parts, key) => post('/v1/math-evaluate', key, { expression: `${parts.unique()} * 2` }, LEAVES),
  },
  'streams that nobody reads': {
    share: 3,
    make: (_parts, key) => ({ ...get('/v1/stream/usage', key), ...LEAVES }),
  },
  'calls without a model': {
    share: 10,
    make: (parts, key) => post('/v1/llm-summarize', key, { text: `A text of soak ${parts.unique()}.` }),
  },
  'invalid input': { share: 8, make: ({ unique }, key) => post(HASH, key, { [`odd${unique()}`]: 1 }) },
  'unknown tools': { share: 6, make: ({ unique }, key) => post(`/v1/unknown-${unique()}`, key, {}) },
  'unknown keys': {
    share: 6,
    make: ({ unique }) => post(HASH, `sk-toolgate-${String(unique()).padStart(48, '0')}`, {}),
  },
  'no credits': { share: 6, make: (parts) => post(HASH, parts.broke, text(parts)) },
  'dry runs': { share: 4, make: (parts, key) => post('/v1/dry-run/crypto-hash-sha256', key, text(parts)) },
  searches: { share: 2, make: ({ unique }, key) => get(`/v1/tools?limit=2&q=hash%20${unique()}`, key) },
  'other reads': {
    share: 2,
    make: (parts, key) => get(READS[below(parts, READS.length)] ?? '/v1/health', key),
  },
}

const LEAVES = { leaves: true }
const READS = ['/v1/credits/balance', '/v1/credits/history', '/v1/jobs', '/v1/health', '/metrics', '/']

/** Opens a session of an older revision, calls a tool in it, and ends every second one. */
function openSession(parts: SoakParts, key: string): SoakRequest {
  const info = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'soak', version: '1' },
  }
  const begin = { jsonrpc: '2.0', id: 1, method: 'initialize', params: info }
  const sum = { name: 'crypto-hash-sha256', arguments: text(parts) }
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: sum }
  return post('/mcp', key, begin, {
    headers: MCP,
    next: ({ head }) => {
      const id = /mcp-session-id: (\S+)/i.exec(head)?.[1]
      if (id === undefined) return null
      const headers = { ...MCP, 'mcp-session-id': id, 'mcp-protocol-version': '2025-06-18' }
      const end: SoakRequest = { method: 'DELETE', path: '/mcp', key, headers }
      return post('/mcp', key, call, { headers, next: () => (parts.random() < 0.5 ? end : null) })
    },
  })
}

function pollOf(body: string): string {
  return /"poll":"([^"]+)"/.exec(body)?.[1] ?? '/v1/jobs'
}
