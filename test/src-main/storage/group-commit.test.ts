import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'

function open() {
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
    const { commits, insert, names, count } = open()
    await Promise.all(['a', 'b', 'c'].map((name) => commits.enqueue(() => insert.run(name, ''))))
    expect(names()).toEqual(['a', 'b', 'c'])
    expect(count('BEGIN IMMEDIATE')).toBe(1)
    expect(count('COMMIT')).toBe(1)
  })

  it('never resolves a promise before the COMMIT', async () => {
    const { db, commits, insert, count } = open()
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
    const { commits, insert, names, count } = open()
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
    const { commits, insert, names } = open()
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
    const { db, commits, insert, names } = open()
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
    const { db, commits, insert, names } = open()
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
    const { commits, insert, names } = open()
    const waiting = commits.enqueue(() => insert.run('a', ''))
    commits.close()
    expect(names()).toEqual(['a'])
    await waiting
    await expect(commits.enqueue(() => insert.run('b', ''))).rejects.toThrow('closed')
  })
})
