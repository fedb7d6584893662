import { buildMerkleTree } from '../../../src-shared/merkle.ts'
import { merkleJson } from '../wire/merkle-json.ts'
import { readLeaves } from '../wire/read-merkle.ts'
import { readJsonBody } from '../request/read-body.ts'
import { JSON_CONTENT_TYPE } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { TimeSlices } from '../request/time-slices.ts'

/** POST /v1/proof/merkle: one root over many hashes, with the proof of each. Costs nothing. */
export const proofMerkle = defineRoute({
  method: 'POST',
  path: '/v1/proof/merkle',
  access: 'key',
  document: {
    operationId: 'proofMerkle',
    tag: 'Service',
    summary: 'Aggregates result hashes into a Merkle tree (RFC 6962), with an inclusion proof for each',
    description:
      'Send `hashes`, or `data`, whose values are hashed as canonical JSON first. The leaves are the ' +
      'bytes of the hashes. Free of charge.',
    body: { $ref: '#/components/schemas/MerkleRequest' },
    success: {
      status: 200,
      description: 'The root and the proofs',
      schema: { $ref: '#/components/schemas/MerkleTree' },
    },
    errors: [400],
  },
  handle: async ({ event, account, context }) => {
    const { value } = await readJsonBody(event)
    const slices = new TimeSlices()
    const leaves = await readLeaves(value, slices)
    const tree = await buildMerkleTree(leaves, slices.sha256Each)
    const { bytes, hash } = await merkleJson(tree, leaves, slices)
    return {
      status: 200,
      body: bytes,
      contentType: JSON_CONTENT_TYPE,
      outputHash: hash,
      engine: 'real' as const,
      creditsUsed: 0,
      balance: context.services.ledger.lastKnown(account.id).balance,
    }
  },
})
