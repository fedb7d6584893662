import { beforeEach, describe, expect, it } from 'vitest'
import { all, one, run, statement, type Work } from '../../../../src-main/storage/engine/work.ts'
import { GroupCommit } from '../../../../src-main/storage/group-commit.ts'
import { SqliteEngine } from '../../../../src-main/storage/sqlite/sqlite-engine.ts'
import { ForgetfulDisk } from '../../../support/disk/forgetful-disk.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'
import { openStores, type Stores } from '../../../support/gateway/open-stores.ts'

const ADD = statement<{ name: string }>('INSERT INTO note (name) VALUES (:name)')
const ADDED = statement<{ name: string }, { seq: number }>(
  'INSERT INTO note (name) VALUES (:name) RETURNING seq',
)
const NAMES = statement<Record<never, never>, { name: string }>('SELECT name FROM note ORDER BY seq')
const REMOVE = statement<{ name: string }>('DELETE FROM note WHERE name <> :name')

let stores: Stores
beforeEach(() => {
  stores = openNotes(':memory:')
})

function openNotes(folder: string): Stores {
  const opened = openStores(folder)
  opened.db.exec('CREATE TABLE note (seq INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)')
  return opened
}

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

/** An engine on a disk that does nothing until it is told to. */
function onSlowDisk() {
  const { db } = (stores = openNotes(makeTempDir()))
  const disk = new ForgetfulDisk(db)
  return { disk, engine: new SqliteEngine(db, new GroupCommit(db, { disk })) }
}

describe('work that is only committed', () => {
  it('is read by others before the disk has it, and is on disk with what is written after it', async () => {
    const { disk, engine } = onSlowDisk()
    await engine.commit('a', () => run(ADD, { name: 'a' }))
    expect(await names()).toEqual(['a'])
    expect(disk.isBusy).toBe(false)
    const written = engine.write('a', () => run(ADD, { name: 'b' }))
    await waitUntil(() => disk.isBusy, 'the sync')
    disk.confirm()
    await written
    expect(disk.syncs).toBe(1)
  })

  it('becomes readable as a whole or not at all', async () => {
    const failed = stores.engine.commit('b', function* (): Work<void> {
      yield* run(ADD, { name: 'half' })
      throw new Error('no room')
    })
    await expect(failed).rejects.toThrow('no room')
    expect(await names()).toEqual([])
  })
})

describe('an engine', () => {
  it('says that its disk has failed, and writes nothing after that', async () => {
    const { disk, engine } = onSlowDisk()
    expect(engine.state).toBe('up')
    const written = engine.write('a', () => run(ADD, { name: 'a' }))
    await waitUntil(() => disk.isBusy, 'the sync')
    disk.confirm(new Error('EIO'))
    await expect(written).rejects.toMatchObject({ code: 'storage_full' })
    expect(engine.state).toBe('failed')
    await expect(engine.commit('b', () => run(ADD, { name: 'b' }))).rejects.toMatchObject({
      code: 'storage_full',
    })
    expect(await names()).toEqual(['a'])
  })

  it('tells its observers of each commit that is on disk, and takes no work once it is closed', async () => {
    let told = 0
    stores.engine.observe(() => told++)
    await add('a')
    expect(told).toBe(1)
    await stores.engine.close()
    await expect(add('b')).rejects.toThrow('closed')
    await expect(stores.engine.commit('b', () => run(ADD, { name: 'b' }))).rejects.toThrow('closed')
    expect(await names()).toEqual(['a'])
  })
})
