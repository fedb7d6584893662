import type { H3Event } from 'h3'
import { CODINGS, type Coding, type PreparedDocument } from '../../registry/prepared-document.ts'
import type { Exchange } from '../request/exchange.ts'
import type { GatewayContext } from '../gateway-context.ts'
import { JSON_CONTENT_TYPE, type Reply } from './reply.ts'

/**
 * Answers with a prepared document, compressed for callers that take it so, or with 304 when the caller already has
 * it (RFC 9110, 13.1.2). The hash is that of the document itself, whatever its coding.
 */
export async function documentReply(
  event: H3Event,
  exchange: Exchange,
  context: GatewayContext,
  document: PreparedDocument,
): Promise<Reply> {
  const { account } = exchange
  const { headers } = event.req
  const coding = document.isLarge ? codingFor(headers.get('accept-encoding')) : null
  const etag = coding === null ? document.etag : document.etagIn(coding)
  const known = headers.get('if-none-match')
  const unchanged = known !== null && matches(known, etag)
  return {
    status: unchanged ? 304 : 200,
    body: unchanged ? null : coding === null ? document.bytes : await document.in(coding),
    contentType: JSON_CONTENT_TYPE,
    outputHash: document.hash,
    engine: 'real',
    creditsUsed: 0,
    balance: account ? context.services.ledger.balanceOf(account.id).balance : null,
    headers: [
      ['etag', etag],
      ['cache-control', 'no-cache'],
      ...(document.isLarge ? [VARIES] : []),
      ...(coding === null || unchanged ? [] : [['content-encoding', coding] as const]),
    ],
  }
}

const VARIES = ['vary', 'accept-encoding'] as const

/** The best coding that a caller takes (RFC 9110, 12.5.3), whatever its own order; null for none. */
function codingFor(accepted: string | null): Coding | null {
  if (accepted === null) return null
  const weights = new Map(accepted.split(',').map(toWeight))
  return CODINGS.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0) ?? null
}

function toWeight(item: string): [coding: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2))]
}

function matches(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
