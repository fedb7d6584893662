import { GatewayError } from '../../../src-shared/errors.ts'
import type { Account } from '../../accounts/account.ts'
import { hasPageSession } from './authenticate.ts'
import type { RouteRequest } from '../route.ts'

/**
 * The owner, when the request comes from the signed-in page itself. What only the page needs is open to no key.
 * @throws GatewayError forbidden for every other caller
 */
export function ownerOfSession({ event, context }: RouteRequest): Account {
  if (hasPageSession(event, context)) return context.owner
  throw new GatewayError(
    'forbidden',
    'This belongs to the page. Open the address that Toolgate printed, or run `npm run --silent toolgate -- page`.',
  )
}
