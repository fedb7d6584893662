import type { KeyRules } from '../../src-shared/rules/key-rules.ts'
import type { Sharer } from '../shares/place.ts'

export const KEY_KINDS = ['demo', 'personal', 'team'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

/** `admin` marks the owner: rate limits, team keys, approvals, the audit trail. */
export const PERMISSIONS = ['admin'] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The tools that a team key may call; an omitted list does not restrict, except that it opens no source. */
export interface Scopes {
  /** The ids of the sources whose tools it may call besides those of this build. */
  readonly sources?: readonly string[] | undefined
  readonly slugs?: readonly string[] | undefined
  readonly categories?: readonly string[] | undefined
  readonly tiers?: readonly string[] | undefined
  /** The saved toolset whose tools are the only ones that it sees and calls, as the toolset shapes them. */
  readonly toolset?: string | undefined
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
  /** What the owner has laid down for its calls; null for nothing, which is all that most calls look at. */
  readonly rules: KeyRules | null
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  /** When a restore suspended it until the owner confirms it; null for a key that is not suspended. */
  readonly suspendedAt: number | null
  /** The id of the key that made it; null for one that signed up or that a start made. */
  readonly madeBy: string | null
  /** The id of the key whose end also ends this one; null for a key that the owner made or adopted. */
  readonly endsWith: string | null
  /** The last four characters of the key, to tell keys apart in a list. */
  readonly last4: string
}

/** A key as the shares of limited resources know it. */
export function sharerOf({ id, permissions }: Pick<Account, 'id' | 'permissions'>): Sharer {
  return { id, isOwner: permissions.has('admin') }
}

/** Whether a key works, or why it does not; `ended` is one whose maker no longer works. */
export const KEY_STATUSES = ['active', 'expired', 'revoked', 'suspended', 'ended'] as const
export type KeyStatus = (typeof KEY_STATUSES)[number]

/** What a key says of itself; `ended` is up to its maker. @param now milliseconds since 1970 */
export function ownStatusOf(
  { revokedAt, expiresAt, suspendedAt }: Account,
  now: number,
): Exclude<KeyStatus, 'ended'> {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return suspendedAt === null ? 'active' : 'suspended'
}

/** Whether it is an admin key that works, never expires and ends with no other key. */
export function isOwners({ permissions, revokedAt, expiresAt, suspendedAt, endsWith }: Account): boolean {
  const isPermanent = revokedAt === null && expiresAt === null && suspendedAt === null && endsWith === null
  return isPermanent && permissions.has('admin')
}
