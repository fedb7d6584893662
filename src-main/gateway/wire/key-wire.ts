import type { z } from 'zod'
import type { Account } from '../../accounts/account.ts'
import type { Services } from '../../pipeline/services.ts'
import type { key } from '../openapi/admin-shapes.ts'
import { toRulesWire } from './rule-fields.ts'
import { toBudgetWire } from './budget-wire.ts'

type KeyWire = z.output<typeof key>

/** Describes a key to an administrator. */
export async function toKeyWire(account: Account, services: Services): Promise<KeyWire> {
  const { ledger, keys } = services
  const sub = await ledger.subAccountOf(account.id)
  const { balance } = await ledger.balanceOf(account.id)
  return {
    key_id: account.id,
    name: account.name,
    kind: account.kind,
    last4: account.last4,
    status: keys.statusOf(account),
    permissions: [...account.permissions],
    slugs: listOf(account.scopes?.slugs),
    categories: listOf(account.scopes?.categories),
    tiers: listOf(account.scopes?.tiers),
    toolset: account.scopes?.toolset ?? null,
    sources: listOf(account.scopes?.sources),
    rate_limit: { limit: account.rateLimit, window_seconds: account.windowSeconds },
    balance,
    credit_limit: sub?.creditLimit ?? null,
    spent: sub?.spent ?? null,
    pays_from: sub?.payer ?? null,
    model_budget: toBudgetWire(account, services),
    rules: toRulesWire(account.rules),
    created_at: new Date(account.createdAt).toISOString(),
    expires_at: timeOf(account.expiresAt),
    revoked_at: timeOf(account.revokedAt),
    suspended_at: timeOf(account.suspendedAt),
    made_by: account.madeBy,
    ends_with: account.endsWith,
  }
}

function listOf(names: readonly string[] | undefined): string[] | null {
  return names === undefined ? null : [...names]
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
