import { describe, expect, it } from 'vitest'
import type { OpenedLedger } from '../../../../src-main/ledger/postgres/open-ledger.ts'
import { run, statement, type Work } from '../../../../src-main/storage/engine/work.ts'
import { CALL } from '../../../support/gateway/open-stores.ts'
import { call, hold, openGateways, verify } from '../../../support/postgres/postgres-gateways.ts'
import { postgresServer } from '../../../support/postgres/test-postgres.ts'

async function openWith(credits: number): Promise<OpenedLedger> {
  return (await openGateways(1, credits)).gateways[0]!
}

const ids = async ({ ledger }: OpenedLedger) =>
  (await ledger.entries('key_a', { limit: 100 })).map(({ id }) => id)

describe('the ledger on PostgreSQL', () => {
  it('lets exactly 166 of 600 simultaneous 3-credit calls through on 500 credits', async () => {
    const gateway = await openWith(500)
    const results = await Promise.allSettled(Array.from({ length: 600 }, (_, i) => call(gateway, `c${i}`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(166)
    const refused = results.filter(({ status }) => status === 'rejected')
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ code: 'insufficient_credits', details: { need: 3, have: 2 } })
    expect(await gateway.ledger.balanceOf('key_a')).toEqual({ balance: 2, reserved: 0 })
    expect(await verify(gateway)).toEqual({ ok: true, problems: [], accounts: 1, entries: 167 })
  })

  it('holds credits at once out of its lease, and counts them until they are released', async () => {
    const { ledger } = await openWith(8)
    const reserve = (id: string, credits: number) => ledger.reserve({ id, account: 'key_a', credits })
    await reserve('c1', 3)
    expect(ledger.lastKnown('key_a')).toEqual({ balance: 8, reserved: 3 })
    await ledger.release('c1')
    expect(reserve('c2', 3)).toBeUndefined()
    expect(() => reserve('c2', 3)).toThrow('already open')
    await expect(reserve('c3', 6)).rejects.toMatchObject({ details: { need: 6, have: 5 } })
    expect(await ledger.settle('c2', CALL)).toBe(5)
    await expect(ledger.settle('c2', CALL)).rejects.toThrow('not open')
  })

  it('writes charges in the order of their balances, and a charge with its refund for a failure', async () => {
    const gateway = await openWith(10)
    const { ledger } = gateway
    await Promise.all(['c1', 'c2'].map((id) => hold(gateway, id)))
    expect(await Promise.all(['c1', 'c2'].map((id) => ledger.settle(id, CALL)))).toEqual([7, 4])
    await ledger.reserve({ id: 'c3', account: 'key_a', credits: 2 })
    expect(await ledger.release('c3', CALL)).toBe(4)
    const list = await ledger.entries('key_a', { limit: 3 })
    expect(list.map(({ id, credits, balanceAfter }) => [id, credits, balanceAfter])).toEqual([
      ['c3:refund', 2, 4],
      ['c3:failed', -2, 2],
      ['c2', -3, 4],
    ])
    expect(await call(gateway, 'c3', 2)).toBe(2)
    expect((await verify(gateway)).problems).toEqual([])
  })

  it('does not charge a repeated call again, even when the account is empty by then', async () => {
    const gateway = await openWith(3)
    await call(gateway, 'c1')
    expect(await call(gateway, 'c1')).toBe(0)
    await expect(call(gateway, 'c2')).rejects.toMatchObject({ details: { need: 3, have: 0 } })
    expect(await ids(gateway)).toEqual(['c1', 'grant'])
  })

  it('charges nothing for a repetition that ends together with a new call, and frees what it held', async () => {
    const gateway = await openWith(10)
    const { ledger } = gateway
    await call(gateway, 'c1')
    await Promise.all(['c1', 'c2'].map((id) => hold(gateway, id)))
    expect(await Promise.all(['c1', 'c2'].map((id) => ledger.settle(id, CALL)))).toEqual([7, 4])
    expect(await call(gateway, 'c3', 4)).toBe(0)
    expect((await verify(gateway)).problems).toEqual([])
  })

  it('refuses an id that belongs to another charge, or to another grant', async () => {
    const gateway = await openWith(10)
    const { ledger } = gateway
    const give = (credits: number) => ledger.credit({ id: 'b', account: 'key_b', kind: 'grant', credits })
    await give(10)
    await call(gateway, 'c1')
    await ledger.reserve({ id: 'c1', account: 'key_b', credits: 3 })
    await expect(ledger.settle('c1', CALL)).rejects.toThrow('another ledger entry')
    expect(await ledger.balanceOf('key_b')).toEqual({ balance: 10, reserved: 0 })
    expect(await give(10)).toBe(10)
    await expect(give(11)).rejects.toThrow('another ledger entry')
  })

  it('commits what belongs to the charge together with it, or neither', async () => {
    const { place, gateways } = await openGateways(1, 10)
    const gateway = gateways[0]!
    const server = await postgresServer()
    await server.run(`CREATE TABLE ${place.schema}.answer (balance bigint)`)
    const save = statement<{ balance: number }>('INSERT INTO answer VALUES (:balance)')
    const { ledger } = gateway
    await Promise.all(['c1', 'c2'].map((id) => hold(gateway, id)))
    const good = ledger.settle('c1', CALL, function* (balance): Work<void> {
      yield* run(save, { balance })
    })
    const bad = ledger.settle('c2', CALL, function* (balance): Work<void> {
      yield* run(save, { balance })
      throw new Error('no room')
    })
    await expect(bad).rejects.toThrow('no room')
    expect(await good).toBe(7)
    const saved = await server.run(`SELECT balance::int FROM ${place.schema}.answer`)
    expect(saved).toEqual([{ balance: 7 }])
    expect(await ledger.balanceOf('key_a')).toEqual({ balance: 7, reserved: 0 })
    expect((await verify(gateway)).problems).toEqual([])
  })

  it('records a free call, also of a key without an account', async () => {
    const { ledger } = await openWith(1)
    await ledger.reserve({ id: 'c1', account: 'key_b', credits: 0 })
    expect(await ledger.settle('c1', CALL)).toBe(0)
    expect((await ledger.entries('key_b', { limit: 1 }))[0]).toMatchObject({ id: 'c1', credits: 0 })
  })

  it('has entries that nobody changes, and balances that never fall below what is held', async () => {
    const { place } = await openGateways(1, 10)
    const server = await postgresServer()
    const wrong = {
      'UPDATE entry SET credits = 9': 'never updated',
      'DELETE FROM entry': 'never updated',
      'TRUNCATE entry': 'never updated',
      'UPDATE account SET balance = -1': 'check constraint',
      'UPDATE account SET held = 11': 'check constraint',
    }
    for (const [sql, why] of Object.entries(wrong))
      await expect(server.run(`SET search_path = ${place.schema}; ${sql}`)).rejects.toThrow(why)
  })
})
