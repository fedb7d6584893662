import type { Sharer } from '../shares/place.ts'

export const KEY_KINDS = ['demo', 'personal', 'team'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

/** `admin` marks the owner: rate limits, team keys, approvals, the audit trail. */
export const PERMISSIONS = ['admin'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The tools that a team key may call; an omitted list does not restrict. */
export interface Scopes {
  readonly slugs?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly tiers?: readonly string[] | undefined
}

/** The most that a key may ask of language models in a day (UTC); null for the default of the settings. */
export interface KeyBudget {
  readonly questions: number | null
  /** Read and written. */
  readonly tokens: number | null
}

/**
 * A key as the gateway knows it; of its text only a hash is kept. Times are milliseconds since 1970.
 */
export interface Account {
  /** `key_` and 16 hex digits; also the name of the account in the ledger. */
  readonly id: string
  readonly kind: KeyKind
  readonly name: string
  readonly email: string | null
  readonly permissions: ReadonlySet<Permission>
  /** Requests in `windowSeconds`. */
  readonly rateLimit: number
  readonly windowSeconds: number
  readonly scopes: Scopes | null
  readonly modelBudget: KeyBudget
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  /** The last four characters of the key, to tell keys apart in a list. */
  readonly last4: string
}

/** A key as the shares of limited resources know it. */
export function sharerOf({ id, permissions }: Pick<Account, 'id' | 'permissions'>): Sharer {
  return { id, isOwner: permissions.has('admin') }
}

/** Whether a key still works: neither revoked nor expired. */
export function isInForce({ revokedAt, expiresAt }: Account, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now)
}
