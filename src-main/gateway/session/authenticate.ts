import { getCookie, type H3Event } from 'h3'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import { exchangeOf } from '../request/exchange.ts'
import type { GatewayContext } from '../gateway-context.ts'

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/**
 * The account that a request speaks for: by its key, or by the owner's page session. Null when it brings neither.
 * @throws GatewayError invalid_key when it brings a key that is not good
 */
export function identify(event: H3Event, context: GatewayContext): Account | null {
  const authorization = event.req.headers.get('authorization')
  if (authorization !== null) return accountOfKey(authorization, event, context)
  return hasPageSession(event, context) ? context.owner : null
}

/** The refusal of a request that needs a key and brings none. */
export function authRequired(context: GatewayContext): GatewayError {
  return new GatewayError('auth_required', 'Send the header Authorization: Bearer <API_KEY>.', {
    demo_key: context.demoKey,
    signup: `POST ${context.baseUrl()}/v1/auth/signup {"email": "…", "name": "…"} for a key with 500 free credits`,
  })
}

/** Whether the request carries a live page session and comes from the page itself. */
export function hasPageSession(event: H3Event, context: GatewayContext): boolean {
  if (event.req.headers.get('cookie') === null || !isSameOrigin(event)) return false
  const token = getCookie(event, context.cookieName())
  return token !== undefined && context.sessions.has(token, passOf(event))
}

// A link that downloads a file can send no header.
function passOf({ req, url }: H3Event): string | null {
  return (
    req.headers.get('x-toolgate-page') ?? (req.method === 'GET' ? url.searchParams.get('page_pass') : null)
  )
}

// Cookies go wherever the browser likes; they count only with the browser's word that our own page sent them.
// The door has let through no foreign Origin and no Sec-Fetch-Site but same-origin, none and navigations.
function isSameOrigin(event: H3Event): boolean {
  const { headers } = event.req
  return headers.get('sec-fetch-site') === 'same-origin' || headers.get('origin') !== null
}

function accountOfKey(authorization: string, event: H3Event, context: GatewayContext): Account {
  const key = BEARER.exec(authorization)?.[1]
  const account = key === undefined ? null : context.services.keys.find(key)
  if (account) return account
  if (key !== undefined) exchangeOf(event).refusedAs = context.services.keys.findAny(key)
  throw new GatewayError(
    'invalid_key',
    'This key is not known here. Check the header Authorization: Bearer <API_KEY>; keys of other instances do not work.',
  )
}
