import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Place } from '../../../../src-main/storage/postgres/connection.ts'
import type { PostgresEngine } from '../../../../src-main/storage/postgres/postgres-engine.ts'
import { all, nothing, one, run, statement, type Work } from '../../../../src-main/storage/engine/work.ts'
import { CuttingLine } from '../../../support/postgres/cutting-line.ts'
import { PostgresServer } from '../../../support/postgres/postgres-server.ts'
import { makeSchema, openPostgres, postgresServer } from '../../../support/postgres/test-postgres.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const ADD = statement<{ name: string }>('INSERT INTO note (name) VALUES (:name)')
const NAMES = statement<Record<never, never>, { name: string }>('SELECT name FROM note ORDER BY seq')
const COUNT = statement<{ name: string }>(
  'INSERT INTO counter AS c (name, n) VALUES (:name, 1) ON CONFLICT (name) DO UPDATE SET n = c.n + 1',
)
const COUNTED = statement<Record<never, never>, { n: number }>('SELECT n FROM counter ORDER BY name')
const SET = statement<{ name: string; n: number }>('UPDATE counter SET n = :n WHERE name = :name')
const LAYOUT = `
  CREATE TABLE note (seq bigint GENERATED ALWAYS AS IDENTITY, name text UNIQUE DEFERRABLE INITIALLY DEFERRED);
  CREATE TABLE counter (name text PRIMARY KEY, n bigint NOT NULL);
`

let place: Place
beforeEach(async () => {
  place = await makeSchema()
  await (await postgresServer()).run(`SET search_path = ${place.schema}; ${LAYOUT}`)
})

function* added(name: string): Work<void> {
  yield* run(ADD, { name })
}

const names = async (engine: PostgresEngine) =>
  (await engine.read(() => all(NAMES, {}))).map(({ name }: { name: string }) => name)
const counts = async (engine: PostgresEngine) =>
  (await engine.read(() => all(COUNTED, {}))).map(({ n }: { n: number }) => n)
const count = (engine: PostgresEngine, name: string) => engine.write(name, () => run(COUNT, { name }))

/** Whether the engine refuses new work because its server is away. */
function isRefused(engine: PostgresEngine): boolean {
  try {
    engine.refuseAway()
    return false
  } catch {
    return true
  }
}

/** An engine whose connections can be cut. */
async function openOverLine(patienceMs?: number) {
  const line = await CuttingLine.open(makeTempDir(), await postgresServer())
  onTestFinished(() => line.close())
  const cut = openPostgres({ ...place, host: line.host }, patienceMs === undefined ? {} : { patienceMs })
  return { line, engine: cut }
}

describe('the engine of PostgreSQL', () => {
  it('runs the pieces of a lane in their order, and lanes side by side in one transaction', async () => {
    const engine = openPostgres(place)
    const steps: string[] = []
    function* twice(name: string): Work<void> {
      for (const step of [1, 2]) {
        steps.push(`${name}${step}`)
        yield* run(ADD, { name: `${name}${step}` })
      }
    }
    await Promise.all([
      engine.write('x', () => twice('a')),
      engine.write('x', () => twice('b')),
      engine.write('y', () => twice('c')),
    ])
    expect(steps).toEqual(['a1', 'c1', 'a2', 'c2', 'b1', 'b2'])
    const numbers = statement<Record<never, never>, { n: number }>(
      'SELECT count(DISTINCT xmin::text) AS n FROM note',
    )
    expect(await engine.read(() => one(numbers, {}))).toEqual({ n: 1 })
  })

  it('plans its writes without reading whole tables, at READ COMMITTED whatever the server prefers', async () => {
    const server = await postgresServer()
    await server.run('ALTER ROLE toolgate SET default_transaction_isolation = serializable')
    onTestFinished(async () => {
      await server.run('ALTER ROLE toolgate RESET default_transaction_isolation')
    })
    const settings = statement<Record<never, never>, { isolation: string; scans: string; jit: string }>(
      `SELECT current_setting('transaction_isolation') AS isolation,
         current_setting('enable_seqscan') AS scans, current_setting('jit') AS jit`,
    )
    const engine = openPostgres(place)
    expect(await engine.write('a', () => one(settings, {}))).toEqual({
      isolation: 'read committed',
      scans: 'off',
      jit: 'off',
    })
    expect(await engine.read(() => one(settings, {}))).toMatchObject({
      isolation: 'repeatable read',
      scans: 'on',
    })
  })

  it('gives numbers for bigints, and refuses one that is more than a number can hold', async () => {
    const engine = openPostgres(place)
    const most = Number.MAX_SAFE_INTEGER
    await count(engine, 'a')
    await engine.write('a', () => run(SET, { name: 'a', n: most }))
    expect(await counts(engine)).toEqual([most])
    const sum = statement<Record<never, never>, { n: number }>('SELECT sum(n) + 1 AS n FROM counter')
    await expect(engine.read(() => one(sum, {}))).rejects.toThrow('9007199254740992 is more')
    expect(await counts(engine)).toEqual([most])
  })

  // Catches: COMMIT of a failed transaction, which succeeds, taken for a commit.
  it('fails work that goes on after one of its statements has failed, and what fails at COMMIT', async () => {
    const engine = openPostgres(place)
    await count(engine, 'a')
    const goesOn = engine.write('a', function* (): Work<string> {
      try {
        yield* run(statement<Record<never, never>>("INSERT INTO counter VALUES ('a', 1)"), {})
      } catch {
        // It makes light of it.
      }
      return 'done'
    })
    await expect(goesOn).rejects.toThrow('duplicate key')
    await engine.write('a', () => added('a'))
    const heard: boolean[] = []
    const late = engine.write(
      'a',
      () => added('a'),
      (committed) => heard.push(committed),
    )
    await expect(late).rejects.toThrow('duplicate key')
    expect([await names(engine), await counts(engine), heard]).toEqual([['a'], [1], [false]])
  })

  it('runs a group again that another gateway was in a deadlock with', async () => {
    const [one, other] = [openPostgres(place), openPostgres(place)]
    await Promise.all([count(one, 'a'), count(one, 'b')])
    function* both(names: readonly string[]): Work<void> {
      for (const name of names) yield* run(COUNT, { name })
    }
    for (let round = 0; round < 10; round++)
      await Promise.all([one.write('x', () => both(['a', 'b'])), other.write('x', () => both(['b', 'a']))])
    expect(await counts(one)).toEqual([21, 21])
  })
})

describe('an engine whose PostgreSQL goes away', () => {
  it('does each piece once, also when the answer to its COMMIT is lost', async () => {
    const { line, engine } = await openOverLine()
    await count(engine, 'a')
    for (const state of ['cut', 'swallow'] as const) {
      line.state = state
      const counting = count(engine, 'a')
      await waitUntil(() => line.cuts > 0, `the line is cut: ${state}`)
      line.state = 'up'
      line.cuts = 0
      await counting
    }
    expect(await counts(engine)).toEqual([3])
  })

  it('refuses work that has waited for too long, and does none of it later', async () => {
    const { line, engine } = await openOverLine(120)
    const commits: string[] = []
    engine.observe(() => commits.push(engine.state))
    await engine.commit('a', () => run(COUNT, { name: 'a' }))
    line.state = 'away'
    line.cutAll()
    const heard: boolean[] = []
    const waiting = engine.write(
      'a',
      () => run(COUNT, { name: 'a' }),
      (done) => heard.push(done),
    )
    await expect(waiting).rejects.toMatchObject({ code: 'storage_unavailable' })
    await expect(engine.read(() => all(COUNTED, {}))).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect([engine.state, commits]).toEqual(['away', ['up']])
    line.state = 'up'
    await count(engine, 'b')
    expect([await counts(engine), heard, commits]).toEqual([[1, 1], [false], ['up', 'up']])
  })

  it('refuses at once what comes when it is away for long, and keeps what has run already', async () => {
    const { line, engine } = await openOverLine(1_000_000)
    await count(engine, 'a')
    line.state = 'away'
    line.cutAll()
    const ran = engine.writeShared(
      'a',
      // Its call has run already.
      function* (items: readonly string[]) {
        for (const name of items) yield* run(COUNT, { name })
        return items
      },
      'a',
      nothing,
    )
    await waitUntil(() => isRefused(engine), 'nothing new waits')
    const heard: boolean[] = []
    const late = engine.write(
      'a',
      () => run(COUNT, { name: 'a' }),
      (done) => heard.push(done),
    )
    const refused = { code: 'storage_unavailable', details: { retry_after: 1 } }
    await expect(late).rejects.toMatchObject(refused)
    await expect(engine.read(() => all(COUNTED, {}))).rejects.toMatchObject(refused)
    expect(heard).toEqual([false])
    line.state = 'up'
    await ran
    expect(await counts(engine)).toEqual([2])
  })

  it('finds that it is back, also when nobody asks', async () => {
    const { line, engine } = await openOverLine(50)
    await count(engine, 'a')
    line.state = 'away'
    line.cutAll()
    await expect(count(engine, 'a')).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(engine.state).toBe('away')
    line.state = 'up'
    await waitUntil(() => engine.state === 'up', 'it is back')
  })

  it('tells later what has become of work that was refused while its end was in doubt', async () => {
    const { line, engine } = await openOverLine(120)
    await count(engine, 'a')
    const heard: unknown[] = []
    line.state = 'last'
    const counting = engine.write(
      'a',
      () => run(COUNT, { name: 'a' }),
      (done) => heard.push(done),
    )
    await expect(counting).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(heard).toEqual([])
    line.state = 'up'
    await waitUntil(() => heard.length > 0, 'it is told')
    expect([heard, await counts(engine)]).toEqual([[true], [2]])
  })

  it('has all that it answered, and goes on, once the server has recovered from a crash', async () => {
    const server = PostgresServer.start()
    const own = await makeSchema(server)
    onTestFinished(async () => (await server).stop())
    await (await server).run(`SET search_path = ${own.schema}; ${LAYOUT}`)
    const engine = openPostgres(own)
    const answered: string[] = []
    let asked = 0
    const isDone = (): boolean => asked >= 400
    const caller = async (): Promise<void> => {
      while (!isDone()) {
        const name = `n${asked++}`
        await engine.write(name, () => added(name))
        answered.push(name)
      }
    }
    const callers = Promise.all(Array.from({ length: 8 }, caller))
    for (const at of [100, 200]) {
      await waitUntil(() => answered.length > at, 'some are answered')
      ;(await server).crash()
      await (await server).restart()
    }
    await callers
    expect((await names(engine)).toSorted()).toEqual(answered.toSorted())
  })
})
