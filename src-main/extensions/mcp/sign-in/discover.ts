import { askServer, checkedUrl, type SignInNetwork } from './ask-server.ts'
import type { Challenge } from './challenge.ts'
import { SignInFailed } from './sign-in-failed.ts'

/** Where a server lets people sign in. */
export interface SignInPlace {
  /** The server that tokens are for (RFC 8707). */
  readonly resource: string
  /** Who gives tokens. */
  readonly issuer: string
  readonly authorize: string
  readonly token: string
  /** Where programs make themselves known; null for nowhere. */
  readonly register: string | null
  /** Where tokens are taken back; null for nowhere. */
  readonly revoke: string | null
  /** Whether the answer of a sign-in names the issuer (RFC 9207). */
  readonly namesIssuer: boolean
  /** What its owner will be asked to allow; null for whatever the server gives. */
  readonly scope: string | null
}

type Members = Readonly<Record<string, unknown>>

/**
 * Finds out where to sign in: what the server says of itself (RFC 9728), then what its authorization server says
 * (RFC 8414). One that says nothing of itself is asked as its own authorization server.
 * @throws SignInFailed
 */
export async function discover(
  url: string,
  { metadata, scope }: Challenge,
  network: SignInNetwork,
): Promise<SignInPlace> {
  const server = new URL(url)
  const own = await resourceMetadata(server, metadata, network)
  const resource =
    own === null ? `${server.origin}${server.pathname}`.replace(/\/$/, '') : resourceOf(own, server)
  const issuer = own === null ? server.origin : textsOf(own['authorization_servers'])[0]
  if (issuer === undefined) throw new SignInFailed(`${server.host} names no place to sign in at`)
  const place = await serverMetadata(checkedUrl(issuer), network, own === null ? server : null)
  if (!textsOf(place['code_challenge_methods_supported']).includes('S256'))
    throw new SignInFailed(
      `${issuer} does not say that it protects codes with S256, so nobody is sent there`,
    )
  const asked = scope ?? (textsOf(own?.['scopes_supported']).join(' ') || null)
  // Without it many give no token to go on with.
  const isLasting = textsOf(place['scopes_supported']).includes('offline_access')
  return {
    resource,
    issuer: String(place['issuer']),
    authorize: await reachable(requiredUrl(place, 'authorization_endpoint'), network),
    token: requiredUrl(place, 'token_endpoint'),
    register: optionalUrl(place, 'registration_endpoint'),
    revoke: optionalUrl(place, 'revocation_endpoint'),
    namesIssuer: place['authorization_response_iss_parameter_supported'] === true,
    scope: isLasting
      ? [...new Set([...(asked ?? '').split(' '), 'offline_access'])].join(' ').trim()
      : asked,
  }
}

async function resourceMetadata(
  server: URL,
  told: string | null,
  network: SignInNetwork,
): Promise<Members | null> {
  const known = '/.well-known/oauth-protected-resource'
  const path = server.pathname.replace(/\/$/, '')
  const places = told === null ? [`${server.origin}${known}${path}`, `${server.origin}${known}`] : [told]
  for (const place of new Set(places)) {
    const { status, body } = await askServer(place, network)
    if (status === 200) return body
  }
  return null
}

// A token for another server must not be asked for.
function resourceOf(own: Members, server: URL): string {
  const told = typeof own['resource'] === 'string' ? own['resource'] : ''
  const of = URL.canParse(told) ? new URL(told) : null
  const path = of?.pathname.replace(/\/$/, '') ?? ''
  const isIts =
    of?.origin === server.origin &&
    (server.pathname === path || `${server.pathname}/`.startsWith(`${path}/`))
  if (isIts) return told
  throw new SignInFailed(
    `${server.host} names ${JSON.stringify(told.slice(0, 200))} as what tokens are for, which it is not`,
  )
}

async function serverMetadata(issuer: URL, network: SignInNetwork, itself: URL | null): Promise<Members> {
  const path = issuer.pathname.replace(/\/$/, '')
  const oauth = '/.well-known/oauth-authorization-server'
  const openId = '/.well-known/openid-configuration'
  const places = [oauth + path, openId + path, path + openId].map((one) => issuer.origin + one)
  for (const place of new Set(places)) {
    const { status, body } = await askServer(place, network)
    if (status !== 200) continue
    if (bare(String(body['issuer'])) === bare(issuer.href)) return body
    throw new SignInFailed(
      `${issuer.host} says that it is ${JSON.stringify(String(body['issuer']).slice(0, 200))}`,
    )
  }
  throw new SignInFailed(
    itself === null
      ? `${issuer.host} does not say how to sign in`
      : `${itself.host} does not say where to sign in. Give it a secret header, such as Authorization`,
  )
}

function bare(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).href.replace(/\/$/, '') : issuer
}

// The browser of the owner goes there, so it must not lead into their network either.
async function reachable(url: string, { channelTo, written }: SignInNetwork): Promise<string> {
  checkedUrl(url)
  try {
    const signal = AbortSignal.timeout(15_000)
    await (await channelTo(url, { written, signal })).close()
    return url
  } catch (error) {
    throw new SignInFailed(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function requiredUrl(place: Members, name: string): string {
  const url = optionalUrl(place, name)
  if (url === null) throw new SignInFailed(`${String(place['issuer'])} names no ${name}`)
  return url
}

function optionalUrl(place: Members, name: string): string | null {
  const url = place[name]
  return typeof url === 'string' ? checkedUrl(url).href : null
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, 100) : []
}
