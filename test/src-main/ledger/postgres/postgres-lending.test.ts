import { describe, expect, it, onTestFinished } from 'vitest'
import type { OpenedLedger } from '../../../../src-main/ledger/postgres/open-ledger.ts'
import { run, statement, type Work } from '../../../../src-main/storage/engine/work.ts'
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

const LAPTOP = `gw_${'a'.repeat(32)}`

const give = ({ ledger }: OpenedLedger, number: number, credits: number, instance = LAPTOP) =>
  ledger.leases.give({ instance, keyId: 'key_a', name: 'Laptop', number, credits })
const take = ({ ledger }: OpenedLedger, ids: readonly string[], instance = LAPTOP) =>
  ledger.leases.take(
    'key_a',
    instance,
    ids.map((id) => ({ id, credits: 1, slug: 's', requestId: `r-${id}` })),
  )

async function two(credits: number): Promise<readonly [OpenedLedger, OpenedLedger]> {
  const { gateways } = await openGateways(2, credits)
  return [gateways[0]!, gateways[1]!]
}

describe('credits that gateways over one PostgreSQL lend', () => {
  it('are known to each of them: a holder can ask any, and sends its charges to any', async () => {
    const [one, other] = await two(500)
    const repeated = await Promise.all([give(one, 1, 60), give(other, 1, 60), give(one, 1, 60)])
    expect(repeated).toEqual([60, 60, 60])
    expect(await give(other, 2, 40)).toBe(40)
    const ids = Array.from({ length: 30 }, (_, at) => `c${at}`)
    await Promise.all([take(one, ids), take(other, ids), take(one, ids.slice(10)), take(other, ids)])
    expect(await other.ledger.balanceOf('key_a')).toEqual({ balance: 470, reserved: 70 })
    expect(await other.ledger.leases.end(LAPTOP, null)).toBe(70)
    expect(await take(one, ['late'])).toMatchObject({ late: 1, ended: true })
    expect(await one.ledger.balanceOf('key_a')).toEqual({ balance: 470, reserved: 0 })
    expect((await verify(one)).problems).toEqual([])
  })

  // Catches: a holder that is told that nothing is left while a gateway holds credits that it does not need.
  it('are asked back from a gateway that does not need them', async () => {
    const [idle, asked] = await two(100)
    await call(idle, 'c1', 1)
    let given = 0
    for (let number = 1; ; number++) {
      const part = await give(asked, number, 1_000)
      given += part
      if (part === 0 || given === 99) break
    }
    expect(given).toBe(99)
    await expect(call(idle, 'c2', 1)).rejects.toMatchObject({ code: 'insufficient_credits' })
    expect((await verify(idle)).problems).toEqual([])
  })

  it('never exceed what there is, while calls run at both and holders ask and spend', async () => {
    const gateways = await two(2_000)
    const ids = Array.from({ length: 4 }, (_, at) => `gw_${String(at).padStart(32, '0')}`)
    const holding = ids.map(async (id, at) => {
      for (let number = 1; number <= 6; number++) {
        const given = await give(gateways[number % 2]!, number, 70, id)
        const spent = Array.from({ length: given - at }, (_, n) => `${number}-${n}`)
        await Promise.all(gateways.map((gateway) => take(gateway, spent, id)))
      }
      await gateways[0].ledger.leases.end(id, null)
    })
    const calling = Array.from({ length: 120 }, (_, at) => call(gateways[at % 2]!, `c${at}`))
    const done = (await Promise.allSettled(calling)).filter(({ status }) => status === 'fulfilled').length
    await Promise.all(holding)
    const { problems } = await verify(gateways[0])
    expect(problems).toEqual([])
    const spent = (await gateways[0].ledger.leases.holders()).reduce((sum, one) => sum + one.spent, 0)
    expect(await gateways[0].ledger.balanceOf('key_a')).toEqual({
      balance: 2_000 - 3 * done - spent,
      reserved: 0,
    })
    expect(spent).toBeGreaterThan(0)
  })

  // Catches: a lease that is given twice, or charges that are taken twice, since the answer to COMMIT was lost.
  it('are lent and charged once when the line is cut behind COMMIT', async () => {
    const { place, gateways } = await openGateways(1, 500)
    const line = await CuttingLine.open(makeTempDir(), await postgresServer())
    onTestFinished(() => line.close())
    const far = await openGateway({ ...place, host: line.host }, { patienceMs: 1_000_000 })
    const behindCut = async <T>(work: () => Promise<T>): Promise<T> => {
      const cuts = line.cuts
      line.state = 'cut'
      const done = work()
      await waitUntil(() => line.cuts > cuts, 'the line is cut')
      line.state = 'up'
      return await done
    }
    expect(await behindCut(() => give(far, 1, 100))).toBe(100)
    expect(await behindCut(() => take(far, ['c1', 'c2']))).toMatchObject({ charged: 2, known: 0, left: 98 })
    expect(await behindCut(() => far.ledger.leases.end(LAPTOP, null))).toBe(98)
    expect(await gateways[0]!.ledger.balanceOf('key_a')).toEqual({ balance: 498, reserved: 0 })
    expect((await verify(gateways[0]!)).problems).toEqual([])
  })

  it('outlive the gateway that lent them', async () => {
    const { gateways } = await openGateways(2, 100)
    const [lender, other] = gateways as [OpenedLedger, OpenedLedger]
    await hold(lender, 'c1')
    await give(lender, 1, 50)
    await lender.close()
    expect(await other.ledger.balanceOf('key_a')).toEqual({ balance: 100, reserved: 50 })
    expect(await take(other, ['c1'])).toMatchObject({ charged: 1, left: 49 })
    expect((await verify(other)).problems).toEqual([])
  })

  const TAMPERINGS: Readonly<Record<string, string>> = {
    'a lease that has spent less than its charges':
      'UPDATE instance SET spent = spent - 1, given = given - 1',
    'credits that are lent twice': 'UPDATE account SET held = held - 50, lent = lent - 50',
    'a lease that was taken out of another gateway': `UPDATE instance SET id = 'gw_b'`,
  }

  it.each(Object.entries(TAMPERINGS))('ledger verify finds %s', async (_name, sql) => {
    const [gateway] = await two(500)
    await give(gateway, 1, 100)
    await take(gateway, ['c1', 'c2'])
    expect((await verify(gateway)).problems).toEqual([])
    await gateway.engine.write('tampering', () => change(sql))
    expect((await verify(gateway)).problems).not.toEqual([])
  })
})

function* change(sql: string): Work<void> {
  yield* run(statement(sql), {})
}
