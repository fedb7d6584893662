import { RECEIPT_ALGORITHM } from '../../../src-shared/receipt.ts'
import { toKeyDocument } from '../../receipts/public-key.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'

/** GET /v1/proof/key: the public key that this instance signs its receipts with. */
export const proofKey = defineRoute({
  method: 'GET',
  path: '/v1/proof/key',
  access: 'public',
  document: {
    operationId: 'proofKey',
    tag: 'Service',
    summary: 'The Ed25519 public key that this instance signs its receipts with',
    description: 'In hex, base64, PEM and as a JWK; `key_id` is its RFC 7638 thumbprint.',
    success: { status: 200, description: 'The key', schema: { $ref: '#/components/schemas/SigningKey' } },
  },
  handle: ({ exchange, context }) => {
    const { receipts, ledger } = context.services
    const document = toKeyDocument(receipts.key.publicKey)
    const balance = exchange.account ? ledger.lastKnown(exchange.account.id).balance : null
    return jsonReply(200, { ok: true, algorithm: RECEIPT_ALGORITHM, ...document }, { balance })
  },
})
