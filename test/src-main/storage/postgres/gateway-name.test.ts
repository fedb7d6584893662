import { describe, expect, it, onTestFinished } from 'vitest'
import type { Place } from '../../../../src-main/storage/postgres/connection.ts'
import { GatewayName, refuseOld } from '../../../../src-main/storage/postgres/gateway-name.ts'
import { StartupError } from '../../../../src-main/storage/startup-error.ts'
import { CuttingLine } from '../../../support/postgres/cutting-line.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import { makeSchema, postgresServer } from '../../../support/postgres/test-postgres.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'

/** Takes a name, and lets the next gateway start. */
async function take(place: Place, lost: () => void = () => undefined, name = 'one'): Promise<GatewayName> {
  const taken = await GatewayName.take(place, name, lost)
  onTestFinished(() => taken.close())
  await taken.started()
  return taken
}

const HOLDERS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 4778`

/** How many sessions wait for such a lock. */
async function waiting(): Promise<number> {
  const sql = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`
  return (await (await postgresServer()).run(sql)).length
}

/** How many sessions ask for a name, have none and wait to ask again. */
async function refusals(): Promise<number> {
  const sql = `SELECT pid FROM pg_stat_activity WHERE state = 'idle' AND query LIKE '%pg_try_advisory_lock(4778%'
    AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)`
  return (await (await postgresServer()).run(sql)).length
}

/** Which processes of the server have such a lock; schemas of other tests of this file have none by then. */
async function holders(): Promise<readonly number[]> {
  return (await (await postgresServer()).run<{ pid: number }>(HOLDERS)).map(({ pid }) => pid)
}

describe.skipIf(MISSING_POSTGRES)('the one gateway of a name', () => {
  it('keeps a second one away until it ends, and none of another name or schema', async () => {
    const [place, other] = [await makeSchema(), await makeSchema()]
    const first = await take(place)
    await expect(take(place)).rejects.toThrow(`A gateway named one runs on the schema ${place.schema}`)
    await (await take(other)).close()
    await (await take(place, undefined, 'two')).close()
    await first.close()
    await (await take(place)).close()
  })

  it('gets its name when the server notices that the one before was killed', async () => {
    const place = await makeSchema()
    const killed = await take(place)
    const next = take(place)
    await waitUntil(async () => (await refusals()) > 0, 'the next one was refused once')
    await killed.close()
    await (await next).close()
  })

  it('starts when the one before it has started', async () => {
    const place = await makeSchema()
    const first = await GatewayName.take(place, 'one', () => undefined)
    onTestFinished(() => first.close())
    const order: string[] = []
    const second = take(place, undefined, 'two').then(() => order.push('second'))
    await waitUntil(async () => (await waiting()) > 0, 'the second one waits')
    order.push('first')
    await first.started()
    await second
    expect(order).toEqual(['first', 'second'])
  })

  it('lets the next one start when it ends before it has started', async () => {
    const place = await makeSchema()
    const first = await GatewayName.take(place, 'one', () => undefined)
    const second = take(place, undefined, 'two')
    await first.close()
    await second
  })

  it('is that again after its session was lost', async () => {
    const place = await makeSchema()
    const lost: unknown[] = []
    await take(place, () => lost.push('lost'))
    const [pid] = await holders()
    await (await postgresServer()).run(`SELECT pg_terminate_backend(${pid})`)
    await waitUntil(async () => {
      const [now] = await holders()
      return now !== undefined && now !== pid
    }, 'the lock is taken again')
    await expect(take(place)).rejects.toThrow(StartupError)
    expect(lost).toEqual([])
  })

  it('is told when another one took over while it could not reach the server', async () => {
    const place = await makeSchema()
    const line = await CuttingLine.open(makeTempDir(), await postgresServer())
    onTestFinished(() => line.close())
    let isLost = false
    await take({ ...place, host: line.host }, () => (isLost = true))
    line.state = 'away'
    line.cutAll()
    await waitUntil(async () => (await holders()).length === 0, 'the session ends')
    await take(place)
    line.state = 'up'
    await waitUntil(() => isLost, 'the first one hears of it')
  })

  it('tells the person who starts it what is wrong, without the password', async () => {
    const place = await makeSchema()
    const refusal = async (changed: Partial<Place>): Promise<string> => {
      const error: unknown = await take({ ...place, password: 'hunter2', ...changed }).catch(
        (e: unknown) => e,
      )
      expect(error).toBeInstanceOf(StartupError)
      return (error as StartupError).message
    }
    expect(await refusal({ user: 'nobody' })).toBe(
      'The database cannot be used: role "nobody" does not exist. Nothing was changed.',
    )
    expect(await refusal({ database: 'none' })).toContain('database "none" does not exist')
    expect(await refusal({ host: '/no/such/folder' })).toMatch(/cannot be used: connect ENOENT/)
    expect(await refusal({ ssl: {} })).toContain('add ?sslmode=disable')
  })

  it('needs PostgreSQL 14', () => {
    expect(() => refuseOld({ number: 130_022, name: '13.22' })).toThrow(
      'PostgreSQL 13.22. Toolgate needs 14',
    )
    expect(() => refuseOld({ number: 140_000, name: '14.0' })).not.toThrow()
  })
})
