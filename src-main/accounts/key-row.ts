import type { Account, Permission, Scopes } from './account.ts'
import { PERMISSIONS } from './account.ts'
import type { KeyRules } from '../../src-shared/rules/key-rules.ts'
import { parseJson } from '../../src-shared/parse-json.ts'

/** The columns of table api_key, in the order of `KEY_COLUMNS`. */
export type KeyRow = {
  readonly id: string
  readonly hash: string
  readonly kind: Account['kind']
  readonly name: string
  readonly email: string | null
  readonly email_key: string | null
  readonly permissions: string
  readonly rate_limit: number
  readonly window_seconds: number
  readonly scopes: string | null
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly last4: string
  readonly model_questions: number | null
  readonly model_tokens: number | null
  readonly suspended_at: number | null
  readonly made_by: string | null
  readonly ends_with: string | null
  readonly rules: string | null
}

export const KEY_COLUMNS = [
  'id',
  'hash',
  'kind',
  'name',
  'email',
  'email_key',
  'permissions',
  'rate_limit',
  'window_seconds',
  'scopes',
  'created_at',
  'expires_at',
  'revoked_at',
  'last4',
  'model_questions',
  'model_tokens',
  'suspended_at',
  'made_by',
  'ends_with',
  'rules',
] as const satisfies readonly (keyof KeyRow)[]

/** Reads a row; unknown permissions, left by another version, are dropped and so never granted. */
export function toAccount(row: KeyRow): Account {
  const stored: unknown = parseJson(row.permissions)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    permissions: new Set(PERMISSIONS.filter((one) => Array.isArray(stored) && stored.includes(one))),
    rateLimit: row.rate_limit,
    windowSeconds: row.window_seconds,
    // Written by toRow from Scopes.
    scopes: row.scopes === null ? null : (parseJson(row.scopes) as Scopes),
    modelBudget: { questions: row.model_questions, tokens: row.model_tokens },
    // Written from KeyRules.
    rules: toRules(row.rules),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    last4: row.last4,
    suspendedAt: row.suspended_at,
    madeBy: row.made_by,
    endsWith: row.ends_with,
  }
}

/** The row of a new account. */
export function toRow(account: Account, hash: string): KeyRow {
  const permissions: readonly Permission[] = [...account.permissions]
  return {
    id: account.id,
    hash,
    kind: account.kind,
    name: account.name,
    email: account.email,
    email_key: account.email === null ? null : emailKeyOf(account.email),
    permissions: JSON.stringify(permissions),
    rate_limit: account.rateLimit,
    window_seconds: account.windowSeconds,
    scopes: account.scopes === null ? null : JSON.stringify(account.scopes),
    created_at: account.createdAt,
    expires_at: account.expiresAt,
    revoked_at: account.revokedAt,
    last4: account.last4,
    model_questions: account.modelBudget.questions,
    model_tokens: account.modelBudget.tokens,
    suspended_at: account.suspendedAt,
    made_by: account.madeBy,
    ends_with: account.endsWith,
    rules: toRulesText(account.rules),
  }
}

/** Rules as they are read. */
export function toRules(text: string | null): KeyRules | null {
  // Written by toRulesText().
  return text === null ? null : (parseJson(text) as KeyRules)
}

/** Rules as the table has them. */
export function toRulesText(rules: KeyRules | null): string | null {
  return rules === null ? null : JSON.stringify(rules)
}

/** The form in which two spellings of one e-mail address are equal. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase()
}
