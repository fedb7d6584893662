import { getCookie } from 'h3'
import { GatewayError } from '../../../src-shared/errors.ts'
import { RATE_WINDOW_SECONDS } from '../../../src-shared/limits.ts'
import type { Settings } from '../../../src-shared/settings.ts'
import { rulesFor } from '../../accounts/rules/rules-of.ts'
import type { Account } from '../../accounts/account.ts'
import type { Maker, UsualBounds } from '../../accounts/key-bounds.ts'
import type { GatewayContext } from '../gateway-context.ts'
import type { KeyedRequest } from '../route.ts'

/**
 * Who grants what a request asks for: its key, or for the page the key whose one-time code opened it. A page that
 * the process itself opened is the owner's.
 */
export function makerOf({ event, context, account }: KeyedRequest): Maker {
  const { keys } = context.services
  const token = getCookie(event, context.cookieName())
  const isPage = event.req.headers.get('authorization') === null && token !== undefined
  const issuer = isPage ? context.sessions.issuerOf(token) : null
  const granting = issuer === null ? account : (keys.findById(issuer) ?? account)
  return { account: granting, isOwner: granting.id === context.owner.id }
}

/** What a key gets for which nothing else was asked, as the owner has set it. */
export function usualBounds(settings: Settings): UsualBounds {
  const { new_key_rate_limit: limit, model_questions_per_day, model_tokens_per_day } = settings
  return {
    rate: { limit, windowSeconds: RATE_WINDOW_SECONDS },
    budget: { questions: model_questions_per_day, tokens: model_tokens_per_day },
  }
}

/**
 * Refuses everybody but the owner.
 * @throws GatewayError forbidden
 */
export function assertOwner(request: KeyedRequest): void {
  if (makerOf(request).isOwner) return
  throw new GatewayError(
    'forbidden',
    'Only the owner can do this. Use the owner key, or the page that it opened.',
  )
}

/**
 * Refuses a key with scopes, rules or a credit limit where it would act as the owner, who has none. An expiry does not
 * matter: what such a key opens ends with it.
 * @throws GatewayError forbidden
 */
export async function assertUnlimited(
  account: Account,
  { services, owner }: GatewayContext,
): Promise<void> {
  const { id, scopes } = account
  const creditLimit = (await services.ledger.subAccountOf(id))?.creditLimit ?? null
  if (
    id === owner.id ||
    (scopes === null && creditLimit === null && rulesFor(account, services.keys).length === 0)
  )
    return
  throw new GatewayError(
    'forbidden',
    'This key has limits, and the page acts as the owner, who has none. Use the owner key.',
  )
}
