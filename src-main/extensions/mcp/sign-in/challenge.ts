/** What a server says about signing in when it refuses a request. */
export interface Challenge {
  /** Where it describes itself; null where it does not say. */
  readonly metadata: string | null
  readonly scope: string | null
  /** Such as `invalid_token` or `insufficient_scope`. */
  readonly error: string | null
}

/** A sign-in that a server wants of its owner. */
export interface WantedSignIn {
  /** Why, as the end of a sentence. */
  readonly why: string
  /** What the server has said about it. */
  readonly challenge: Challenge
}

/** Reads a `WWW-Authenticate` header (RFC 6750, RFC 9728). @param header as it came, with several schemes perhaps */
export function readChallenge(header = ''): Challenge {
  const found = new Map<string, string>()
  const from = header.search(/\bBearer\b/i)
  const told = from === -1 ? '' : header.slice(from + 'Bearer'.length, from + 8_192)
  // Each word begins once, so that a long header takes no longer than it is.
  for (const [, name = '', quoted, plain] of told.matchAll(
    /(?<![a-z_])([a-z_]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s,"]+))/gi,
  ))
    if (!found.has(name)) found.set(name, quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? '')
  return {
    metadata: found.get('resource_metadata') ?? null,
    scope: found.get('scope') ?? null,
    error: found.get('error') ?? null,
  }
}
