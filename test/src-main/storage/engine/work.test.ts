import { beforeEach, describe, expect, it } from 'vitest'
import { all, one, run, statement, type Work } from '../../../../src-main/storage/engine/work.ts'
import { ENGINES, type TestEngine } from '../../../support/postgres/engines.ts'

const ADD = statement<{ name: string }>('INSERT INTO note (name) VALUES (:name)')
const ADDED = statement<{ name: string }, { seq: number }>(
  'INSERT INTO note (name) VALUES (:name) RETURNING seq',
)
const NAMES = statement<Record<never, never>, { name: string }>('SELECT name FROM note ORDER BY seq')
const REMOVE = statement<{ name: string }>('DELETE FROM note WHERE name <> :name')
const FIRST = statement<Record<never, never>, { name: string }>(
  "SELECT name FROM note WHERE name <> ':none' ORDER BY seq LIMIT 1",
)

describe.each(ENGINES)('work on %s', (_name, open) => {
  let db: TestEngine
  beforeEach(async () => {
    db = await open()
    await db.exec(
      'CREATE TABLE note (seq INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)',
      'CREATE TABLE note (seq bigint GENERATED ALWAYS AS IDENTITY, name text UNIQUE NOT NULL)',
    )
  })

  const names = async () =>
    (await db.engine.read(() => all(NAMES, {}))).map(({ name }: { name: string }) => name)
  const add = (name: string) => db.engine.write(name, () => run(ADD, { name }))

  it('is given the rows of each statement, or how many it has changed', async () => {
    const seqs = await db.engine.write('a', function* (): Work<unknown> {
      const first = yield* one(ADDED, { name: 'a' })
      const none = yield* one(FIRST, {})
      yield* run(ADD, { name: 'b' })
      return [first, none, yield* run(REMOVE, { name: 'b' })]
    })
    expect(seqs).toEqual([{ seq: 1 }, { name: 'a' }, 1])
    expect(await names()).toEqual(['b'])
  })

  it('becomes durable as a whole or not at all, and takes nobody with it who waited beside it', async () => {
    const failed = db.engine.write('b', function* (): Work<void> {
      yield* run(ADD, { name: 'half' })
      throw new Error('no room')
    })
    const ended = await Promise.allSettled([add('a'), failed, add('c')])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await names()).toEqual(['a', 'c'])
  })

  it('is run again from its start when somebody else in its group has failed', async () => {
    await add('b')
    let runs = 0
    const again = db.engine.write('c', function* (): Work<void> {
      runs++
      yield* run(ADD, { name: 'c' })
    })
    await Promise.allSettled([again, add('b')])
    expect(await names()).toEqual(['b', 'c'])
    expect(runs).toBe(2)
  })

  it('is told of a statement that fails where it asked, and can clean up', async () => {
    await add('a')
    let cleaned = false
    const failing = db.engine.write('a', function* (): Work<void> {
      try {
        yield* run(ADD, { name: 'a' })
      } finally {
        cleaned = true
      }
    })
    await expect(failing).rejects.toThrow(/unique/i)
    expect(cleaned).toBe(true)
  })

  it('refuses to take rows for a count, or a count for rows', async () => {
    const rows = db.engine.write('a', () => run(ADDED as typeof ADD, { name: 'a' }))
    await expect(rows).rejects.toThrow('A statement returned rows')
    const count = db.engine.write('a', () => all(ADD, { name: 'a' }))
    await expect(count).rejects.toThrow('A statement returned no rows')
    expect(await names()).toEqual([])
  })

  it('tells its listener whether it was committed, before anybody else hears of it', async () => {
    const heard: unknown[] = []
    const told = (name: string) => (committed: boolean) => void heard.push([name, committed])
    const kept = db.engine.write('a', () => run(ADD, { name: 'a' }), told('a'))
    const lost = db.engine.write('b', () => run(ADD, { name: 'a' }), told('b'))
    await Promise.allSettled([kept.then(() => heard.push('resolved')), lost])
    expect(heard).toEqual([['a', true], ['b', false], 'resolved'])
  })

  it('is committed as a whole or not at all when nobody waits for the disk', async () => {
    const failed = db.engine.commit('b', function* (): Work<void> {
      yield* run(ADD, { name: 'half' })
      throw new Error('no room')
    })
    await expect(failed).rejects.toThrow('no room')
    await db.engine.commit('b', () => run(ADD, { name: 'b' }))
    expect(await names()).toEqual(['b'])
  })

  it('is told to observers once it is on disk, and is refused once the engine is closed', async () => {
    let told = 0
    db.engine.observe(() => told++)
    await add('a')
    expect([told, db.engine.state]).toEqual([1, 'up'])
    await db.engine.close()
    await expect(add('b')).rejects.toThrow('closed')
    await expect(db.engine.commit('b', () => run(ADD, { name: 'b' }))).rejects.toThrow('closed')
  })
})
