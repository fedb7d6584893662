import { z } from 'zod'
import { hashFromHex, toHex } from '../../../src-shared/hex.ts'
import {
  isSameHash,
  leafHashOf,
  MAX_MERKLE_STEPS,
  MERKLE_ALGORITHM,
  rootOfPath,
  sidesOf,
} from '../../../src-shared/merkle.ts'
import { readFields } from '../request/query.ts'
import { readJsonBody } from '../request/read-body.ts'
import { jsonReply } from '../reply/reply.ts'
import { defineRoute } from '../route.ts'
import { TimeSlices } from '../request/time-slices.ts'

const sha256 = z.string().transform((text, context) => {
  const bytes = hashFromHex(text)
  if (bytes) return bytes
  context.addIssue({ code: 'custom', message: 'A SHA-256 hash must be a text of 64 hex digits' })
  return z.NEVER
})
const step = z.strictObject({ side: z.enum(['left', 'right']), hash: sha256 })
const proof = z.strictObject({
  index: z.int().min(0),
  hash: sha256,
  // The length is checked first, so that a list of a million wrong items is one problem.
  path: z.array(z.unknown()).max(MAX_MERKLE_STEPS).pipe(z.array(step)),
})
const fields = z.strictObject({
  algorithm: z.literal(MERKLE_ALGORITHM).optional(),
  root: sha256,
  leaf_count: z.int().min(1).optional(),
  proof,
})

/** POST /v1/proof/verify: whether a proof leads from its hash to the root. Costs nothing. */
export const proofVerify = defineRoute({
  method: 'POST',
  path: '/v1/proof/verify',
  access: 'key',
  document: {
    operationId: 'proofVerify',
    tag: 'Service',
    summary: 'Checks one inclusion proof of POST /v1/proof/merkle',
    description:
      'Send `root` and `proof`; add `leaf_count` to check the position too. The fields of the proof may also ' +
      'be sent beside `root`. Free of charge.',
    body: { $ref: '#/components/schemas/VerifyProofRequest' },
    success: {
      status: 200,
      description: 'The verdict',
      schema: { $ref: '#/components/schemas/ProofVerdict' },
    },
    errors: [400],
  },
  handle: async ({ event }) => {
    const { value } = await readJsonBody(event)
    const verdict = await check(readFields(nested(value), fields))
    return jsonReply(200, { ok: true, algorithm: MERKLE_ALGORITHM, ...verdict })
  },
})

// A proof may be sent as one object or with its fields beside the root.
function nested(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (Object.hasOwn(value, 'proof')) return value
  const { index, hash, path, ...rest } = value
  return { ...rest, proof: { index, hash, path } }
}

async function check({ root, leaf_count: leafCount, proof }: z.output<typeof fields>) {
  const { sha256Each } = new TimeSlices()
  const computed = await rootOfPath(await leafHashOf(proof.hash, sha256Each), proof.path, sha256Each)
  const sides = leafCount === undefined ? undefined : (sidesOf(proof.index, leafCount)?.join() ?? null)
  const fits = sides === undefined || sides === proof.path.map(({ side }) => side).join()
  return {
    valid: fits && isSameHash(computed, root),
    root: toHex(root),
    computed_root: toHex(computed),
    // Without the number of leaves a path proves only that the hash is in the tree, not where.
    position_checked: sides !== undefined,
  }
}
