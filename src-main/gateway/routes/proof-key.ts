import { RECEIPT_ALGORITHM } from '../../../src-shared/receipt.ts'
import { toKeyDocument } from '../../receipts/public-key.ts'
import { jsonReply } from '../reply.ts'
import { defineRoute } from '../route.ts'

const text = { type: 'string' }

/** GET /v1/proof/key: the public key that this instance signs its receipts with. */
export const proofKey = defineRoute({
  method: 'GET',
  path: '/v1/proof/key',
  access: 'public',
  document: {
    operationId: 'proofKey',
    tag: 'Service',
    summary: 'The Ed25519 public key that this instance signs its receipts with',
    success: {
      status: 200,
      description: 'The key in hex, base64, PEM and as a JWK; `key_id` is its RFC 7638 thumbprint',
      schema: {
        type: 'object',
        required: ['ok', 'algorithm', 'key_id', 'public_key', 'public_key_base64', 'public_key_pem', 'jwk'],
        properties: {
          ok: { type: 'boolean' },
          algorithm: { type: 'string', enum: [RECEIPT_ALGORITHM] },
          key_id: text,
          public_key: text,
          public_key_base64: text,
          public_key_pem: text,
          jwk: { type: 'object', additionalProperties: text },
        },
      },
    },
  },
  handle: ({ exchange, context }) => {
    const { receipts, ledger } = context.services
    const document = toKeyDocument(receipts.key.publicKey)
    const balance = exchange.account ? ledger.balanceOf(exchange.account.id).balance : null
    return jsonReply(200, { ok: true, algorithm: RECEIPT_ALGORITHM, ...document }, { balance })
  },
})
