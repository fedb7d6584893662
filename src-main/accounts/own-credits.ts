import { GatewayError } from '../../src-shared/errors.ts'
import type { Account } from './account.ts'
import { refusePaused } from './rules/refuse-paused.ts'
import type { RuledKey } from './rules/rules-of.ts'

/**
 * Refuses a team key where credits are bought: it holds none of its own.
 * @throws GatewayError forbidden
 */
export function assertHoldsCredits(account: Account): void {
  if (account.kind !== 'team') return
  throw new GatewayError(
    'forbidden',
    'A team key spends the credits of the key that made it. Buy credits with that key.',
  )
}

/**
 * Refuses keys whose credits another gateway must not spend: it calls tools as it likes.
 * @param ruled the rules that hold for the key
 * @throws GatewayError forbidden
 */
export function assertMayLease({ kind, scopes }: Account, ruled: readonly RuledKey[]): void {
  refusePaused(ruled)
  if (kind === 'demo')
    throw new GatewayError('forbidden', 'The demo key lends no credits. Ask the owner for a team key.')
  if (ruled.length > 0)
    throw new GatewayError(
      'forbidden',
      'The owner has laid down rules for this key, and the gateway that spends leased credits does not know them. ' +
        'Ask the owner for a team key without rules.',
    )
  if (scopes === null) return
  throw new GatewayError(
    'forbidden',
    'This key may call only some tools, and leased credits can be spent on all of them. Ask the owner for a ' +
      'team key without that limit.',
  )
}
