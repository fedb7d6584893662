import type { KeyRules } from '../../src-shared/rules/key-rules.ts'
import { parseJson } from '../../src-shared/parse-json.ts'
import { all, one, run, statement, type Value, type Values, type Work } from '../storage/engine/work.ts'
import type { KeyBudget, Scopes } from './account.ts'
import { KEY_COLUMNS, toRules, toRulesText, type KeyRow } from './key-row.ts'

/** Changes of a row of table api_key, by what changes. */
const UPDATES = {
  rate: statement<Values>(
    'UPDATE api_key SET rate_limit = :rate_limit, window_seconds = :window_seconds WHERE id = :id',
  ),
  budget: statement<Values>(
    'UPDATE api_key SET model_questions = :questions, model_tokens = :tokens WHERE id = :id',
  ),
  rules: statement<Values>('UPDATE api_key SET rules = :rules WHERE id = :id'),
  scopes: statement<Values>('UPDATE api_key SET scopes = :scopes WHERE id = :id'),
  revoked: statement<Values>('UPDATE api_key SET revoked_at = :revoked_at WHERE id = :id'),
  suspended: statement<Values>('UPDATE api_key SET suspended_at = :suspended_at WHERE id = :id'),
  endsWith: statement<Values>('UPDATE api_key SET ends_with = :ends_with WHERE id = :id'),
} as const

/** What changes with a kind of update. */
interface Changes {
  readonly rate: { readonly rate_limit: number; readonly window_seconds: number }
  readonly budget: { readonly questions: Value; readonly tokens: Value }
  readonly rules: { readonly rules: string | null }
  readonly scopes: { readonly scopes: string | null }
  readonly revoked: { readonly revoked_at: number }
  readonly suspended: { readonly suspended_at: null }
  readonly endsWith: { readonly ends_with: null }
}

/** Changes the scopes of a key; null for none. */
export type ChangeScopes = (now: Scopes | null) => Scopes | null

/** Lays down the rules of a key, or null for none. */
export type ChangeRules = (now: KeyRules | null) => KeyRules | null

/** A row with the number of its last change, by which gateways that share a database find what is new to them. */
export type ReadKey = KeyRow & { readonly version: number }

const AFTER = statement<{ version: number }, ReadKey>(
  'SELECT *, 0 AS version FROM api_key ORDER BY created_at, id',
  'SELECT * FROM api_key WHERE version > :version ORDER BY created_at, id',
)
const INSERT = statement<KeyRow>(
  `INSERT INTO api_key (${KEY_COLUMNS.join(', ')}) VALUES (:${KEY_COLUMNS.join(', :')})`,
)
const EMAIL_TAKEN = statement<{ email_key: string }, { id: string }>(
  'SELECT id FROM api_key WHERE email_key = :email_key',
)
const OTHER_ADMIN = statement<{ id: string }, { id: string }>(
  `SELECT id FROM api_key WHERE id <> :id AND revoked_at IS NULL AND expires_at IS NULL
   AND suspended_at IS NULL AND ends_with IS NULL
   AND EXISTS (SELECT 1 FROM json_each(permissions) WHERE value = 'admin')`,
  `SELECT id FROM api_key WHERE id <> :id AND revoked_at IS NULL AND expires_at IS NULL
   AND suspended_at IS NULL AND ends_with IS NULL AND permissions::jsonb ? 'admin'`,
)
const BUDGET = statement<{ id: string }, KeyBudget>(
  'SELECT model_questions AS questions, model_tokens AS tokens FROM api_key WHERE id = :id',
)
const RULES = statement<{ id: string }, { rules: string | null }>(
  'SELECT rules FROM api_key WHERE id = :id',
)
const SCOPES = statement<{ id: string }, { scopes: string | null }>(
  'SELECT scopes FROM api_key WHERE id = :id',
)

/** The keys that have changed since a version, oldest first. Where nobody else writes, all of them. */
export function keysAfter(version: number): Work<readonly ReadKey[]> {
  return all(AFTER, { version })
}

/** Writes a key. */
export function* insertKey(row: KeyRow): Work<void> {
  yield* run(INSERT, row)
}

/** Changes columns of one key. */
export function* updateKey<What extends keyof Changes>(
  what: What,
  keyId: string,
  change: Changes[What],
): Work<void> {
  yield* run(UPDATES[what], { ...change, id: keyId })
}

/** Changes the scopes of one key, as they are within the current transaction. @returns the new ones */
export function* changeScopes(keyId: string, change: ChangeScopes): Work<Scopes | null> {
  const stored = (yield* one(SCOPES, { id: keyId }))?.scopes ?? null
  // Written from Scopes.
  const scopes = change(stored === null ? null : (parseJson(stored) as Scopes))
  yield* updateKey('scopes', keyId, { scopes: scopes === null ? null : JSON.stringify(scopes) })
  return scopes
}

/** Changes the rules of one key, as they are within the current transaction. @returns the new ones */
export function* changeRules(keyId: string, change: ChangeRules): Work<KeyRules | null> {
  const rules = change(toRules((yield* one(RULES, { id: keyId }))?.rules ?? null))
  yield* updateKey('rules', keyId, { rules: toRulesText(rules) })
  return rules
}

/** Changes parts of the budget of one key, as it is within the current transaction. @returns the new one */
export function* changeBudget(keyId: string, change: Partial<KeyBudget>): Work<KeyBudget> {
  const now = (yield* one(BUDGET, { id: keyId })) ?? { questions: null, tokens: null }
  const { questions = now.questions, tokens = now.tokens } = change
  yield* updateKey('budget', keyId, { questions, tokens })
  return { questions, tokens }
}

/** Whether a key has this e-mail address. */
export function* isTaken(emailKey: string): Work<boolean> {
  return (yield* one(EMAIL_TAKEN, { email_key: emailKey })) !== undefined
}

/** Whether another key administers the gateway for good. */
export function* hasOtherAdmin(keyId: string): Work<boolean> {
  return (yield* one(OTHER_ADMIN, { id: keyId })) !== undefined
}
