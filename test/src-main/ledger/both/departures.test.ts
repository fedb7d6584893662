import { beforeEach, describe, expect, it } from 'vitest'
import type { LedgerStore } from '../../../../src-main/ledger/ledger-store.ts'
import { LEDGERS, type TestLedger } from '../../../support/ledger/ledgers.ts'

const CALL = { requestId: 'req', slug: 'webhook-send', engine: 'real' } as const
const PART = { ...CALL, unanswered: 'step_failed' } as const

describe.each(LEDGERS)('calls that have left, and parts of a price, on %s', (_name, open) => {
  let { engine, ledger, problems, nextStart }: TestLedger = {} as TestLedger
  beforeEach(async () => {
    ;({ engine, ledger, problems, nextStart } = await open())
    await ledger.credit({ id: 'grant', account: 'key_a', kind: 'grant', credits: 10 })
  })

  const reserve = async (id: string, credits = 5, account = 'key_a'): Promise<void> =>
    await ledger.reserve({ id, account, credits, hasParts: true })
  const depart = async (id: string, credits = 5, account = 'key_a'): Promise<void> => {
    await reserve(id, credits, account)
    await ledger.depart(id, CALL)
  }
  const charged = (id: string) => engine.read(() => ledger.chargeOf(id))
  const charges = async (of: LedgerStore = ledger, account = 'key_a') =>
    (await of.entries(account, { limit: 20 }))
      .filter(({ kind }) => kind === 'charge')
      .map(({ id, credits, unanswered }) => [id, credits, unanswered])

  it('are charged once by the next start, with the reason', async () => {
    await depart('c1')
    for (let start = 0; start < 2; start++) {
      const next = await nextStart()
      expect(await next.balanceOf('key_a')).toEqual({ balance: 5, reserved: 0 })
      expect(await charges(next)).toEqual([['c1', -5, 'killed']])
      expect([await charged('c1'), await charged('c2')]).toEqual([5, null])
    }
    expect(await problems()).toEqual([])
  })

  it('are charged to the payer of a team key, and count against its limit', async () => {
    await engine.write('keys', () =>
      ledger.writeSubAccount({ id: 'key_t', payer: 'key_a', creditLimit: 5 }),
    )
    await depart('c1', 5, 'key_t')
    const next = await nextStart()
    expect(await next.subAccountOf('key_t')).toMatchObject({ spent: 5 })
    expect(await charges(next, 'key_t')).toEqual([['c1', -5, 'killed']])
    expect(await problems()).toEqual([])
  })

  it('have only the rest charged where an earlier attempt has paid a part', async () => {
    await reserve('c1')
    await ledger.settlePart('c1', 2, PART)
    await depart('c1')
    const next = await nextStart()
    expect([await charged('c1'), (await next.balanceOf('key_a')).balance]).toEqual([5, 5])
    expect(await problems()).toEqual([])
  })

  it('have charged what their price rose by since they were paid, and nothing when it did not', async () => {
    await reserve('c1', 4)
    await ledger.settle('c1', CALL)
    await reserve('c2', 4)
    await ledger.settle('c2', CALL)
    await depart('c1', 6)
    await ledger.reserve({ id: 'c2', account: 'key_a', credits: 4 })
    await ledger.depart('c2', CALL)
    const next = await nextStart()
    expect([await charged('c1'), await charged('c2')]).toEqual([6, 4])
    expect((await next.balanceOf('key_a')).balance).toBe(0)
    expect(await problems()).toEqual([])
  })

  it.each([[CALL], [undefined]])('are free when they are released: %j', async (refund) => {
    await depart('c1')
    expect(await ledger.release('c1', refund)).toBe(10)
    await reserve('c2')
    const [marked] = await Promise.allSettled([ledger.depart('c2', CALL), ledger.release('c2', refund)])
    expect(marked.status).toBe('fulfilled')
    const next = await nextStart()
    expect(await next.balanceOf('key_a')).toEqual({ balance: 10, reserved: 0 })
    expect(await problems()).toEqual([])
  })

  it('are charged once when they are settled, and free when that fails', async () => {
    await depart('c1')
    await ledger.settle('c1', CALL)
    await depart('c2')
    const failed = ledger.settle('c2', CALL, function* () {
      throw new Error('injected')
    })
    await expect(failed).rejects.toThrow('injected')
    // Whatever was written last is behind the removal of its row.
    await ledger.credit({ id: 'more', account: 'key_a', kind: 'grant', credits: 1 })
    await ledger.credit({ id: 'most', account: 'key_a', kind: 'grant', credits: 1 })
    expect(await charges(await nextStart())).toEqual([['c1', -5, null]])
    expect(await problems()).toEqual([])
  })

  it('cost, over all attempts under an id, what the dearest of them owes', async () => {
    const totals: number[] = []
    for (const owed of [1, 3, 2, 5, 5, 4]) {
      await reserve('a')
      if (owed === 5) await ledger.settle('a', CALL)
      else await ledger.settlePart('a', owed, PART)
      totals.push(10 - (await ledger.balanceOf('key_a')).balance)
    }
    expect(totals).toEqual([1, 3, 3, 5, 5, 5])
    expect(await charges()).toEqual([
      ['a', -2, null],
      ['a:part-2', -2, 'step_failed'],
      ['a:part', -1, 'step_failed'],
    ])
    expect(await problems()).toEqual([])
  })

  it('need no more than what is left of their price, also on an empty account', async () => {
    await reserve('a')
    await ledger.settlePart('a', 3, PART)
    await reserve('b', 5)
    await ledger.settle('b', CALL)
    await expect(async () => reserve('c')).rejects.toMatchObject({ code: 'insufficient_credits' })
    await reserve('a')
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 2, reserved: 2 })
    expect(await ledger.settle('a', CALL)).toBe(0)
    expect(await problems()).toEqual([])
  })

  it('hold no more than they reserved', async () => {
    await reserve('a')
    await expect(ledger.settlePart('a', 6, PART)).rejects.toThrow('holds less')
    const ends = await Promise.allSettled([
      ledger.settlePart('a', 0, PART),
      ledger.settlePart('a', 4, PART),
      ledger.settle('a', CALL),
      ledger.release('a'),
    ])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect(await charges()).toEqual([['a:part', 0, 'step_failed']])
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 10, reserved: 0 })
  })
})
