import { beforeEach, describe, expect, it } from 'vitest'
import { CALL } from '../../../support/gateway/open-stores.ts'
import { LEDGERS, type TestLedger } from '../../../support/ledger/ledgers.ts'

describe.each(LEDGERS)('a team key on %s', (_name, open) => {
  let { engine, ledger, problems }: TestLedger = {} as TestLedger
  beforeEach(async () => {
    ;({ engine, ledger, problems } = await open())
    await ledger.credit({ id: 'grant', account: 'key_a', kind: 'grant', credits: 30 })
  })

  const openSub = (id: string, creditLimit: number | null, from?: string): Promise<void> =>
    engine.write('keys', () => ledger.writeSubAccount({ id, payer: 'key_a', creditLimit }, from))
  const hold = async (account: string, id: string, credits = 3): Promise<void> =>
    await ledger.reserve({ id, account, credits })
  const call = async (account: string, id: string, credits = 3): Promise<number> => {
    await hold(account, id, credits)
    return await ledger.settle(id, CALL)
  }

  it('spends the credits of its payer, up to its limit', async () => {
    await openSub('key_t', 7)
    expect(await call('key_t', 'c1')).toBe(4)
    expect(await call('key_t', 'c2')).toBe(1)
    await expect(async () => hold('key_t', 'c3')).rejects.toMatchObject({ details: { need: 3, have: 1 } })
    expect(await ledger.balanceOf('key_t')).toEqual({ balance: 1, reserved: 0 })
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 24, reserved: 0 })
    expect(await ledger.subAccountOf('key_t')).toEqual({
      ...{ id: 'key_t', payer: 'key_a', creditLimit: 7, spent: 6 },
    })
    const entries = await ledger.entries('key_t', { limit: 10 })
    expect(
      entries.map(({ id, account, spender, balanceAfter }) => [id, account, spender, balanceAfter]),
    ).toEqual([
      ['c2', 'key_a', 'key_t', 1],
      ['c1', 'key_a', 'key_t', 4],
    ])
    expect(await problems()).toEqual([])
  })

  it('cannot spend what its payer has not, whatever its limit', async () => {
    await openSub('key_t', null)
    await call('key_a', 'c1', 28)
    await expect(async () => hold('key_t', 'c2')).rejects.toMatchObject({ details: { need: 3, have: 2 } })
    expect(await call('key_t', 'c3', 2)).toBe(0)
    expect(await problems()).toEqual([])
  })

  it('lets as many simultaneous calls through as its limit and its payer have credits for', async () => {
    await openSub('key_t', 17)
    const calls = Array.from({ length: 40 }, (_, i) => call(i % 2 === 0 ? 'key_t' : 'key_a', `c${i}`))
    const done = await Promise.allSettled(calls)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const { spent } = (await ledger.subAccountOf('key_t'))!
    expect(spent).toBeLessThanOrEqual(17)
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 0, reserved: 0 })
    expect(await problems()).toEqual([])
  })

  it('gets back what a failed call took, and leaves its charge and its refund', async () => {
    await openSub('key_t', 3)
    await hold('key_t', 'c1')
    expect(await ledger.release('c1', CALL)).toBe(3)
    expect(await call('key_t', 'c1')).toBe(0)
    const entries = await ledger.entries('key_t', { limit: 10 })
    expect(entries.map(({ id, credits }) => [id, credits])).toEqual([
      ['c1', -3],
      ['c1:refund', 3],
      ['c1:failed', -3],
    ])
    expect(await problems()).toEqual([])
  })

  it('takes no credits of its own, and pays for nobody', async () => {
    await openSub('key_t', 3)
    const given = ledger.credit({ id: 'gift', account: 'key_t', kind: 'grant', credits: 5 })
    await expect(given).rejects.toThrow('holds no credits of its own')
    const second = engine.write('keys', () =>
      ledger.writeSubAccount({ id: 'key_u', payer: 'key_t', creditLimit: null }),
    )
    await expect(second).rejects.toThrow('key_t cannot pay')
    expect(await ledger.subAccountOf('key_u')).toBeNull()
  })

  it('hands over a part of what is left of its limit, and no more', async () => {
    await openSub('key_t', 10)
    await expect(openSub('key_u', 11, 'key_t')).rejects.toMatchObject({ code: 'forbidden' })
    await expect(openSub('key_u', null, 'key_t')).rejects.toThrow('10 credits left')
    await openSub('key_u', 6, 'key_t')
    expect(await ledger.subAccountOf('key_t')).toMatchObject({ creditLimit: 4 })
    await expect(async () => hold('key_t', 'c1', 5)).rejects.toMatchObject({ details: { have: 4 } })
    expect(await call('key_u', 'c2', 6)).toBe(0)
    expect(await problems()).toEqual([])
  })

  it('spends more once its limit is raised, and has none that is lower', async () => {
    await openSub('key_t', 3)
    await openSub('key_free', null)
    await call('key_t', 'c1')
    const raise = (id: string, limit: number): Promise<void> =>
      engine.write('keys', () => ledger.writeHigherLimit(id, limit))
    await expect(raise('key_t', 3)).rejects.toThrow('above the limit of 3')
    await expect(raise('key_free', 9)).rejects.toThrow('without a limit')
    await raise('key_t', 9)
    expect(await call('key_t', 'c2', 6)).toBe(0)
    expect(await problems()).toEqual([])
  })
})
