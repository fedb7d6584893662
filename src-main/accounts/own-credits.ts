import { GatewayError } from '../../src-shared/errors.ts'
import type { Account } from './account.ts'

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
