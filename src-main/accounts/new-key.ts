import { randomBytes } from 'node:crypto'
import { GatewayError } from '../../src-shared/errors.ts'
import type { KeyRules } from '../../src-shared/rules/key-rules.ts'
import { PERSONAL_RATE_FACTOR, RATE_WINDOW_SECONDS } from '../../src-shared/limits.ts'
import type { Account, KeyBudget, KeyKind, Permission, Scopes } from './account.ts'

export const MAX_RATE_LIMIT = 1_000_000_000
export const MAX_WINDOW_SECONDS = 86_400

/** A key to be made. */
export interface NewKey {
  readonly kind: KeyKind
  readonly name: string
  readonly email?: string | undefined
  readonly permissions?: readonly Permission[] | undefined
  readonly rateLimit?: number | undefined
  readonly windowSeconds?: number | undefined
  readonly scopes?: Scopes | undefined
  /** The account whose credits a team key spends, and its limit, if any; without it the key has credits of its own. */
  readonly payer?: string | undefined
  readonly creditLimit?: number | undefined
  readonly modelBudget?: KeyBudget | undefined
  readonly rules?: KeyRules | null | undefined
  readonly expiresAt?: number | undefined
  /** The id of the key that makes it. */
  readonly madeBy?: string | undefined
  /** The id of the key whose end also ends this one; without it the key is the owner's own work. */
  readonly endsWith?: string | undefined
  /** Credits given with the key, in the same transaction. */
  readonly grant?: number | undefined
  /** The text of the key; without it one is generated. */
  readonly key?: string | undefined
}

/**
 * The account of a key that is being made.
 * @param now milliseconds since 1970
 * @param defaultRate requests a minute for a demo or team key without a rate of its own
 */
export function toNewAccount(input: NewKey, key: string, now: number, defaultRate: number): Account {
  return {
    id: `key_${randomBytes(8).toString('hex')}`,
    kind: input.kind,
    name: input.name,
    email: input.email ?? null,
    permissions: new Set(input.permissions),
    rateLimit: input.rateLimit ?? (input.kind === 'personal' ? PERSONAL_RATE_FACTOR : 1) * defaultRate,
    windowSeconds: input.windowSeconds ?? RATE_WINDOW_SECONDS,
    scopes: input.scopes ?? null,
    modelBudget: input.modelBudget ?? { questions: null, tokens: null },
    rules: input.rules ?? null,
    createdAt: now,
    expiresAt: input.expiresAt ?? null,
    revokedAt: null,
    last4: key.slice(-4),
    suspendedAt: null,
    madeBy: input.madeBy ?? null,
    endsWith: input.endsWith ?? null,
  }
}

/** @throws GatewayError validation_error */
export function assertRate(limit: number, windowSeconds: number): void {
  assertWithin('limit', limit, MAX_RATE_LIMIT)
  assertWithin('window_seconds', windowSeconds, MAX_WINDOW_SECONDS)
}

function assertWithin(path: string, value: number, max: number): void {
  if (Number.isInteger(value) && value >= 1 && value <= max) return
  const message = `must be a whole number from 1 to ${max}`
  throw new GatewayError('validation_error', `${path} ${message}.`, { issues: [{ path, message }] })
}
