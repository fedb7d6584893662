import type { KeyRules } from '../../src-shared/rules/key-rules.ts'
import type { LedgerStore } from '../ledger/ledger-store.ts'
import type { Work } from '../storage/engine/work.ts'
import type { Account, KeyBudget, Scopes } from './account.ts'
import { lastAdmin, takenEmail } from './key-refusals.ts'
import { emailKeyOf, type KeyRow } from './key-row.ts'
import {
  changeBudget,
  changeRules,
  changeScopes,
  hasOtherAdmin,
  insertKey,
  isTaken,
  updateKey,
  type ChangeRules,
  type ChangeScopes,
} from './key-table.ts'
import type { NewKey } from './new-key.ts'

/** Writes a key with its credits, and what else belongs into the transaction. @throws GatewayError email_exists */
export function* writeNewKey(
  ledger: LedgerStore,
  { email, grant, payer, creditLimit, madeBy }: NewKey,
  row: KeyRow,
  withinTransaction: () => Work<void>,
): Work<void> {
  const { id } = row
  yield* refuseTakenEmail(email ?? null)
  yield* insertKey(row)
  if (payer !== undefined)
    yield* ledger.writeSubAccount({ id, payer, creditLimit: creditLimit ?? null }, madeBy)
  if (grant) yield* ledger.writeCredit({ id: `grant:${id}`, account: id, credits: grant, kind: 'grant' })
  yield* withinTransaction()
}

/** @throws GatewayError email_exists when a key has this address */
export function* refuseTakenEmail(email: string | null): Work<void> {
  if (email !== null && (yield* isTaken(emailKeyOf(email)))) throw takenEmail()
}

/** Changes the scopes of a key, and notes them in `change`. @throws whatever `scope` throws */
export function* writeScopes(
  keyId: string,
  scope: ChangeScopes,
  change: { scopes?: Scopes | null },
): Work<void> {
  change.scopes = yield* changeScopes(keyId, scope)
}

/** Sets parts of what a key may ask of language models in a day, and notes the whole in `change`. */
export function* writeBudget(
  keyId: string,
  parts: Partial<KeyBudget>,
  change: { modelBudget?: KeyBudget },
): Work<void> {
  change.modelBudget = yield* changeBudget(keyId, parts)
}

/** Lays down the rules of a key, and notes them in `change`. @throws whatever `lay` throws */
export function* writeRules(
  keyId: string,
  lay: ChangeRules,
  change: { rules?: KeyRules | null },
): Work<void> {
  change.rules = yield* changeRules(keyId, lay)
}

/** Revokes a key. @throws GatewayError forbidden for the last admin key that never expires */
export function* revokeKey({ id, permissions }: Account, revokedAt: number): Work<void> {
  // Checked inside the transaction: when two admin keys are revoked at once, the second stays.
  if (permissions.has('admin') && !(yield* hasOtherAdmin(id))) throw lastAdmin()
  yield* updateKey('revoked', id, { revoked_at: revokedAt })
}
