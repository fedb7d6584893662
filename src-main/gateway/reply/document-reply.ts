import type { H3Event } from 'h3'
import type { PreparedDocument } from '../../registry/catalogue.ts'
import type { Exchange } from '../request/exchange.ts'
import type { GatewayContext } from '../gateway-context.ts'
import { JSON_CONTENT_TYPE, type Reply } from './reply.ts'

/** Answers with a prepared document, or with 304 when the caller already has it (RFC 9110, 13.1.2). */
export function documentReply(
  event: H3Event,
  exchange: Exchange,
  context: GatewayContext,
  document: PreparedDocument,
): Reply {
  const { account } = exchange
  const known = event.req.headers.get('if-none-match')
  const unchanged = known !== null && matches(known, document.etag)
  return {
    status: unchanged ? 304 : 200,
    body: unchanged ? null : document.bytes,
    contentType: JSON_CONTENT_TYPE,
    outputHash: document.hash,
    engine: 'real',
    creditsUsed: 0,
    balance: account ? context.services.ledger.balanceOf(account.id).balance : null,
    headers: [
      ['etag', document.etag],
      ['cache-control', 'no-cache'],
    ],
  }
}

function matches(header: string, etag: string): boolean {
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
