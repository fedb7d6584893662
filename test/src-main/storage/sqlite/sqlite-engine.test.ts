import { describe, expect, it } from 'vitest'
import { all, run, statement } from '../../../../src-main/storage/engine/work.ts'
import { GroupCommit } from '../../../../src-main/storage/group-commit.ts'
import { SqliteEngine } from '../../../../src-main/storage/sqlite/sqlite-engine.ts'
import { ForgetfulDisk } from '../../../support/disk/forgetful-disk.ts'
import { openStores } from '../../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const ADD = statement<{ name: string }>('INSERT INTO note (name) VALUES (:name)')
const NAMES = statement<Record<never, never>, { name: string }>('SELECT name FROM note ORDER BY seq')

/** An engine on a disk that does nothing until it is told to. */
function onSlowDisk() {
  const { db } = openStores(makeTempDir())
  db.exec('CREATE TABLE note (seq INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL)')
  const disk = new ForgetfulDisk(db)
  const engine = new SqliteEngine(db, new GroupCommit(db, { disk }))
  const names = async () => (await engine.read(() => all(NAMES, {}))).map(({ name }) => name)
  return { disk, engine, names }
}

describe('the engine of SQLite', () => {
  it('is read by others before the disk has it, and is on disk with what is written after it', async () => {
    const { disk, engine, names } = onSlowDisk()
    await engine.commit('a', () => run(ADD, { name: 'a' }))
    expect(await names()).toEqual(['a'])
    expect(disk.isBusy).toBe(false)
    const written = engine.write('a', () => run(ADD, { name: 'b' }))
    await waitUntil(() => disk.isBusy, 'the sync')
    disk.confirm()
    await written
    expect(disk.syncs).toBe(1)
  })

  it('says that its disk has failed, and writes nothing after that', async () => {
    const { disk, engine, names } = onSlowDisk()
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
})
