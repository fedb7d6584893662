import { describe, expect, it } from 'vitest'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { CALL, grant, openStores, openWith, reserve } from '../../support/gateway/open-stores.ts'

describe('settling', () => {
  it('writes one charge with its call and gives the balances in order', async () => {
    const stores = await openWith(10)
    reserve(stores, 'c1')
    reserve(stores, 'c2', 4)
    const balances = await Promise.all([
      stores.ledger.settle('c1', CALL),
      stores.ledger.settle('c2', { requestId: 'other', slug: 'math-percentile' }),
    ])
    expect(balances).toEqual([7, 3])
    const [second, first] = await stores.ledger.entries('key_a', { limit: 2 })
    expect(first).toMatchObject({
      id: 'c1',
      kind: 'charge',
      credits: -3,
      balanceAfter: 7,
      requestId: 'req',
    })
    expect(second).toMatchObject({ id: 'c2', credits: -4, balanceAfter: 3, slug: 'math-percentile' })
    expect(first?.at).toBe(stores.clock.time)
  })

  it('commits what belongs to the charge together with it, or neither', async () => {
    const stores = await openWith(10)
    stores.db.exec('CREATE TABLE answer (balance INTEGER)')
    const save = stores.db.prepare('INSERT INTO answer VALUES (?)')
    const saved = stores.db.prepare('SELECT balance FROM answer').pluck()
    reserve(stores, 'c1')
    reserve(stores, 'c2')
    const good = stores.ledger.settle('c1', CALL, function* (balance) {
      save.run(balance)
    })
    const bad = stores.ledger.settle('c2', CALL, function* (balance) {
      save.run(balance)
      throw new Error('no room')
    })
    await expect(bad).rejects.toThrow('no room')
    expect(await good).toBe(7)
    expect(saved.all()).toEqual([7])
    expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: 7, reserved: 0 })
  })

  it('never remembers a balance that was rolled back, nor one that has changed since', async () => {
    const stores = await openWith(10)
    const { ledger } = stores
    const before = ledger.lastKnown('key_a').balance
    reserve(stores, 'c1')
    const seen: number[] = []
    const broken = ledger.settle('c1', CALL, function* () {
      seen.push(ledger.lastKnown('key_a').balance)
      throw new Error('no room')
    })
    await expect(broken).rejects.toThrow('no room')
    expect([before, seen.at(-1), ledger.lastKnown('key_a').balance]).toEqual([10, 7, 10])
    reserve(stores, 'c2', 9)
    const charged = ledger.settle('c2', CALL)
    expect(ledger.lastKnown('key_a').balance).toBe(10)
    stores.commits.flush()
    expect(ledger.lastKnown('key_a').balance).toBe(1)
    expect(() => reserve(stores, 'c3', 2)).toThrow('needs 2 credits and 1 is left')
    await charged
    await ledger.credit({ id: 'more', account: 'key_a', kind: 'grant', credits: 5 })
    expect(ledger.lastKnown('key_a').balance).toBe(6)
    expect(verifyLedger(stores.db).ok).toBe(true)
  })

  it('does not charge a repeated call again, even when the account is empty by then', async () => {
    const stores = await openWith(3)
    reserve(stores, 'c1')
    await stores.ledger.settle('c1', CALL)
    reserve(stores, 'c1')
    expect(await stores.ledger.settle('c1', CALL)).toBe(0)
    expect(await stores.ledger.entries('key_a', { limit: 10 })).toHaveLength(2)
    expect(() => reserve(stores, 'c2')).toThrow(/0 are left/)
  })

  // Catches: a retry that failed for ever once the tool cost more than when the call was first charged.
  it.each([
    ['rose', 5, 10, [-2, -3], 5],
    ['rose, with just the difference left', 5, 5, [-2, -3], 0],
    ['fell', 1, 10, [-3], 7],
  ])(
    'charges a repeated call only what its price rose by: %s',
    async (_how, price, funds, charges, left) => {
      const stores = await openWith(funds)
      reserve(stores, 'c1')
      await stores.ledger.settle('c1', CALL)
      for (let attempt = 0; attempt < 2; attempt++) {
        reserve(stores, 'c1', price)
        expect(await stores.ledger.settle('c1', CALL)).toBe(left)
        expect(stores.ledger.lastKnown('key_a')).toEqual({ balance: left, reserved: 0 })
      }
      const entries = await stores.ledger.entries('key_a', { limit: 10 })
      expect(entries.filter(({ kind }) => kind === 'charge').map(({ credits }) => credits)).toEqual(charges)
      expect(verifyLedger(stores.db).ok).toBe(true)
    },
  )

  it('refuses a repeated call whose difference its account cannot pay', async () => {
    const stores = await openWith(4)
    reserve(stores, 'c1')
    await stores.ledger.settle('c1', CALL)
    expect(() => reserve(stores, 'c1', 5)).toThrow('needs 5 credits and 1 is left')
  })

  // Catches: a call that is given away, since its id was taken for one already charged.
  it('refuses an id that belongs to another charge', async () => {
    const stores = await openWith(10)
    await grant(stores, 'key_b', 10)
    reserve(stores, 'c1')
    await stores.ledger.settle('c1', CALL)
    stores.ledger.reserve({ id: 'c1', account: 'key_b', credits: 3 })
    await expect(stores.ledger.settle('c1', CALL)).rejects.toThrow('another ledger entry')
    expect(stores.ledger.lastKnown('key_b')).toEqual({ balance: 10, reserved: 0 })
  })

  it('refuses to settle or release twice, or what was never reserved', async () => {
    const stores = await openWith(10)
    const { ledger } = stores
    reserve(stores, 'c1')
    expect(() => reserve(stores, 'c1')).toThrow('already open')
    const settled = ledger.settle('c1', CALL)
    await expect(ledger.settle('c1', CALL)).rejects.toThrow('already being settled')
    await expect(ledger.release('c1')).rejects.toThrow('already being settled')
    expect(await settled).toBe(7)
    await expect(ledger.release('c1')).rejects.toThrow('not open')
    await expect(ledger.settle('never', CALL)).rejects.toThrow('not open')
    expect(ledger.lastKnown('key_a')).toEqual({ balance: 7, reserved: 0 })
  })

  it('records a free call, also of a key without an account', async () => {
    const stores = openStores()
    reserve(stores, 'c1', 0)
    expect(await stores.ledger.settle('c1', CALL)).toBe(0)
    expect((await stores.ledger.entries('key_a', { limit: 1 }))[0]).toMatchObject({ id: 'c1', credits: 0 })
    expect(verifyLedger(stores.db).ok).toBe(true)
  })

  it('charges and holds nothing when the disk is full, and goes on when there is room', async () => {
    const stores = await openWith(10)
    const { db, ledger } = stores
    db.exec('CREATE TABLE answer (body TEXT)')
    const save = db.prepare('INSERT INTO answer VALUES (?)')
    const settle = (): Promise<number> =>
      ledger.settle('c1', CALL, function* () {
        save.run('x'.repeat(100_000))
      })
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
    reserve(stores, 'c1')
    await expect(settle()).rejects.toMatchObject({ code: 'storage_full' })
    expect(ledger.lastKnown('key_a')).toEqual({ balance: 10, reserved: 0 })
    db.pragma('max_page_count = 1000000')
    reserve(stores, 'c1')
    expect(await settle()).toBe(7)
    expect(verifyLedger(db)).toMatchObject({ ok: true, entries: 2 })
  })
})
