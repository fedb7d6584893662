import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { JwtAlgorithm } from './jwt-algorithms.ts'
import { bytesOfText, type TextEncoding } from './text-bytes.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

export interface KeySource {
  readonly secret?: string | undefined
  readonly secret_encoding: TextEncoding
  readonly pem?: string | undefined
  readonly jwk?: Readonly<Record<string, unknown>> | undefined
}

const KINDS: Readonly<Record<string, string>> = { RS: 'rsa', PS: 'rsa', ES: 'ec', Ed: 'ed25519' }
// RFC 7518, 3.4: each ES algorithm has its own curve.
const CURVES: Readonly<Record<string, string>> = {
  ES256: 'prime256v1',
  ES384: 'secp384r1',
  ES512: 'secp521r1',
}

/**
 * A shared secret as bytes, from a text or a JWK of kind oct (RFC 7518, 6.4). PEM text is rejected:
 * RS256 tokens are forged by signing with a public
 * key as the secret (RFC 8725, 2.1).
 * @throws InvalidInput for a missing or unusable secret
 */
export function secretOf({ secret, secret_encoding: encoding, jwk }: KeySource): Uint8Array {
  if (secret === undefined && jwk !== undefined) return octetsOf(jwk)
  if (secret === undefined || secret === '')
    throw new InvalidInput('secret', 'HS256, HS384 and HS512 need a secret, or a JWK of kind oct')
  if (/-----BEGIN [A-Z ]*(?:KEY|CERTIFICATE)-----/.test(secret))
    throw new InvalidInput(
      'secret',
      'This is a key in PEM and not a shared secret; send it as the key and choose RS, PS, ES or EdDSA',
    )
  // A copy, because jose needs a Uint8Array and Buffer's pool is shared.
  return Uint8Array.from(bytesOfText(secret, encoding, 'secret'))
}

function octetsOf({ kty, k }: Readonly<Record<string, unknown>>): Uint8Array {
  if (kty !== 'oct' || typeof k !== 'string' || !/^[\w-]+$/.test(k))
    throw new InvalidInput(
      'jwk',
      'HS256, HS384 and HS512 need a JWK with kty `oct` and its key in base64url in `k` (RFC 7518, 6.4)',
    )
  return Uint8Array.from(Buffer.from(k, 'base64url'))
}

/**
 * A key of a pair, from PEM or JWK, checked to be of the kind that the algorithm needs.
 * @throws InvalidInput when it is missing, unreadable or of another kind
 */
export function pairKeyOf(
  side: 'private' | 'public',
  algorithm: JwtAlgorithm,
  { pem, jwk }: Pick<KeySource, 'pem' | 'jwk'>,
): KeyObject {
  const field = jwk === undefined ? `${side}_key` : 'jwk'
  const key = readKey(side, field, pem, jwk)
  const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = key
  const curve = CURVES[algorithm]
  if (kind !== KINDS[algorithm.slice(0, 2)] || (curve !== undefined && details?.namedCurve !== curve))
    throw new InvalidInput(field, `This key cannot be used with ${algorithm}`)
  // RFC 7518, 3.3 and 3.5; above 8,192 bits a signature takes too long.
  const bits = details?.modulusLength
  if (bits !== undefined && (bits < 2_048 || bits > 8_192))
    throw new InvalidInput(field, `RSA keys must have 2,048 to 8,192 bits; this one has ${bits}`)
  return key
}

function readKey(
  side: 'private' | 'public',
  field: string,
  pem: string | undefined,
  jwk: Readonly<Record<string, unknown>> | undefined,
): KeyObject {
  if (jwk === undefined && (pem === undefined || pem === ''))
    throw new InvalidInput(field, `Send the ${side} key as PEM in \`${side}_key\`, or as \`jwk\``)
  const read = side === 'private' ? createPrivateKey : createPublicKey
  try {
    // createPublicKey accepts a private key or a certificate and takes its public key.
    return jwk === undefined ? read(pem ?? '') : read({ key: jwk, format: 'jwk' })
  } catch {
    throw new InvalidInput(
      field,
      jwk === undefined
        ? `The ${side} key could not be read; send it whole, from -----BEGIN to -----END, unencrypted`
        : `This JWK is not a ${side} key that can be read (RFC 7517)`,
    )
  }
}
