import Sqlite from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { HeldCredits } from '../../../src-main/ledger/held-credits.ts'
import { PlainCharges } from '../../../src-main/ledger/plain-charges.ts'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { grant, openStores, type Stores } from '../../support/gateway/open-stores.ts'

const CALL = { requestId: 'req', slug: 'text-word-count', engine: 'real' } as const

async function openWith(...accounts: readonly string[]): Promise<Stores> {
  const stores = openStores()
  for (const account of accounts) await grant(stores, account, 100)
  return stores
}

/** Calls that end in one turn of the event loop. @returns the balances they get */
function settleAll(ledger: SqliteLedger, calls: readonly (readonly [id: string, account: string])[]) {
  for (const [id, account] of calls) ledger.reserve({ id, account, credits: 2 })
  return Promise.all(calls.map(([id]) => ledger.settle(id, CALL)))
}

function callsOf(count: number, account = 'key_a') {
  return Array.from({ length: count }, (_, index) => [`${account}:${index}`, account] as const)
}

describe('calls that end together', () => {
  it('are charged with the statements of a few', async () => {
    const stores = await openWith('key_a')
    const sql: string[] = []
    const db = new Sqlite(stores.db.serialize(), { verbose: (text) => sql.push(String(text)) })
    onTestFinished(() => void db.close())
    const ledger = new SqliteLedger(db, new GroupCommit(db), stores.clock.now)
    await settleAll(ledger, callsOf(23))
    // Of 16, 4 and 2 rows, and one of its own.
    expect(sql.filter((text) => text.startsWith('INSERT INTO entry'))).toHaveLength(4)
    expect(verifyLedger(db)).toMatchObject({ ok: true, entries: 24 })
  })

  it('leave the same entries as calls that end one after the other', async () => {
    const [together, alone] = [await openWith('key_a', 'key_b'), await openWith('key_a', 'key_b')]
    const calls = [...callsOf(5), ...callsOf(3, 'key_b'), ['last', 'key_a'] as const]
    const balances = await settleAll(together.ledger, calls)
    const expected: number[] = []
    for (const call of calls) expected.push(...(await settleAll(alone.ledger, [call])))
    expect(balances).toEqual(expected)
    const rows = ({ db }: Stores) => db.prepare('SELECT * FROM entry ORDER BY seq').all()
    expect(rows(together)).toEqual(rows(alone))
    expect(rows(together)).toHaveLength(2 + calls.length)
  })

  it('cost nothing more when one of them was charged before', async () => {
    const { ledger, db } = await openWith('key_a')
    await settleAll(ledger, [['again', 'key_a']])
    const balances = await settleAll(ledger, [
      ['first', 'key_a'],
      ['again', 'key_a'],
      ['third', 'key_a'],
    ])
    expect(balances).toEqual([96, 96, 94])
    expect(verifyLedger(db)).toMatchObject({ ok: true, entries: 4 })
  })

  it('get the answers of their neighbours saved with the charges, and lose only their own', async () => {
    const { ledger, db } = await openWith('key_a')
    for (const id of ['one', 'two', 'three']) ledger.reserve({ id, account: 'key_a', credits: 2 })
    const seen: [string, number][] = []
    const settle = (id: string) =>
      ledger.settle(id, CALL, function* (balance) {
        if (id === 'two') throw new Error('no room')
        seen.push([id, balance])
      })
    const ended = await Promise.allSettled(['one', 'two', 'three'].map(settle))
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(seen.slice(-2)).toEqual([
      ['one', 98],
      ['three', 96],
    ])
    expect(verifyLedger(db)).toMatchObject({ ok: true, entries: 3 })
  })

  it('open the account that a free call has none of', async () => {
    const { ledger, db } = openStores()
    for (const id of ['one', 'two']) ledger.reserve({ id, account: 'key_new', credits: 0 })
    expect(await Promise.all(['one', 'two'].map((id) => ledger.settle(id, CALL)))).toEqual([0, 0])
    expect(db.prepare('SELECT count(*) FROM account').pluck().get()).toBe(1)
    expect(verifyLedger(db)).toMatchObject({ ok: true, entries: 2 })
  })
})

it('charges nobody when the balances do not follow the entries', async () => {
  const { db } = await openWith('key_a')
  db.exec('DROP TRIGGER entry_moves_balance')
  const held = new HeldCredits()
  for (const id of ['one', 'two']) held.open({ id, account: 'key_a', sub: null, credits: 2, kept: 2 })
  const charges = ['one', 'two'].map((id) => ({
    held: held.find(id),
    reason: CALL,
    withinTransaction: undefined,
  }))
  expect(() => new PlainCharges(db).write(charges, 0)).toThrow('is not what its charges leave')
})
