import type { Account } from '../../accounts/account.ts'
import type { GatewayContext } from '../gateway-context.ts'
import { toKeyWire } from './key-wire.ts'

/** A key as the owner's page shows it: the fields for administrators, and its current use. */
export async function toKeyUse(account: Account, { services, figures }: GatewayContext): Promise<object> {
  const { id, rateLimit, windowSeconds } = account
  const { remaining, resetSeconds } = services.rates.peek(id, rateLimit, windowSeconds, services.now())
  const lastUsed = await figures.lastUseOf(id)
  return {
    ...(await toKeyWire(account, services)),
    rate: { used: Math.max(0, rateLimit - remaining), reset_seconds: resetSeconds },
    last_used_at: lastUsed === null ? null : new Date(lastUsed).toISOString(),
  }
}
