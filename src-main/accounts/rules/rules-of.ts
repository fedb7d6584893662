import type { KeyRules } from '../../../src-shared/rules/key-rules.ts'
import type { Account } from '../account.ts'
import type { KeyStore } from '../key-store.ts'

/** A key and what is laid down for it. */
export interface RuledKey {
  readonly id: string
  readonly rules: KeyRules
}

const NONE: readonly RuledKey[] = []

/**
 * The rules that hold for the calls of a key: its own, and those of the keys that it ends with, since a key must not
 * get around its rules by making another. Almost every key has none, which costs two comparisons.
 */
export function rulesFor(account: Account, keys: Pick<KeyStore, 'makersOf'>): readonly RuledKey[] {
  if (account.rules === null && account.endsWith === null) return NONE
  const all = account.endsWith === null ? [account] : [account, ...keys.makersOf(account)]
  return all.flatMap(({ id, rules }) => (rules === null ? [] : [{ id, rules }]))
}
