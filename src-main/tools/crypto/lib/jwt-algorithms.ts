/** The signature algorithms of jose that we allow: `none` is not among them (RFC 8725, 3.1 and 3.2). */
export const JWT_ALGORITHMS = [
  'HS256',
  'HS384',
  'HS512',
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const
export type JwtAlgorithm = (typeof JWT_ALGORITHMS)[number]

/** True for algorithms with a secret that both sides share. */
export function isSymmetric(algorithm: JwtAlgorithm): boolean {
  return algorithm.startsWith('HS')
}

/** What can be wrong with a token, as codes. */
export const JWT_FAULTS = [
  'malformed',
  'algorithm_not_allowed',
  'no_matching_key',
  'signature',
  'expired',
  'not_yet_valid',
  'claim',
] as const
export type JwtFault = (typeof JWT_FAULTS)[number]
