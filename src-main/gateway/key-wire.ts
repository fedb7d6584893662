import { z } from 'zod'
import { KEY_KINDS, PERMISSIONS, type Account } from '../accounts/account.ts'
import type { Services } from '../pipeline/services.ts'

const list = z.array(z.string()).nullable()
const time = z.iso.datetime().nullable()

/** A key as administrators see it. The key itself is known to nobody any more. */
export const keyShape = z.object({
  key_id: z.string().describe('Names the key without being it'),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  last4: z.string().describe('The last four characters of the key'),
  status: z.enum(['active', 'expired', 'revoked']),
  permissions: z.array(z.enum(PERMISSIONS)),
  slugs: list.describe('Tools that it may call; null for no restriction'),
  categories: list.describe('Categories of tools that it may call; null for no restriction'),
  tiers: list.describe('Tiers of tools that it may call; null for no restriction'),
  rate_limit: z.object({ limit: z.int().min(1), window_seconds: z.int().min(1) }),
  balance: z.int().min(0).describe('Credits that it can spend'),
  credit_limit: z.int().min(0).nullable().describe('Credits that it may spend in all; null for no limit'),
  spent: z.int().min(0).nullable().describe('Credits that a team key has spent; null for other keys'),
  pays_from: z.string().nullable().describe('The key whose credits a team key spends'),
  created_at: z.iso.datetime(),
  expires_at: time,
  revoked_at: time,
})

export type KeyWire = z.output<typeof keyShape>

/** Describes a key to an administrator. */
export function toKeyWire(account: Account, { ledger, now }: Services): KeyWire {
  const sub = ledger.subAccountOf(account.id)
  return {
    key_id: account.id,
    name: account.name,
    kind: account.kind,
    last4: account.last4,
    status: statusOf(account, now()),
    permissions: [...account.permissions],
    slugs: listOf(account.scopes?.slugs),
    categories: listOf(account.scopes?.categories),
    tiers: listOf(account.scopes?.tiers),
    rate_limit: { limit: account.rateLimit, window_seconds: account.windowSeconds },
    balance: ledger.balanceOf(account.id).balance,
    credit_limit: sub?.creditLimit ?? null,
    spent: sub?.spent ?? null,
    pays_from: sub?.payer ?? null,
    created_at: new Date(account.createdAt).toISOString(),
    expires_at: timeOf(account.expiresAt),
    revoked_at: timeOf(account.revokedAt),
  }
}

function statusOf({ revokedAt, expiresAt }: Account, now: number): KeyWire['status'] {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}

function listOf(names: readonly string[] | undefined): string[] | null {
  return names === undefined ? null : [...names]
}

function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
