import { askServer, type SignInNetwork } from './ask-server.ts'
import type { SignInPlace } from './discover.ts'
import { SignInFailed } from './sign-in-failed.ts'

/** How this program is known where people sign in. */
export interface OAuthClient {
  readonly id: string
  /** Null for a program that anybody can take apart, as this one is. */
  readonly secret: string | null
  readonly isBasic: boolean
}

/** What a sign-in has given. */
export interface Tokens {
  readonly access: string
  readonly refresh: string | null
  /** Milliseconds since 1970; null where it was not told. */
  readonly expiresAt: number | null
  readonly scope: string | null
}

/** A sign-in as it is kept among the secrets. */
export interface KeptSignIn {
  readonly place: Pick<SignInPlace, 'issuer' | 'token' | 'revoke' | 'resource'>
  readonly client: OAuthClient
  readonly tokens: Tokens
}

/** A code, a token or this program itself is not taken any more (RFC 6749, 5.2). */
export class GrantRefused extends SignInFailed {}

const ENDED = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client'])

/** Makes this program known (RFC 7591). @param redirect where the browser comes back @throws SignInFailed */
export async function register(
  { register: url, issuer }: SignInPlace,
  redirect: string,
  network: SignInNetwork,
): Promise<OAuthClient> {
  if (url === null)
    throw new SignInFailed(
      `${issuer} lets no program make itself known. Get a client id there, and add the source with --client-id`,
    )
  const asked = {
    client_name: 'Toolgate',
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'native',
  }
  const { status, body } = await askServer(url, network, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: way } = body
  if ((status !== 200 && status !== 201) || typeof id !== 'string' || id === '')
    throw new SignInFailed(`${issuer} does not take this program (HTTP ${status}${wordsOf(body)})`)
  return { id, secret: typeof secret === 'string' ? secret : null, isBasic: way === 'client_secret_basic' }
}

/** The address that a person signs in at. @param challenge the S256 of the verifier */
export function authorizeUrl(
  { authorize, resource, scope }: SignInPlace,
  { id }: OAuthClient,
  { state, redirect, challenge }: { state: string; redirect: string; challenge: string },
): string {
  const url = new URL(authorize)
  const asked = {
    ...{ response_type: 'code', client_id: id, redirect_uri: redirect, state, resource },
    ...{ code_challenge: challenge, code_challenge_method: 'S256', ...(scope === null ? {} : { scope }) },
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  // OpenID asks again for what lasts.
  if (scope?.split(' ').includes('offline_access')) url.searchParams.set('prompt', 'consent')
  return url.href
}

/**
 * Exchanges a code, or a refresh token, for tokens.
 * @param now milliseconds since 1970
 * @throws GrantRefused, SignInFailed
 */
export async function grant(
  { token: url, issuer, resource }: KeptSignIn['place'],
  client: OAuthClient,
  asked: Readonly<Record<string, string>>,
  { network, now }: { network: SignInNetwork; now: number },
): Promise<Tokens> {
  const { status, body } = await askServer(url, network, formOf({ ...asked, resource }, client))
  if (status !== 200) {
    const code = typeof body['error'] === 'string' ? body['error'] : ''
    const words = `${issuer} gives no token (HTTP ${status}${wordsOf(body)})`
    if (ENDED.has(code)) throw new GrantRefused(words)
    throw new SignInFailed(words, { isPassing: status >= 500 || status === 429 })
  }
  const { access_token: access, token_type: type, refresh_token: refresh, expires_in: seconds } = body
  // Visible characters alone, since it goes into a header.
  if (
    typeof access !== 'string' ||
    !/^[\x21-\x7e]{1,32768}$/.test(access) ||
    String(type).toLowerCase() !== 'bearer'
  )
    throw new SignInFailed(`${issuer} gives no token that can be used here`)
  const lasts = Number(seconds)
  return {
    access,
    refresh: typeof refresh === 'string' ? refresh : (asked['refresh_token'] ?? null),
    expiresAt: seconds !== undefined && lasts > 0 ? now + lasts * 1_000 : null,
    scope: typeof body['scope'] === 'string' ? body['scope'] : null,
  }
}

/** Takes tokens back (RFC 7009), as far as the server lets it. @throws SignInFailed */
export async function revoke({ place, client, tokens }: KeptSignIn, network: SignInNetwork): Promise<void> {
  if (place.revoke === null) return
  for (const [hint, token] of [
    ['refresh_token', tokens.refresh] as const,
    ['access_token', tokens.access] as const,
  ])
    if (token !== null)
      await askServer(place.revoke, network, formOf({ token, token_type_hint: hint }, client))
}

function formOf(fields: Readonly<Record<string, string>>, { id, secret, isBasic }: OAuthClient) {
  const isSent = secret !== null && isBasic
  const own = { client_id: id, ...(secret !== null && !isBasic ? { client_secret: secret } : {}) }
  const basic = `${encodeURIComponent(id)}:${encodeURIComponent(secret ?? '')}`
  return {
    method: 'POST' as const,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(isSent ? { authorization: `Basic ${Buffer.from(basic).toString('base64')}` } : {}),
    },
    body: new URLSearchParams({ ...fields, ...(isSent ? {} : own) }).toString(),
  }
}

function wordsOf({ error, error_description: words }: Readonly<Record<string, unknown>>): string {
  const told = [error, words].filter((one) => typeof one === 'string').map((one) => one.slice(0, 200))
  return told.length === 0 ? '' : `, ${told.join(': ')}`
}
