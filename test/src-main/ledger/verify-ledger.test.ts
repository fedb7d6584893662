import { describe, expect, it } from 'vitest'
import { LedgerCheck } from '../../../src-main/ledger/ledger-check.ts'
import { notePlace, readPlace } from '../../../src-main/ledger/ledger-sums.ts'
import { verifyLedger, verifySincePlace } from '../../../src-main/ledger/verify-ledger.ts'
import { openSub, grant, openStores } from '../../support/gateway/open-stores.ts'

async function openUsed() {
  const stores = openStores()
  await grant(stores, 'key_a', 500)
  await grant(stores, 'key_b', 200)
  stores.ledger.reserve({ id: 'c1', account: 'key_a', credits: 3 })
  await stores.ledger.settle('c1', { requestId: 'r', slug: 's' })
  openSub(stores, { id: 'key_t', payer: 'key_b', creditLimit: 9 })
  stores.ledger.reserve({ id: 'c2', account: 'key_t', credits: 4 })
  await stores.ledger.settle('c2', { requestId: 'r', slug: 's' })
  // Tampering needs what the guards refuse.
  stores.db.exec('DROP TRIGGER entry_is_never_updated; DROP TRIGGER entry_is_never_deleted')
  return stores.db
}

const TAMPERINGS = {
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

describe('verifyLedger', () => {
  it('finds nothing wrong with an honest ledger, nor with an empty one', async () => {
    expect(verifyLedger(await openUsed())).toEqual({ ok: true, problems: [], accounts: 2, entries: 4 })
    expect(verifyLedger(openStores().db)).toEqual({ ok: true, problems: [], accounts: 0, entries: 0 })
  })

  for (const [name, sql] of Object.entries(TAMPERINGS)) {
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

const LATER = new Set([
  'an entry that was changed',
  'an entry that was taken out',
  'a grant made smaller than what was spent',
])

describe('a start verifies the ledger since the place that was noted last', () => {
  async function openNoted() {
    const db = await openUsed()
    const { check } = verifySincePlace(db)
    notePlace(db, check.place())
    return db
  }
  const isSound = (db: Awaited<ReturnType<typeof openUsed>>) => verifySincePlace(db).verdict.ok

  it('and reads no entry before it', async () => {
    const db = await openNoted()
    expect(verifySincePlace(db)).toMatchObject({
      isWhole: false,
      verdict: { ok: true, entries: 0, accounts: 2 },
    })
    db.exec(`UPDATE entry SET request_id = 'other' WHERE id = 'c1'`)
    expect(isSound(db)).toBe(true)
  })

  it('and everything where nothing was noted', async () => {
    expect(verifySincePlace(await openUsed())).toMatchObject({
      isWhole: true,
      verdict: { ok: true, entries: 4 },
    })
    expect(verifySincePlace(openStores().db)).toMatchObject({
      isWhole: true,
      verdict: { ok: true, entries: 0 },
    })
  })

  it('and everything where the noted sums are not those of the entries', async () => {
    const db = await openNoted()
    notePlace(db, { ...readPlace(db)!, digest: 'another' })
    expect(verifySincePlace(db)).toMatchObject({ isWhole: true, verdict: { ok: true, entries: 4 } })
    notePlace(db, { ...readPlace(db)!, seq: 99 })
    expect(verifySincePlace(db)).toMatchObject({ isWhole: true })
  })

  // The sums of the last entries and all balances are compared at once; only what lies between is found later.
  for (const [name, sql] of Object.entries(TAMPERINGS)) {
    const isLater = LATER.has(name)
    it(`and ${isLater ? 'leaves to the check of the whole' : 'finds at once'} ${name}`, async () => {
      const db = await openNoted()
      db.exec(sql)
      expect(isSound(db)).toBe(isLater)
      expect(verifyLedger(db).ok).toBe(false)
    })
  }

  it('finds an entry that does not continue the noted sums', async () => {
    const stores = openStores()
    await grant(stores, 'key_a', 500)
    notePlace(stores.db, verifySincePlace(stores.db).check.place())
    stores.ledger.reserve({ id: 'c1', account: 'key_a', credits: 3 })
    await stores.ledger.settle('c1', { requestId: 'r', slug: 's' })
    expect(verifySincePlace(stores.db)).toMatchObject({ isWhole: false, verdict: { ok: true, entries: 1 } })
    stores.db.exec(`DROP TRIGGER entry_is_never_updated; UPDATE entry SET credits = -2 WHERE id = 'c1'`)
    expect(isSound(stores.db)).toBe(false)
  })

  it('comes to the same sums from any place', async () => {
    const db = await openUsed()
    const whole = verifySincePlace(db).check.place()
    for (let seq = 1; seq <= 4; seq++) {
      notePlace(db, placeAt(db, seq))
      const { check, isWhole, verdict } = verifySincePlace(db)
      expect({ isWhole, entries: verdict.entries, place: check.place() }).toEqual({
        isWhole: false,
        entries: 4 - seq,
        place: whole,
      })
    }
  })
})

/** The place of an entry, from a check that ends there. */
function placeAt(db: Awaited<ReturnType<typeof openUsed>>, seq: number) {
  const check = new LedgerCheck(db)
  check.next(seq)
  return check.place()
}
