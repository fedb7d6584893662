import type { H3Event } from 'h3'
import type { PreparedDocument } from '../../registry/prepared-document.ts'
import type { Exchange } from '../request/exchange.ts'
import type { GatewayContext } from '../gateway-context.ts'
import { codedReply } from './coded-reply.ts'
import { JSON_CONTENT_TYPE, type Reply } from './reply.ts'

/** Answers with a prepared document, compressed for callers that take it so; see codedReply. */
export async function documentReply(
  event: H3Event,
  { account }: Exchange,
  context: GatewayContext,
  document: PreparedDocument,
): Promise<Reply> {
  return await codedReply(event, document, {
    contentType: JSON_CONTENT_TYPE,
    balance: account ? context.services.ledger.lastKnown(account.id).balance : null,
  })
}
