import { describe, expect, it, onTestFinished } from 'vitest'
import { exchange, type Settlement } from '../../../../src-main/ledger/postgres/exchange.ts'
import { endGateway } from '../../../../src-main/ledger/postgres/gateway-row.ts'
import type { OpenedLedger } from '../../../../src-main/ledger/postgres/open-ledger.ts'
import { CALL } from '../../../support/gateway/open-stores.ts'
import { CuttingLine } from '../../../support/postgres/cutting-line.ts'
import {
  call,
  hold,
  openGateway,
  openGateways,
  verify,
} from '../../../support/postgres/postgres-gateways.ts'
import { postgresServer } from '../../../support/postgres/test-postgres.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const ids = async ({ ledger }: OpenedLedger) =>
  (await ledger.entries('key_a', { limit: 1_000 })).map(({ id }) => id)

/** Two gateways, the second one over a line that can be cut. */
async function openOverLine(patienceMs: number) {
  const { place, gateways } = await openGateways(1, 100)
  const line = await CuttingLine.open(makeTempDir(), await postgresServer())
  onTestFinished(() => line.close())
  const far = await openGateway({ ...place, host: line.host }, { patienceMs })
  return { line, near: gateways[0]!, far }
}

describe('several gateways over one PostgreSQL', () => {
  it('let exactly 166 of 600 calls through on 500 credits, and tell 402 only when nobody holds any', async () => {
    const { gateways } = await openGateways(4, 500)
    const results = await Promise.allSettled(
      Array.from({ length: 600 }, (_, i) => call(gateways[i % 4]!, `c${i}`)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(166)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'insufficient_credits' })
    expect(await verify(gateways[0]!)).toMatchObject({ problems: [], entries: 167 })
  })

  it('give back what they hold and do not need, before another tells anybody 402', async () => {
    const { gateways } = await openGateways(2, 100)
    const [idle, busy] = gateways as [OpenedLedger, OpenedLedger]
    await call(idle, 'first', 1)
    let done = 0
    for (; done < 200; done++) {
      const refusal: unknown = await call(busy, `c${done}`, 9).catch((error: unknown) => error)
      if (typeof refusal !== 'number') break
    }
    expect(done).toBe(11)
    expect(await busy.ledger.balanceOf('key_a')).toMatchObject({ balance: 0 })
  })

  // Catches: a limit that is told as it was long ago, because the account that it counts against was read just now.
  it('tell what is left of a limit that another one has spent, however new the balance behind it is', async () => {
    const { gateways } = await openGateways(2, 100)
    const [one, other] = gateways as [OpenedLedger, OpenedLedger]
    const sub = { id: 'key_sub', payer: 'key_a', creditLimit: 20 }
    await one.engine.write('key_sub', () => one.ledger.writeSubAccount(sub))
    await other.ledger.learnNew()
    await other.ledger.balanceOf('key_a')
    expect(other.ledger.lastKnown('key_sub').balance).toBe(20)
    await one.ledger.reserve({ id: 'c1', account: 'key_sub', credits: 3 })
    await one.ledger.settle('c1', CALL)
    await other.ledger.balanceOf('key_a')
    await other.ledger.freshen('key_sub')
    expect(other.ledger.lastKnown('key_sub').balance).toBe(17)
  })

  it('charge nothing for a gateway that was taken for dead, and let it begin under another id', async () => {
    const { gateways } = await openGateways(2, 10)
    const [zombie, other] = gateways as [OpenedLedger, OpenedLedger]
    await hold(zombie, 'c1', 6)
    const before = zombie.ledger.gateway
    await other.engine.write('gateway', () => endGateway(before, 0))
    expect(await call(other, 'c2', 6)).toBe(4)
    await expect(zombie.ledger.settle('c1', CALL)).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(zombie.ledger.gateway).not.toBe(before)
    expect(await call(zombie, 'c3', 4)).toBe(0)
    expect(await ids(other)).toEqual(['c3', 'c2', 'grant'])
    expect((await verify(other)).problems).toEqual([])
  })

  // Catches: a charge to the new lease, after the caller was told that the call failed.
  it('refuse a settlement that was stuck on the way under an earlier id', async () => {
    const { gateways } = await openGateways(1, 10)
    const gateway = gateways[0]!
    await hold(gateway, 'c1')
    const late: Settlement = {
      kind: 'settle',
      gateway: gateway.ledger.gateway,
      account: 'key_a',
      sub: null,
      entries: [{ id: 'c1', kind: 'charge', credits: 3 }],
      requestId: 'req',
      slug: 'slug',
      engine: null,
      unanswered: null,
      at: 0,
      told: null,
    }
    gateway.ledger.startAfresh()
    await expect(gateway.ledger.settle('c1', CALL)).rejects.toMatchObject({ code: 'storage_unavailable' })
    await call(gateway, 'c2')
    await expect(gateway.engine.write('late', () => exchange([late]))).rejects.toThrow('has ended')
    expect(await ids(gateway)).toEqual(['c2', 'grant'])
  })

  it('end the leases of a gateway that is not seen any more, and no others', async () => {
    const { place, gateways } = await openGateways(2, 100)
    const [dead, live] = gateways as [OpenedLedger, OpenedLedger]
    for (const [index, gateway] of gateways.entries()) await call(gateway, `c${index}`, 1)
    const server = await postgresServer()
    const holders = async (): Promise<string[]> => {
      const sql = `SELECT gateway FROM ${place.schema}.lease WHERE credits > 0 ORDER BY gateway`
      return (await server.run<{ gateway: string }>(sql)).map(({ gateway }) => gateway)
    }
    await live.beat.now()
    expect(await holders()).toHaveLength(2)
    const anHourAgo = `UPDATE ${place.schema}.gateway SET seen_at = now() - interval '1 hour'`
    await server.run(`${anHourAgo} WHERE id = '${dead.ledger.gateway}'`)
    await live.beat.now()
    expect(await holders()).toEqual([live.ledger.gateway])
    const before = dead.ledger.gateway
    await dead.beat.now()
    expect(dead.ledger.gateway).not.toBe(before)
    expect((await verify(live)).problems).toEqual([])
  })

  it('hold nothing when they have stopped', async () => {
    const { place, gateways } = await openGateways(2, 100)
    for (const [index, gateway] of gateways.entries()) await call(gateway, `c${index}`)
    for (const { close } of gateways) await close()
    const sql = `SELECT held::int, balance::int FROM ${place.schema}.account`
    expect(await (await postgresServer()).run(sql)).toEqual([{ held: 0, balance: 94 }])
  })
})

describe('a gateway whose line is cut', () => {
  it('charges a call once whose commit was not answered, and answers it', async () => {
    const { line, far } = await openOverLine(10_000)
    await hold(far, 'c1')
    line.state = 'cut'
    const settled = far.ledger.settle('c1', CALL)
    await waitUntil(() => line.cuts > 0, 'the line is cut')
    line.state = 'up'
    expect(await settled).toBe(97)
    expect(await call(far, 'c2')).toBe(94)
    expect((await verify(far)).problems).toEqual([])
  })

  it('refunds a charge whose caller it could only tell that nothing is charged', async () => {
    const { line, near, far } = await openOverLine(100)
    await hold(far, 'c1')
    line.state = 'last'
    const settled = far.ledger.settle('c1', CALL)
    await expect(settled).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(await ids(near)).toEqual(['c1', 'grant'])
    line.state = 'up'
    await waitUntil(async () => (await ids(near)).length === 3, 'the refund')
    expect(await ids(near)).toEqual(['c1:undone', 'c1', 'grant'])
    expect(await near.ledger.balanceOf('key_a')).toMatchObject({ balance: 100 })
    expect((await verify(near)).problems).toEqual([])
  })

  it('charges nothing for calls that ended while the database was away, and goes on with its lease', async () => {
    const { line, near, far } = await openOverLine(60)
    await hold(far, 'c1')
    line.state = 'away'
    line.cutAll()
    await expect(far.ledger.settle('c1', CALL)).rejects.toMatchObject({ code: 'storage_unavailable' })
    line.state = 'up'
    expect(await call(far, 'c2')).toBe(97)
    expect(await ids(near)).toEqual(['c2', 'grant'])
    expect(far.ledger.lastKnown('key_a')).toEqual({ balance: 97, reserved: 0 })
    expect((await verify(near)).problems).toEqual([])
  })

  it('frees what failed at once, and reserves nothing, while the database is away', async () => {
    const { line, far } = await openOverLine(1_000_000)
    await hold(far, 'c1')
    await hold(far, 'c2')
    line.state = 'away'
    line.cutAll()
    const settled = far.ledger.settle('c1', CALL)
    await waitUntil(() => far.engine.isGone, 'nothing new waits')
    await far.ledger.release('c2', CALL)
    const refused = (): unknown => far.ledger.reserve({ id: 'c3', account: 'key_a', credits: 1 })
    expect(refused).toThrow('cannot be reached')
    line.state = 'up'
    expect(await settled).toBe(97)
    expect(await ids(far)).toEqual(['c1', 'grant'])
    expect(far.ledger.openReservations()).toBe(0)
    expect((await verify(far)).problems).toEqual([])
  })
})
