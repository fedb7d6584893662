import { describe, expect, it } from 'vitest'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { openSub, CALL, grant, openWith, reserve, type Stores } from '../../support/gateway/open-stores.ts'

describe('reserving', () => {
  it('lets exactly 166 of 600 simultaneous 3-credit calls through on 500 credits', async () => {
    const stores = await openWith(500)
    const call = async (id: string): Promise<string> => {
      await Promise.resolve()
      reserve(stores, id)
      await new Promise(setImmediate)
      await stores.ledger.settle(id, CALL)
      return id
    }
    const results = await Promise.allSettled(Array.from({ length: 600 }, (_, i) => call(`c${i}`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(166)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      expect(result.reason).toMatchObject({
        code: 'insufficient_credits',
        status: 402,
        details: { need: 3, have: 2 },
      })
    }
    expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: 2, reserved: 0 })
    expect(verifyLedger(stores.db)).toMatchObject({ ok: true, entries: 167 })
  })

  it('lets exactly one of 100 calls have the last credits', async () => {
    const stores = await openWith(3)
    const open = Array.from({ length: 100 }, (_, i) => `c${i}`).filter((id) => {
      try {
        reserve(stores, id)
        return true
      } catch {
        return false
      }
    })
    expect(open).toEqual(['c0'])
  })

  it('counts held credits against the balance until they are released', async () => {
    const stores = await openWith(5)
    reserve(stores, 'c1')
    expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: 5, reserved: 3 })
    expect(() => reserve(stores, 'c2')).toThrow(/needs 3 credits and 2 are left/)
    await stores.ledger.release('c1')
    expect(() => reserve(stores, 'c2')).not.toThrow()
  })

  it('never shows too low a balance between a commit and its promise', async () => {
    const stores = await openWith(6)
    reserve(stores, 'c1')
    const seen: unknown[] = []
    // This work was enqueued first, so its continuation runs before that of the settlement beside it.
    const watcher = stores.commits
      .enqueue(() => null)
      .then(() => seen.push(stores.ledger.lastKnown('key_a')))
    await Promise.all([watcher, stores.ledger.settle('c1', CALL)])
    expect(seen).toEqual([{ balance: 3, reserved: 0 }])
  })

  it('refuses senseless amounts and ids', async () => {
    const stores = await openWith(5)
    for (const credits of [-1, 0.5, NaN, Infinity, 2 ** 53])
      expect(() => reserve(stores, 'c', credits)).toThrow(RangeError)
    expect(() => reserve(stores, '')).toThrow(RangeError)
    expect(stores.ledger.lastKnown('key_a').reserved).toBe(0)
  })
})

describe('releasing', () => {
  it('writes nothing without a reason, and a charge with its refund with one', async () => {
    const stores = await openWith(10)
    reserve(stores, 'c1')
    expect(await stores.ledger.release('c1')).toBe(10)
    expect(await stores.ledger.entries('key_a', { limit: 10 })).toHaveLength(1)
    reserve(stores, 'c2')
    expect(await stores.ledger.release('c2', CALL)).toBe(10)
    const [refund, charge] = await stores.ledger.entries('key_a', { limit: 2 })
    expect(charge).toMatchObject({ kind: 'charge', credits: -3, balanceAfter: 7, requestId: 'req' })
    expect(refund).toMatchObject({ kind: 'refund', credits: 3, balanceAfter: 10, requestId: 'req' })
    expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: 10, reserved: 0 })
  })

  it('refunds a failure only if its call was not charged before', async () => {
    const stores = await openWith(3)
    reserve(stores, 'c1')
    await stores.ledger.release('c1', CALL)
    reserve(stores, 'c1')
    await stores.ledger.settle('c1', CALL)
    reserve(stores, 'c1')
    expect(await stores.ledger.release('c1', CALL)).toBe(0)
    expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: 0, reserved: 0 })
  })

  it('charges the next try of a failed call', async () => {
    const stores = await openWith(10)
    reserve(stores, 'c1')
    await stores.ledger.release('c1', CALL)
    reserve(stores, 'c1')
    expect(await stores.ledger.settle('c1', CALL)).toBe(7)
  })
})

describe('crediting', () => {
  it('adds a repeated grant once', async () => {
    const stores = await openWith(500)
    await grant(stores, 'key_a', 500)
    expect(stores.ledger.lastKnown('key_a').balance).toBe(500)
    await expect(grant(stores, 'key_a', 600)).rejects.toThrow('another ledger entry')
    await expect(grant(stores, 'key_b', 0)).rejects.toThrow(RangeError)
  })
})

describe('a sub-account', () => {
  const open = async (credits: number, creditLimit: number | null): Promise<Stores> => {
    const stores = await openWith(credits)
    openSub(stores, { id: 'key_sub', payer: 'key_a', creditLimit })
    return stores
  }

  it('takes no credits of its own', async () => {
    const { db, ledger } = await open(10, null)
    const given = ledger.credit({ id: 'gift', account: 'key_sub', kind: 'grant', credits: 5 })
    await expect(given).rejects.toThrow('holds no credits of its own')
    expect([ledger.lastKnown('key_sub').balance, ledger.lastKnown('key_a').balance]).toEqual([10, 10])
    expect(verifyLedger(db).ok).toBe(true)
  })

  it('pays for no other sub-account', async () => {
    const { db, ledger } = await open(10, 4)
    const second = { id: 'key_second', payer: 'key_sub', creditLimit: null }
    expect(() => openSub({ db, ledger }, second)).toThrow('key_sub cannot pay')
    expect(await ledger.subAccountOf('key_second')).toBeNull()
  })
})

describe('whoever listens for charges', () => {
  it('hears of each charge that became durable, by the account that paid, and of no other', async () => {
    const stores = await openWith(10)
    const { ledger } = stores
    const heard: string[] = []
    ledger.onCharge((account) => heard.push(account))
    openSub(stores, { id: 'key_sub', payer: 'key_a', creditLimit: 5 })
    reserve(stores, 'undone')
    const undone = ledger.settle('undone', CALL, function* () {
      throw new Error('no room')
    })
    await expect(undone).rejects.toThrow('no room')
    expect(heard).toEqual([])
    reserve(stores, 'c1')
    await ledger.settle('c1', CALL)
    ledger.reserve({ id: 'c2', account: 'key_sub', credits: 3 })
    await ledger.settle('c2', CALL)
    expect(heard).toEqual(['key_a', 'key_a'])
  })
})

describe('entries', () => {
  it('can be changed by nobody, not even by SQL', async () => {
    const { db, ledger } = await openWith(5)
    expect(() => db.exec('UPDATE entry SET credits = 9')).toThrow('never updated')
    expect(() => db.exec('DELETE FROM entry')).toThrow('never deleted')
    const replace = `INSERT OR REPLACE INTO entry (seq, id, account, kind, credits, balance_after, at)
      SELECT seq, id, account, kind, 9, 9, at FROM entry`
    expect(() => db.exec(replace)).toThrow('never deleted')
    expect(() => db.exec('UPDATE account SET balance = -1')).toThrow('CHECK')
    expect(ledger.lastKnown('key_a').balance).toBe(5)
  })

  it('are listed newest first, page by page, of one account alone', async () => {
    const stores = await openWith(100)
    await grant(stores, 'key_b', 1)
    for (let i = 0; i < 5; i++) {
      reserve(stores, `c${i}`)
      await stores.ledger.settle(`c${i}`, CALL)
    }
    const first = await stores.ledger.entries('key_a', { limit: 4 })
    expect(first.map(({ id }) => id)).toEqual(['c4', 'c3', 'c2', 'c1'])
    const rest = await stores.ledger.entries('key_a', { limit: 4, before: first[3]!.seq })
    expect(rest.map(({ id }) => id)).toEqual(['c0', 'grant:key_a'])
    await expect(stores.ledger.entries('key_a', { limit: 0 })).rejects.toThrow(RangeError)
  })
})
