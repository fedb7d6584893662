import Sqlite from 'better-sqlite3'
import { execFileSync } from 'node:child_process'
import { closeSync, open, openSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { LogSync, type SyncedFiles } from '../../../src-main/storage/log-sync.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { ForgetfulDisk } from '../../support/disk/forgetful-disk.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { waitUntil } from '../../support/wait-until.ts'

function openInMemory() {
  const log: string[] = []
  const db = new Sqlite(':memory:', { verbose: (sql) => log.push(String(sql)) })
  db.exec('CREATE TABLE item (name TEXT PRIMARY KEY, note TEXT)')
  const insert = db.prepare('INSERT INTO item (name, note) VALUES (?, ?)')
  const names = (): unknown[] => db.prepare('SELECT name FROM item ORDER BY name').pluck().all()
  const count = (sql: string): number => log.filter((line) => line === sql).length
  return { db, commits: new GroupCommit(db), insert, names, count }
}

describe('GroupCommit', () => {
  it('shares one transaction among the work of a turn instead of syncing for each', async () => {
    const { commits, insert, names, count } = openInMemory()
    await Promise.all(['a', 'b', 'c'].map((name) => commits.enqueue(() => insert.run(name, ''))))
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(count('BEGIN IMMEDIATE')).toBe(1)
    expect(count('COMMIT')).toBe(1)
  })

  it('never resolves a promise before the COMMIT', async () => {
    const { db, commits, insert, count } = openInMemory()
    const seen: unknown[] = []
    const done = commits
      .enqueue(
        () => insert.run('a', ''),
        (committed) => seen.push(['listener', committed, db.inTransaction]),
      )
      .then(() => seen.push(['promise', count('COMMIT')]))
    expect(seen).toEqual([])
    await done
    expect(seen).toEqual([
      ['listener', true, false],
      ['promise', 1],
    ])
  })

  it('keeps the work of the others when one piece fails, and writes none of it twice', async () => {
    const { commits, insert, names, count } = openInMemory()
    const listened: boolean[] = []
    const results = await Promise.allSettled(
      ['a', 'b', 'a', 'c'].map((name) =>
        commits.enqueue(
          () => insert.run(name, ''),
          (committed) => listened.push(committed),
        ),
      ),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(listened).toEqual([true, true, false, true])
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(count('COMMIT')).toBe(1)
  })

  it('undoes what a failing piece wrote before it failed', async () => {
    const { commits, insert, names } = openInMemory()
    const failing = commits.enqueue(() => {
      insert.run('half', '')
      throw new Error('stop')
    })
    const other = commits.enqueue(() => insert.run('whole', ''))
    await expect(failing).rejects.toThrow('stop')
    await other
    expect(names()).toEqual(['whole'])
  })

  it('rejects everybody and stays usable when the COMMIT itself fails', async () => {
    const { db, commits, insert, names } = openInMemory()
    db.pragma('foreign_keys = ON')
    db.exec('CREATE TABLE child (name TEXT REFERENCES item DEFERRABLE INITIALLY DEFERRED)')
    const results = await Promise.allSettled([
      commits.enqueue(() => insert.run('a', '')),
      commits.enqueue(() => db.exec(`INSERT INTO child VALUES ('nobody')`)),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(db.inTransaction).toBe(false)
    await commits.enqueue(() => insert.run('b', ''))
    expect(names()).toEqual(['b'])
  })

  it('answers storage_full for what does not fit, keeps the rest whole, and then recovers', async () => {
    const { db, commits, insert, names } = openInMemory()
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 1}`)
    const big = commits.enqueue(() => insert.run('big', 'x'.repeat(100_000)))
    const small = commits.enqueue(() => insert.run('small', ''))
    await expect(big).rejects.toMatchObject({ code: 'storage_full', status: 507 })
    const [smallResult] = await Promise.allSettled([small])
    expect(names()).toEqual(smallResult.status === 'fulfilled' ? ['small'] : [])

    db.pragma('max_page_count = 1000000')
    await commits.enqueue(() => insert.run('later', 'x'.repeat(100_000)))
    expect(names()).toContain('later')
    expect(db.pragma('quick_check', { simple: true })).toBe('ok')
  })

  it('commits what is waiting when it closes, and refuses more', async () => {
    const { commits, insert, names } = openInMemory()
    const waiting = commits.enqueue(() => insert.run('a', ''))
    commits.close()
    expect(names()).toEqual(['a'])
    await waiting
    await expect(commits.enqueue(() => insert.run('b', ''))).rejects.toThrow('closed')
  })
})

function openOnDisk() {
  const db = openDatabase(makeTempDir())
  db.exec('CREATE TABLE item (name TEXT PRIMARY KEY)')
  const insert = db.prepare('INSERT INTO item (name) VALUES (?)')
  const disk = new ForgetfulDisk(db)
  const commits = new GroupCommit(db, { disk })
  const names = (): unknown[] => db.prepare('SELECT name FROM item ORDER BY name').pluck().all()
  onTestFinished(() => {
    commits.close()
    db.close()
  })
  const done: string[] = []
  const add = (name: string): void => {
    commits
      .enqueue(() => insert.run(name))
      .then(
        () => done.push(name),
        () => done.push(`${name} failed`),
      )
  }
  return { db, disk, commits, add, done, names }
}

const nextTurn = (): Promise<void> => new Promise(setImmediate)

describe('GroupCommit on a disk that takes its time', () => {
  it('resolves nothing before the disk has it, and gathers what comes meanwhile in one group', async () => {
    const { disk, add, done, names } = openOnDisk()
    add('a')
    await nextTurn()
    for (const name of ['b', 'c']) {
      add(name)
      await nextTurn()
    }
    expect(names()).toEqual(['a'])
    expect(done).toEqual([])
    disk.confirm()
    await nextTurn()
    await nextTurn()
    expect(done).toEqual(['a'])
    expect(names()).toEqual(['a', 'b', 'c'])
    disk.confirm()
    await nextTurn()
    expect(done).toEqual(['a', 'b', 'c'])
    expect(disk.syncs).toBe(2)
  })

  it('credits a sync only with what was committed before it began', async () => {
    const { disk, commits, add, done } = openOnDisk()
    add('a')
    commits.flush()
    add('b')
    commits.flush()
    disk.confirm()
    await nextTurn()
    expect(done).toEqual(['a'])
    disk.confirm()
    await nextTurn()
    expect(done).toEqual(['a', 'b'])
  })

  it('tells when everything that can be read is on the disk', async () => {
    const { disk, commits, add } = openOnDisk()
    await commits.durable()
    add('a')
    await nextTurn()
    let isDurable = false
    const waiting = commits.durable().then(() => (isDurable = true))
    await nextTurn()
    expect(isDurable).toBe(false)
    disk.confirm()
    await waitUntil(() => disk.isBusy, 'the second sync')
    disk.confirm()
    await waiting
  })

  it('writes nothing more after a sync that failed, since nobody knows what the disk holds', async () => {
    const { disk, commits, add, done, names } = openOnDisk()
    add('a')
    await nextTurn()
    let listened: boolean | undefined
    const waiting = commits.enqueue(
      () => undefined,
      (committed) => (listened = committed),
    )
    disk.confirm(new Error('EIO'))
    await expect(waiting).rejects.toMatchObject({ code: 'storage_full', status: 507 })
    expect(listened).toBe(false)
    add('b')
    await nextTurn()
    expect(done).toEqual(['a failed', 'b failed'])
    expect(names()).toEqual(['a'])
    await expect(commits.durable()).rejects.toMatchObject({ code: 'storage_full' })
  })

  it('leaves nobody waiting when it closes in the middle of a sync', async () => {
    const { commits, add, done } = openOnDisk()
    add('a')
    commits.flush()
    add('b')
    commits.close()
    await nextTurn()
    expect(done).toEqual(['a', 'b'])
  })
})

describe('LogSync', () => {
  it('syncs what SQLite leaves to it, and hands the duty back', async () => {
    const db = openDatabase(makeTempDir())
    const level = (): unknown => db.pragma('synchronous', { simple: true })
    const disk = LogSync.of(db)!
    expect(level()).toBe(1)
    const outcome = await new Promise((resolve) => disk.start(false, resolve))
    expect(outcome).toBeNull()
    disk.close()
    expect(level()).toBe(2)
    db.close()
  })

  it('syncs without a thread where nobody else wants the event loop', () => {
    const db = openDatabase(makeTempDir())
    const disk = LogSync.of(db)!
    let outcome: Error | null | undefined
    disk.start(true, (error) => (outcome = error))
    expect(outcome).toBeNull()
    disk.close()
    db.close()
  })

  it.skipIf(process.platform === 'win32')('does not wait for threads that other work holds', async () => {
    const folder = makeTempDir()
    const db = openDatabase(folder)
    const disk = LogSync.of(db)!
    // Whoever opens a pipe that nobody writes to waits, here with every thread of Node's pool.
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const opened = Array.from({ length: 8 }, () => promisify(open)(pipe, 'r'))
    try {
      expect(await new Promise((resolve) => disk.start(false, resolve))).toBeNull()
    } finally {
      const writer = openSync(pipe, 'r+')
      for (const file of await Promise.all(opened)) closeSync(file)
      closeSync(writer)
    }
    disk.close()
    db.close()
  })

  // A kernel reports a write that failed once to each open file, to whoever syncs it first.
  function failingKernel() {
    const untold = new Set<number>()
    const open: number[] = []
    const inPool: ((error: NodeJS.ErrnoException | null) => void)[] = []
    const failure = (file: number) => (untold.delete(file) ? new Error('EIO: i/o error') : null)
    const files: SyncedFiles = {
      openSync: () => open.push(open.length),
      fdatasync: (file, done) => void inPool.push(() => done(failure(file))),
      fdatasyncSync: (file) => {
        // The disk has given up by now, and the thread of the pool is the first to be told.
        for (const told of inPool.splice(0)) told(null)
        const error = failure(file)
        if (error) throw error
      },
      closeSync: () => undefined,
    }
    const breakDown = () => {
      for (const file of open) untold.add(file + 1)
    }
    return { files, breakDown }
  }

  it('believes no second sync of a write of which the first was told late that it failed', async () => {
    const db = openDatabase(makeTempDir())
    const { files, breakDown } = failingKernel()
    const disk = LogSync.of(db, files)!
    breakDown()
    const outcome = await new Promise<Error | null>((resolve) => disk.start(false, resolve))
    expect(outcome?.message).toContain('EIO')
    disk.close()
    db.close()
  })
})
