import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint } from 'jose'

const generate = promisify(generateKeyPair)

interface KeyPair {
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
}

/** The kinds of key pair, each with JOSE's name for its signatures. */
export const KEY_PAIRS = {
  ed25519: { alg: 'EdDSA', make: () => generate('ed25519') },
  x25519: { alg: 'ECDH-ES', make: () => generate('x25519') },
  'ec-p256': { alg: 'ES256', make: () => generate('ec', { namedCurve: 'P-256' }) },
  'ec-p384': { alg: 'ES384', make: () => generate('ec', { namedCurve: 'P-384' }) },
  'ec-p521': { alg: 'ES512', make: () => generate('ec', { namedCurve: 'P-521' }) },
  'rsa-2048': { alg: 'RS256', make: () => generate('rsa', { modulusLength: 2_048 }) },
  'rsa-3072': { alg: 'RS256', make: () => generate('rsa', { modulusLength: 3_072 }) },
} satisfies Record<string, { alg: string; make: () => Promise<KeyPair> }>

/** A pair as PEM and JWK; the key id is the thumbprint of RFC 7638. */
export async function writtenPair({ publicKey, privateKey }: KeyPair, alg: string) {
  const jwk = publicKey.export({ format: 'jwk' })
  const key_id = await calculateJwkThumbprint(jwk)
  const named = { kid: key_id, alg, use: alg.startsWith('ECDH') ? 'enc' : 'sig' }
  return {
    public_pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    private_pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public_jwk: { ...jwk, ...named },
    private_jwk: { ...privateKey.export({ format: 'jwk' }), ...named },
    key_id,
  }
}
