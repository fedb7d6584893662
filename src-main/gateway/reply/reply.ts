import { hash } from 'node:crypto'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import type { Engine } from '../../../src-shared/engines.ts'
import type { CacheState } from '../../../src-shared/envelope.ts'
import { LOW_BALANCE_CREDITS, toHeaderUsd } from '../../../src-shared/prices.ts'
import { canonicalInTurns, type Canonical } from '../../pipeline/turns/hash-in-turns.ts'
import { elapsedMs, type Exchange } from '../request/exchange.ts'
import { WholeResponse } from './whole-response.ts'

/** The parts of an answer that vary; the headers of every answer are made from them. */
export interface Reply {
  readonly status: number
  readonly body: string | Uint8Array | null
  readonly contentType: string
  /** SHA-256 of the answer's data, or of its body when it has none. */
  readonly outputHash: string
  readonly engine: Engine
  readonly creditsUsed: number
  /** The caller's balance after this answer; null when run-route.ts should ask the ledger, or there is no key. */
  readonly balance: number | null
  readonly latencyMs?: number
  readonly cache?: CacheState
  readonly headers?: readonly (readonly [string, string])[]
}

/** The hash of no bytes, for answers that are sent before there is anything to hash. */
export const NOTHING_HASHED = hash('sha256', '')

export const JSON_CONTENT_TYPE = 'application/json; charset=utf-8'

/** A JSON answer without tool data. It is sent in canonical form, so that its hash covers the bytes as sent. */
export function jsonReply(status: number, body: object, rest: Partial<Reply> = {}): Reply {
  const json = canonicalJson(body)
  return toJsonReply(status, { json, hash: hash('sha256', json) }, rest)
}

function toJsonReply(status: number, { json, hash: outputHash }: Canonical, rest: Partial<Reply>): Reply {
  return {
    status,
    body: json,
    contentType: JSON_CONTENT_TYPE,
    outputHash,
    engine: 'real',
    creditsUsed: 0,
    balance: null,
    ...rest,
  }
}

/** The same for a body that may be long, such as one with the answers of several sources. */
export async function jsonReplyInTurns(
  status: number,
  body: object,
  rest: Partial<Reply> = {},
): Promise<Reply> {
  const written = await canonicalInTurns(body)
  return written ? toJsonReply(status, written, rest) : jsonReply(status, body, rest)
}

/** Turns a reply into the response, with every header of the specification's table. */
export function toResponse(exchange: Exchange, reply: Reply): Response {
  return new WholeResponse(reply.status, headersOf(exchange, reply), reply.body)
}

/** The headers of every answer, streams included. */
export function headersOf(exchange: Exchange, reply: Omit<Reply, 'status' | 'body'>): [string, string][] {
  const elapsed = elapsedMs(exchange)
  const latencyMs = reply.latencyMs ?? Math.round(elapsed)
  const headers: [string, string][] = [
    ['content-type', reply.contentType],
    ['x-request-id', exchange.requestId],
    ['x-credits-used', String(reply.creditsUsed)],
    ['x-latency-ms', String(latencyMs)],
    ['x-engine', reply.engine],
    ['x-cost-usd', toHeaderUsd(reply.creditsUsed)],
    ['x-output-hash', reply.outputHash],
    ['x-cache', reply.cache ?? 'MISS'],
    ['server-timing', `total;dur=${elapsed.toFixed(2)}`],
    ['x-content-type-options', 'nosniff'],
  ]
  if (reply.headers === undefined || !reply.headers.some(([name]) => name === 'cache-control')) {
    headers.push(['cache-control', 'no-store'])
  }
  if (reply.balance !== null) {
    headers.push(['x-credits-remaining', String(reply.balance)])
    if (reply.balance < LOW_BALANCE_CREDITS) headers.push(['x-low-balance', 'true'])
  }
  if (exchange.rate) pushRateHeaders(headers, exchange.rate)
  if (reply.headers) for (const [name, value] of reply.headers) headers.push([name, value])
  return headers
}

// X-RateLimit-Remaining is the specification's; the other two are draft-ietf-httpapi-ratelimit-headers.
function pushRateHeaders(headers: [string, string][], rate: NonNullable<Exchange['rate']>): void {
  headers.push(
    ['x-ratelimit-remaining', String(rate.remaining)],
    ['ratelimit-policy', `"default";q=${rate.limit};w=${rate.windowSeconds}`],
    ['ratelimit', `"default";r=${rate.remaining};t=${rate.resetSeconds}`],
  )
}
