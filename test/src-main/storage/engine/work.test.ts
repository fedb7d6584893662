import { beforeEach, describe, expect, it } from 'vitest'
import { all, one, run, statement, type Work } from '../../../../src-main/storage/engine/work.ts'
import { openStores, type Stores } from '../../../support/gateway/open-stores.ts'

const ADD = statement<{ name: string }>('INSERT INTO note (name) VALUES (:name)')
const ADDED = statement<{ name: string }, { seq: number }>(
  'INSERT INTO note (name) VALUES (:name) RETURNING seq',
)
const NAMES = statement<Record<never, never>, { name: string }>('SELECT name FROM note ORDER BY seq')
const REMOVE = statement<{ name: string }>('DELETE FROM note WHERE name <> :name')

let stores: Stores
beforeEach(() => {
  stores = openStores()
  stores.db.exec('CREATE TABLE note (seq INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)')
})

const names = async () =>
  (await stores.engine.read(() => all(NAMES, {}))).map(({ name }: { name: string }) => name)
const add = (name: string) => stores.engine.write(name, () => run(ADD, { name }))

describe('work', () => {
  it('is given the rows of each statement, or how many it has changed', async () => {
    const seqs = await stores.engine.write('a', function* (): Work<unknown> {
      const first = yield* one(ADDED, { name: 'a' })
      const none = yield* one(NAMES, {})
      yield* run(ADD, { name: 'b' })
      return [first, none, yield* run(REMOVE, { name: 'b' })]
    })
    expect(seqs).toEqual([{ seq: 1 }, { name: 'a' }, 1])
    expect(await names()).toEqual(['b'])
  })

  it('becomes durable as a whole or not at all, and takes nobody with it who waited beside it', async () => {
    const failed = stores.engine.write('b', function* (): Work<void> {
      yield* run(ADD, { name: 'half' })
      throw new Error('no room')
    })
    const ended = await Promise.allSettled([add('a'), failed, add('c')])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await names()).toEqual(['a', 'c'])
  })

  it('is run again from its start when somebody else in its group has failed', async () => {
    let runs = 0
    const counted = stores.engine.write('a', function* (): Work<void> {
      runs++
      yield* run(ADD, { name: 'a' })
    })
    await add('b')
    await Promise.allSettled([add('b'), counted])
    expect(await names()).toEqual(['a', 'b'])
    expect(runs).toBe(1)
    const again = stores.engine.write('c', function* (): Work<void> {
      runs++
      yield* run(ADD, { name: 'c' })
    })
    await Promise.allSettled([again, add('b')])
    expect(await names()).toEqual(['a', 'b', 'c'])
    expect(runs).toBe(3)
  })

  it('is told of a statement that fails where it asked, and can clean up', async () => {
    await add('a')
    let cleaned = false
    const failing = stores.engine.write('a', function* (): Work<void> {
      try {
        yield* run(ADD, { name: 'a' })
      } finally {
        cleaned = true
      }
    })
    await expect(failing).rejects.toThrow('UNIQUE')
    expect(cleaned).toBe(true)
  })

  it('refuses to take rows for a count, or a count for rows', async () => {
    const rows = stores.engine.write('a', () => run(ADDED as typeof ADD, { name: 'a' }))
    await expect(rows).rejects.toThrow('A statement returned rows')
    const count = stores.engine.write('a', () => all(ADD, { name: 'a' }))
    await expect(count).rejects.toThrow('A statement returned no rows')
    expect(await names()).toEqual([])
  })

  it('tells its listener whether it was committed, before anybody else hears of it', async () => {
    const heard: unknown[] = []
    const told = (name: string) => (committed: boolean) => void heard.push([name, committed])
    const kept = stores.engine.write('a', () => run(ADD, { name: 'a' }), told('a'))
    const lost = stores.engine.write('b', () => run(ADD, { name: 'a' }), told('b'))
    await Promise.allSettled([kept.then(() => heard.push('resolved')), lost])
    expect(heard).toEqual([['a', true], ['b', false], 'resolved'])
  })
})
