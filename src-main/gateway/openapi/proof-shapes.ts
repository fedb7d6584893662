import { z } from 'zod'
import type { Redacted } from '../../../src-shared/rules/redacted.ts'
import { MAX_MERKLE_LEAVES, MAX_MERKLE_STEPS, MERKLE_ALGORITHM } from '../../../src-shared/merkle.ts'
import { RECEIPT_ALGORITHM, type Receipt, type ReceiptStatement } from '../../../src-shared/receipt.ts'
import type { ShapeOf } from './shape-of.ts'

const ok = z.literal(true)
const EXAMPLE_HASH = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
const sha256 = z.string().regex(/^[0-9a-fA-F]{64}$/)
const publicKey = z.string().describe('The 32 bytes of the Ed25519 key in lower-case hex')
const keyId = z.string().describe('RFC 7638 thumbprint of the key')

export const merkleProof = z
  .object({
    index: z.int().min(0).describe('Position among the leaves'),
    hash: sha256.describe('The hash whose bytes are the leaf'),
    path: z
      .array(z.object({ side: z.enum(['left', 'right']), hash: sha256 }))
      .max(MAX_MERKLE_STEPS)
      .describe('The hashes to join with, from the leaf to the root, and on which side'),
  })
  .describe('An inclusion proof (RFC 6962, 2.1.1)')

export const merkleRequest = z
  .object({
    hashes: z.array(sha256).min(1).max(MAX_MERKLE_LEAVES).optional().describe('SHA-256 hashes in hex'),
    data: z
      .array(z.unknown())
      .min(1)
      .max(MAX_MERKLE_LEAVES)
      .optional()
      .describe('Values, each hashed by its RFC 8785 canonical JSON first'),
  })
  .meta({ minProperties: 1, maxProperties: 1, example: { hashes: [EXAMPLE_HASH] } })

export const merkleTree = z.object({
  ok,
  algorithm: z.literal(MERKLE_ALGORITHM),
  root: sha256,
  leaf_count: z.int().min(1),
  proofs: z.array(merkleProof).describe('One for each leaf, in order'),
})

export const verifyProofRequest = z
  .object({
    root: sha256,
    leaf_count: z.int().min(1).optional().describe('Also checks the position of the leaf'),
    proof: merkleProof,
  })
  .meta({
    // The tree over one leaf: SHA-256 of a zero byte and the 32 bytes of the hash.
    example: {
      root: '8a7deab2cc5ee003b6394337538a52b3198f1a6ddeb10c7daf62fe1c9834b43b',
      leaf_count: 1,
      proof: { index: 0, hash: EXAMPLE_HASH, path: [] },
    },
  })

export const proofVerdict = z.object({
  ok,
  algorithm: z.literal(MERKLE_ALGORITHM),
  valid: z.boolean(),
  root: sha256,
  computed_root: sha256.describe('The root that the path computes'),
  position_checked: z
    .boolean()
    .describe('False without leaf_count: the hash is in the tree at an unknown position'),
})

export const signingKey = z.object({
  ok,
  algorithm: z.literal(RECEIPT_ALGORITHM),
  key_id: keyId,
  public_key: publicKey,
  public_key_base64: z.string(),
  public_key_pem: z.string(),
  jwk: z.record(z.string(), z.string()),
})

export const redacted = z
  .object({
    arguments: z.int().min(0).describe('Places of the input, before the tool got it'),
    results: z.int().min(0).describe('Places of the output, before it was hashed'),
  } satisfies ShapeOf<Redacted>)
  .optional()
  .describe('Where the guards of the key have put labels such as [EMAIL]; absent for none')

const statement = z.object({
  request_id: z.string(),
  slug: z.string(),
  tool_version: z.int(),
  input_hash: sha256.describe("SHA-256 of the canonical JSON of the body, without the gateway's fields"),
  output_hash: sha256.describe('SHA-256 of the canonical JSON of data'),
  credits: z.int().min(0),
  engine: z.enum(['real', 'llm', 'external']),
  source: z
    .strictObject({
      id: z.string(),
      kind: z.string().describe('What it is, such as mcp'),
      version: z.string().nullable().describe('What it says its version is'),
      definition: sha256.describe("SHA-256 of the canonical JSON of the tool's definition"),
    })
    .optional()
    .describe('Who answered, for a tool that this build did not bring'),
  redacted,
  ts: z.iso.datetime(),
  seq: z.int().min(1).describe('Counts the receipts of this instance'),
  prev: sha256
    .nullable()
    .describe('SHA-256 of the canonical JSON of the previous statement; null in the first'),
  format: z.int().min(1).optional().describe('2; absent in receipts of older versions'),
  epoch: z.int().min(1).optional().describe('Counts the restores of this instance, from 1'),
  epoch_id: z.string().optional().describe('Differs between two restores of the same backup'),
} satisfies ShapeOf<ReceiptStatement>)

export const receipt = z
  .object({
    statement,
    algorithm: z.literal(RECEIPT_ALGORITHM),
    key_id: keyId,
    public_key: publicKey,
    signature: z.string().describe('Over the canonical JSON of the statement, in lower-case hex'),
  } satisfies ShapeOf<Receipt>)
  .describe('Present when the request asked for it and the call was charged')
