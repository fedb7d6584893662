import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import { hasPageSession } from './authenticate.ts'
import type { RouteRequest } from '../route.ts'

/**
 * The owner, when the request comes from the signed-in page itself. Routes that only the page needs
 * are not open to keys.
 * @throws GatewayError forbidden for every other caller
 */
export function ownerOfSession({ event, context }: RouteRequest): Account {
  if (hasPageSession(event, context)) return context.owner
  throw new GatewayError(
    'forbidden',
    'Only the signed-in page can do this. Open the address that Toolgate printed, or get a new one with `npm run --silent toolgate -- page`.',
  )
}
