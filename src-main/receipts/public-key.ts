import { createPublicKey, hash, type KeyObject } from 'node:crypto'
import { canonicalJson } from '../../src-shared/canonical-json.ts'
import { hashFromHex } from '../../src-shared/hex.ts'

/** An Ed25519 public key, and its id: the thumbprint of its JWK (RFC 7638, RFC 8037). */
export interface PublicKey {
  readonly key: KeyObject
  readonly keyId: string
  /** The key's 32 bytes in lower-case hex. */
  readonly hex: string
}

/** A public key in every common format: the answer of GET /v1/proof/key. */
export interface PublicKeyDocument {
  readonly key_id: string
  readonly public_key: string
  readonly public_key_base64: string
  readonly public_key_pem: string
  readonly jwk: {
    readonly kty: 'OKP'
    readonly crv: 'Ed25519'
    readonly x: string
    readonly kid: string
    readonly alg: 'EdDSA'
    readonly use: 'sig'
  }
}

/** @throws TypeError when the key is of another kind */
export function toPublicKey(key: KeyObject): PublicKey {
  const { crv, x } = key.export({ format: 'jwk' })
  if (crv !== 'Ed25519' || x === undefined) throw new TypeError('This is not an Ed25519 key')
  const keyId = hash('sha256', canonicalJson({ crv, kty: 'OKP', x }), 'base64url')
  return { key, keyId, hex: Buffer.from(x, 'base64url').toString('hex') }
}

/** The key from its 32 bytes in hex; null for anything else. */
export function publicKeyFromHex(hex: string): PublicKey | null {
  const bytes = hashFromHex(hex)
  if (!bytes) return null
  const x = Buffer.from(bytes).toString('base64url')
  return toPublicKey(createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }))
}

/** Writes a public key in every common format. */
export function toKeyDocument({ key, keyId, hex }: PublicKey): PublicKeyDocument {
  const bytes = Buffer.from(hex, 'hex')
  const x = bytes.toString('base64url')
  return {
    key_id: keyId,
    public_key: hex,
    public_key_base64: bytes.toString('base64'),
    public_key_pem: key.export({ type: 'spki', format: 'pem' }).toString(),
    jwk: { kty: 'OKP', crv: 'Ed25519', x, kid: keyId, alg: 'EdDSA', use: 'sig' },
  }
}
