import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** The claims of a token as a caller sends them: some in an object, others in fields of their own. */
export interface ClaimFields {
  readonly payload: Readonly<Record<string, unknown>>
  readonly issuer?: string | undefined
  readonly subject?: string | undefined
  readonly audience?: readonly string[] | undefined
  readonly token_id?: string | undefined
  readonly expires_in_seconds?: number | undefined
  readonly not_before_seconds?: number | undefined
  readonly issued_at: boolean
}

/**
 * The claims to sign.
 * @param now seconds since 1970
 * @throws InvalidInput when exp, nbf or iat is not a number of seconds
 */
export function claimsOf(input: ClaimFields, now: number): Record<string, unknown> {
  const { issuer, subject, audience, token_id, expires_in_seconds: life, not_before_seconds: wait } = input
  const claims = {
    ...input.payload,
    ...(issuer === undefined ? {} : { iss: issuer }),
    ...(subject === undefined ? {} : { sub: subject }),
    ...(audience === undefined ? {} : { aud: audience.length === 1 ? audience[0] : audience }),
    ...(token_id === undefined ? {} : { jti: token_id }),
    ...(life === undefined ? {} : { exp: now + life }),
    ...(wait === undefined ? {} : { nbf: now + wait }),
    ...(input.issued_at && !Object.hasOwn(input.payload, 'iat') ? { iat: now } : {}),
  }
  // RFC 7519, 4.1: these are numbers of seconds.
  for (const name of ['exp', 'nbf', 'iat'] as const) {
    const value: unknown = Reflect.get(claims, name)
    if (value !== undefined && !(typeof value === 'number' && Math.abs(value) < 1e11))
      throw new InvalidInput('payload', `The claim ${name} must be a number of seconds since 1970`)
  }
  return claims
}

/** The claim exp as ISO 8601, or null if there is none. */
export function expiryOf({ exp }: Readonly<Record<string, unknown>>): string | null {
  return typeof exp === 'number' ? new Date(exp * 1_000).toISOString() : null
}

/**
 * Warns about a short shared secret: RFC 7518, 3.2, requires one as long as the hash. Null for
 * other keys.
 */
export function noteOfKey(algorithm: string, key: unknown): string | null {
  const least = Number(algorithm.slice(2)) / 8
  if (!(key instanceof Uint8Array) || key.length >= least) return null
  return `The secret has ${key.length} bytes; RFC 7518 asks for at least ${least}, since shorter ones can be guessed`
}
