import { describe, expect, it } from 'vitest'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { grant, openStores } from '../../support/gateway/open-stores.ts'

async function openUsed() {
  const stores = openStores()
  await grant(stores, 'key_a', 500)
  await grant(stores, 'key_b', 200)
  stores.ledger.reserve({ id: 'c1', account: 'key_a', credits: 3 })
  await stores.ledger.settle('c1', { requestId: 'r', slug: 's' })
  stores.ledger.writeSubAccount({ id: 'key_t', payer: 'key_b', creditLimit: 9 })
  stores.ledger.reserve({ id: 'c2', account: 'key_t', credits: 4 })
  await stores.ledger.settle('c2', { requestId: 'r', slug: 's' })
  // Tampering needs what the guards refuse.
  stores.db.exec('DROP TRIGGER entry_is_never_updated; DROP TRIGGER entry_is_never_deleted')
  return stores.db
}

describe('verifyLedger', () => {
  it('finds nothing wrong with an honest ledger, nor with an empty one', async () => {
    expect(verifyLedger(await openUsed())).toEqual({ ok: true, problems: [], accounts: 2, entries: 4 })
    expect(verifyLedger(openStores().db)).toEqual({ ok: true, problems: [], accounts: 0, entries: 0 })
  })

  const tamperings = {
    'a balance that was raised': `UPDATE account SET balance = balance + 1 WHERE id = 'key_a'`,
    'an entry that was changed': `UPDATE entry SET credits = -2 WHERE id = 'c1'`,
    'an entry that was taken out': `DELETE FROM entry WHERE id = 'grant:key_b'`,
    'an entry moved to another account': `UPDATE entry SET account = 'key_b' WHERE id = 'c1'`,
    'a wrong running balance': `UPDATE entry SET balance_after = 498 WHERE id = 'c1'`,
    'an account that was taken out': `DELETE FROM account WHERE id = 'key_b'`,
    'spending that was made less': `UPDATE sub_account SET spent = 3 WHERE id = 'key_t'`,
    'spending laid to nobody': `UPDATE entry SET spender = NULL, spent_after = NULL WHERE id = 'c2'`,
    'a team key that was taken out': `DELETE FROM sub_account`,
    'a limit that was lowered below what is spent': `PRAGMA ignore_check_constraints = 1;
      UPDATE sub_account SET credit_limit = 3 WHERE id = 'key_t'`,
    'a grant made smaller than what was spent': `UPDATE entry SET credits = 1, balance_after = 1
      WHERE id = 'grant:key_a'`,
  }
  for (const [name, sql] of Object.entries(tamperings)) {
    it(`finds ${name}`, async () => {
      const db = await openUsed()
      db.exec(sql)
      const verdict = verifyLedger(db)
      expect(verdict.ok).toBe(false)
      expect(verdict.problems.length).toBeGreaterThan(0)
    })
  }

  it('names a bounded number of problems in a ledger that is wrong throughout', async () => {
    const db = await openUsed()
    const insert = db.prepare('INSERT INTO account VALUES (?, 7)')
    for (let i = 0; i < 100; i++) insert.run(`made_up_${i}`)
    expect(verifyLedger(db).problems).toHaveLength(20)
  })
})
