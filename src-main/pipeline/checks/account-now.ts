import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import type { KeyStore } from '../../accounts/key-store.ts'
import { refusePaused } from '../../accounts/rules/refuse-paused.ts'
import { rulesFor } from '../../accounts/rules/rules-of.ts'
import type { Call } from '../call.ts'

type Keys = Pick<KeyStore, 'findById' | 'makersOf'>

/**
 * The key of a call that may have waited, as it is now.
 * @throws GatewayError invalid_key for one that works no more, forbidden for one that is paused
 */
export function accountNow({ account }: Pick<Call, 'account'>, keys: Keys): Account {
  const now = keys.findById(account.id)
  if (!now)
    throw new GatewayError('invalid_key', 'The key of this call was revoked or expired while it waited.')
  refusePaused(rulesFor(now, keys))
  return now
}
