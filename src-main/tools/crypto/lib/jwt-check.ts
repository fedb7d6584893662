import { decodeProtectedHeader, errors, jwtVerify, type JWTVerifyOptions } from 'jose'
import type { KeyObject } from 'node:crypto'
import { isSymmetric, JWT_ALGORITHMS, type JwtAlgorithm, type JwtFault } from './jwt-algorithms.ts'
import { pairKeyOf, secretOf, type KeySource } from './jwt-keys.ts'
import { jsonProblemOf } from '../../lib/sound-json.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

export interface JwtVerdict {
  readonly header: Readonly<Record<string, unknown>> | null
  /** The claims, only of a valid token. */
  readonly payload: Readonly<Record<string, unknown>> | null
  readonly fault: JwtFault | null
  readonly reason: string | null
}

export interface VerifyKeys extends KeySource {
  readonly jwks?: { readonly keys: readonly Readonly<Record<string, unknown>>[] } | undefined
}

/**
 * Checks a token's signature under an allowed algorithm, and then its claims. The kind of key
 * follows from the allowed algorithm, never from the token's header alone (RFC 8725, 3.1).
 * @throws InvalidInput when a key that the caller sent cannot be used
 */
export async function checkJwt(
  token: string,
  keys: VerifyKeys,
  allowed: readonly JwtAlgorithm[],
  options: JWTVerifyOptions,
): Promise<JwtVerdict> {
  // Padding and other characters would make several tokens of one (RFC 7515, section 2).
  const header = /^[\w.-]*$/.test(token) ? headerOf(token) : null
  if (header === null)
    return refused(null, 'malformed', 'This is not a signed JWT; it needs three base64url parts')
  const algorithm = JWT_ALGORITHMS.find((one) => one === header.alg)
  if (algorithm === undefined || !allowed.includes(algorithm))
    return refused(
      header,
      'algorithm_not_allowed',
      `The token says it is signed with ${String(header.alg).slice(0, 40)}, which is not among the allowed ones`,
    )
  const candidates = candidatesOf(algorithm, keys, header.kid)
  if (candidates.length === 0)
    return refused(
      header,
      'no_matching_key',
      `The key set has no key for ${algorithm} with the token's kid`,
    )
  let verdict = refused(header, 'signature', 'The signature does not match the key')
  for (const key of candidates) {
    verdict = await tryKey(token, key, header, { ...options, algorithms: [algorithm] })
    if (verdict.fault !== 'signature') break
  }
  return verdict
}

/** The header and the claims of a signed token, as the JSON texts that it holds. */
export function textsOf(token: string): string[] {
  const parts = token.split('.').slice(0, 2)
  return parts.map((part) => Buffer.from(part, 'base64url').toString())
}

/** The header of a token, or null if it is not a JWS. */
function headerOf(token: string): Record<string, unknown> | null {
  try {
    const header = decodeProtectedHeader(token)
    return token.split('.').length === 3 && jsonProblemOf(header) === null ? { ...header } : null
  } catch {
    // jose throws a TypeError for anything it cannot parse.
    return null
  }
}

function candidatesOf(
  algorithm: JwtAlgorithm,
  keys: VerifyKeys,
  keyId: unknown,
): readonly (KeyObject | Uint8Array)[] {
  const readOne = (source: KeySource): KeyObject | Uint8Array =>
    isSymmetric(algorithm) ? secretOf(source) : pairKeyOf('public', algorithm, source)
  if (keys.jwks === undefined || (isSymmetric(algorithm) && keys.secret !== undefined))
    return [readOne(keys)]
  const named = keys.jwks.keys.filter(
    ({ kid, use, alg }) =>
      (keyId === undefined || kid === undefined || kid === keyId) &&
      (use === undefined || use === 'sig') &&
      (alg === undefined || alg === algorithm),
  )
  return named.flatMap((jwk) => {
    try {
      return [readOne({ jwk, secret_encoding: 'utf8' })]
    } catch (error) {
      // A set may hold keys of other kinds and uses (RFC 7517, 5: keys that are not understood are
      // ignored).
      if (error instanceof InvalidInput) return []
      throw error
    }
  })
}

async function tryKey(
  token: string,
  key: KeyObject | Uint8Array,
  header: Readonly<Record<string, unknown>>,
  options: JWTVerifyOptions,
): Promise<JwtVerdict> {
  try {
    const { payload } = await jwtVerify(token, key, options)
    const problem = jsonProblemOf(payload)
    if (problem !== null)
      return refused(header, 'malformed', `Its claims cannot be shown as JSON: ${problem}`)
    return { header, payload, fault: null, reason: null }
  } catch (error) {
    return refusalFor(error, header)
  }
}

function refusalFor(error: unknown, header: Readonly<Record<string, unknown>>): JwtVerdict {
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return refused(header, 'signature', 'The signature does not match the key')
  if (error instanceof errors.JWTExpired) return refused(header, 'expired', 'The token has expired')
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'nbf'
      ? refused(header, 'not_yet_valid', 'The token is not valid yet')
      : refused(header, 'claim', `The claim ${error.claim} is missing or does not have the required value`)
  }
  if (error instanceof errors.JOSEError)
    return refused(header, 'malformed', `The token cannot be read: ${error.message}`)
  throw error
}

function refused(
  header: Readonly<Record<string, unknown>> | null,
  fault: JwtFault,
  reason: string,
): JwtVerdict {
  return { header, payload: null, fault, reason }
}
