import { getCookie, type H3Event } from 'h3'
import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import { exchangeOf } from '../request/exchange.ts'
import type { GatewayContext } from '../gateway-context.ts'

const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/**
 * The account of a request: from its key, or from the owner's page session. Null when it has neither.
 * @throws GatewayError invalid_key when its key does not work
 */
export function identify(event: H3Event, context: GatewayContext): Account | null {
  const authorization = event.req.headers.get('authorization')
  if (authorization !== null) return accountOfKey(authorization, event, context)
  return hasPageSession(event, context) ? context.owner : null
}

/** The refusal of a request that needs a key and has none. */
export function authRequired(context: GatewayContext): GatewayError {
  return new GatewayError('auth_required', 'Send the header Authorization: Bearer <API_KEY>.', {
    demo_key: context.demoKey,
    signup: `POST ${context.baseUrl()}/v1/auth/signup {"email": "…", "name": "…"} for a key with 500 free credits`,
  })
}

/**
 * Reads the page session of a request if another gateway on the database has opened it. @returns null, which takes no
 * turn, where there is nothing to read
 */
export function learnPageSession(event: H3Event, context: GatewayContext): Promise<void> | null {
  if (event.req.headers.get('cookie') === null) return null
  const token = getCookie(event, context.cookieName())
  return token === undefined ? null : context.sessions.learn(token)
}

/** Whether the request has a live page session and comes from the page itself. */
export function hasPageSession(event: H3Event, context: GatewayContext): boolean {
  if (event.req.headers.get('cookie') === null || !isSameOrigin(event)) return false
  const token = getCookie(event, context.cookieName())
  return token !== undefined && context.sessions.has(token, passOf(event))
}

// A download link cannot send a header.
function passOf({ req, url }: H3Event): string | null {
  return (
    req.headers.get('x-toolgate-page') ?? (req.method === 'GET' ? url.searchParams.get('page_pass') : null)
  )
}

// Browsers send cookies with any request; they count only when the browser says that our own page sent them.
// The door has already refused foreign Origins, and every Sec-Fetch-Site but same-origin, none and navigations.
function isSameOrigin(event: H3Event): boolean {
  const { headers } = event.req
  return headers.get('sec-fetch-site') === 'same-origin' || headers.get('origin') !== null
}

function accountOfKey(authorization: string, event: H3Event, context: GatewayContext): Account {
  const key = BEARER.exec(authorization)?.[1]
  const account = key === undefined ? null : context.services.keys.find(key)
  if (account) return account
  const known = key === undefined ? null : context.services.keys.findAny(key)
  exchangeOf(event).refusedAs = known
  if (known && context.services.keys.statusOf(known) === 'suspended') throw suspended(known)
  throw new GatewayError(
    'invalid_key',
    'This key is unknown here. Check the header Authorization: Bearer <API_KEY>; keys of other instances do not work.',
  )
}

// Not a 401, at which clients throw a key away: this one may work again without any change of theirs.
function suspended({ id }: Account): GatewayError {
  return new GatewayError(
    'forbidden',
    'This gateway was restored from a backup, and the key is suspended until the owner confirms it: ' +
      `in the list of keys on the page, or with \`toolgate keys confirm ${id}\`.`,
  )
}
