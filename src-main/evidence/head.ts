import { z } from 'zod'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { RECEIPT_ALGORITHM } from '../../src-shared/receipt.ts'
import { checkSignature } from '../receipts/check-receipt.ts'
import type { InstanceKey } from '../receipts/instance-key.ts'
import type { PublicKey } from '../receipts/public-key.ts'

const count = z.int().min(0)
const hash = z.string().regex(/^[0-9a-f]{64}$/)
const mark = z.tuple([z.int(), hash])
const chain = z.object({
  rows: count,
  stride: z.int().min(1),
  marks: z.array(mark).max(1_000),
  last: mark.nullable(),
})
const total = z.object({ entries: count, credits: z.int() })
const statement = z.object({
  format: z.literal(1),
  written_at: z.iso.datetime().describe('When it was signed'),
  final: z.boolean().describe('Whether the gateway wrote it as it stopped, so that nothing may follow it'),
  epoch: z.int().min(1),
  epoch_id: z.string().max(100),
  owner: z.string().nullable().describe('The id of the owner key'),
  ledger: chain,
  audit: chain,
  receipts: chain,
  totals: z.object({ grant: total, purchase: total, charge: total, refund: total }),
  keys: z.record(
    z.string(),
    z.object({
      state: z.enum(['active', 'revoked', 'suspended']),
      permissions: z.string(),
      digest: z.string(),
    }),
  ),
})
const head = z.object({
  statement,
  algorithm: z.literal(RECEIPT_ALGORITHM),
  key_id: z.string(),
  public_key: z.string(),
  signature: z.string(),
})

/** What an instance states of its ledger, audit trail, receipts and keys at one moment. */
export type HeadStatement = z.output<typeof statement>

/** A statement and the instance's signature over its canonical JSON. */
export type SignedHead = z.output<typeof head>

/** Signs a statement with the instance's key. */
export function signHead(said: HeadStatement, key: InstanceKey): SignedHead {
  const { keyId, hex } = key.publicKey
  const signature = key.sign(canonicalJson(said))
  return { statement: said, algorithm: RECEIPT_ALGORITHM, key_id: keyId, public_key: hex, signature }
}

/**
 * Reads a head and checks its signature.
 * @param trusted the key that must have signed it; without it, the key that the head names
 * @returns the head, or a sentence about what is wrong with it
 */
export function readHead(
  text: string,
  trusted: PublicKey | null,
): { readonly head: SignedHead } | { readonly problem: string } {
  const read = head.safeParse(parsed(text))
  if (!read.success)
    return { problem: 'The signed head cannot be read: it is damaged, or of another version.' }
  const verdict = checkSignature(read.data, trusted)
  return verdict.ok ? { head: read.data } : { problem: `The signed head is not valid: ${verdict.problem}` }
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    // The caller reports that this is not a head.
    return null
  }
}
