import { hash, verify } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import type { SignatureVerdict } from '../../src-shared/check-answer.ts'
import { publicKeyFromHex, type PublicKey } from './public-key.ts'

const SIGNATURE = /^[0-9a-f]{128}$/

/** The parts of a receipt that its signature covers; the statement must be exactly as it was read. */
export interface SignedStatement {
  readonly statement: unknown
  readonly key_id: string
  readonly public_key: string
  readonly signature: string
}

/** The hash by which the next statement refers to this one: SHA-256 of its canonical JSON, in lower-case hex. */
export function statementHash(statement: object): string {
  return hash('sha256', canonicalJson(statement))
}

/**
 * Checks a receipt's signature.
 * @param trusted the key that must have signed it; without it, the key that the receipt names
 */
export function checkSignature(receipt: SignedStatement, trusted: PublicKey | null): SignatureVerdict {
  const named = publicKeyFromHex(receipt.public_key)
  if (!named) return { ok: false, problem: 'The receipt has no valid Ed25519 public key.' }
  if (named.keyId !== receipt.key_id) {
    return { ok: false, problem: 'The key ID of the receipt does not match its public key.' }
  }
  if (trusted && trusted.keyId !== named.keyId) {
    return { ok: false, problem: `It names the key ${named.keyId}, not the given key ${trusted.keyId}.` }
  }
  if (!SIGNATURE.test(receipt.signature) || !isSigned(receipt, named)) {
    return { ok: false, problem: 'The signature does not match the statement, so one of them was changed.' }
  }
  return { ok: true }
}

function isSigned({ statement, signature }: SignedStatement, { key }: PublicKey): boolean {
  return verify(null, Buffer.from(canonicalJson(statement)), key, Buffer.from(signature, 'hex'))
}
