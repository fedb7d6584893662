import { GatewayError } from '../../src-shared/errors.ts'
import type { Account } from './account.ts'

/** What a scope is checked against. */
interface Scoped {
  readonly slug: string
  readonly category: string
  readonly tier: string
}

/**
 * Refuses a tool outside a key's scopes. A key without scopes may call every tool; when several lists are
 * given, each must include the tool.
 * @throws GatewayError scope_denied
 */
export function assertInScope(account: Account, tool: Scoped): void {
  const { scopes } = account
  if (!scopes) return
  const within =
    (scopes.slugs?.includes(tool.slug) ?? true) &&
    (scopes.categories?.includes(tool.category) ?? true) &&
    (scopes.tiers?.includes(tool.tier) ?? true)
  if (within) return
  throw new GatewayError(
    'scope_denied',
    `This key may not call ${tool.slug}. Ask the key's owner to widen its scope, or use another key.`,
  )
}
