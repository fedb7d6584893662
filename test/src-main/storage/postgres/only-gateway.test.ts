import { describe, expect, it, onTestFinished } from 'vitest'
import type { Place } from '../../../../src-main/storage/postgres/connection.ts'
import { OnlyGateway, refuseOld } from '../../../../src-main/storage/postgres/only-gateway.ts'
import { StartupError } from '../../../../src-main/storage/startup-error.ts'
import { CuttingLine } from '../../../support/postgres/cutting-line.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import { makeSchema, postgresServer } from '../../../support/postgres/test-postgres.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'

async function take(place: Place, lost: () => void = () => undefined): Promise<OnlyGateway> {
  const only = await OnlyGateway.take(place, lost)
  onTestFinished(() => only.close())
  return only
}

const HOLDERS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 4778`

/** Which processes of the server have such a lock; schemas of other tests of this file have none by then. */
async function holders(): Promise<readonly number[]> {
  return (await (await postgresServer()).run<{ pid: number }>(HOLDERS)).map(({ pid }) => pid)
}

describe.skipIf(MISSING_POSTGRES)('the only gateway of a schema', () => {
  it('keeps a second one away until it ends, and none of another schema', async () => {
    const [place, other] = [await makeSchema(), await makeSchema()]
    const first = await take(place)
    await expect(take(place)).rejects.toThrow(`Another gateway runs on the schema ${place.schema}`)
    await (await take(other)).close()
    await first.close()
    await (await take(place)).close()
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
