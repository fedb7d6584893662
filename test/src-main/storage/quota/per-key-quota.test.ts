import { describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../../../src-main/storage/open-database.ts'
import { PerKeyQuota, type Amount } from '../../../../src-main/storage/quota/per-key-quota.ts'
import type { Work } from '../../../../src-main/storage/engine/work.ts'
import { atOnce } from '../../../support/gateway/at-once.ts'
import { ampleStorage } from '../../../support/gateway/open-stores.ts'

/** A table of rows that keys own, and a quota of at most 3 rows and 100 bytes a key over it. */
function open(most: Partial<Amount> = { rows: 3, bytes: 100 }) {
  const db = openDatabase(':memory:')
  onTestFinished(() => void db.close())
  db.exec('CREATE TABLE kept (seq INTEGER PRIMARY KEY, key_id TEXT, name TEXT, bytes INTEGER)')
  const usage = db.prepare<[string], Amount>(
    'SELECT count(*) AS rows, sum(bytes) AS bytes FROM kept WHERE key_id = ? GROUP BY key_id',
  )
  const insert = db.prepare('INSERT INTO kept (key_id, name, bytes) VALUES (?, ?, ?)')
  const oldest = db.prepare(
    `DELETE FROM kept WHERE seq = (SELECT seq FROM kept WHERE key_id = ? AND name <> 'stays'
       ORDER BY seq LIMIT 1)`,
  )
  const usageOf = function* (keyId: string): Work<Amount | undefined> {
    return usage.get(keyId)
  }
  const free = function* (keyId: string): Work<number> {
    return oldest.run(keyId).changes
  }
  const quota = atOnce(db, new PerKeyQuota(most, usageOf, ampleStorage()))
  const keep = (keyId: string, ...rows: readonly (readonly [name: string, bytes: number])[]): void => {
    for (const [name, bytes] of rows) insert.run(keyId, name, bytes)
  }
  return {
    quota,
    keep,
    makeRoom: (keyId: string, more?: Amount) => quota.makeRoom(keyId, () => free(keyId), more),
    names: (keyId: string) =>
      db.prepare('SELECT name FROM kept WHERE key_id = ? ORDER BY seq').pluck().all(keyId),
  }
}

describe('PerKeyQuota', () => {
  it('fits exactly the limit, and not one byte or row more', () => {
    const { quota, keep } = open()
    expect(quota.fits('key_a', { rows: 3, bytes: 100 })).toBe(true)
    expect(quota.fits('key_a', { rows: 3, bytes: 101 })).toBe(false)
    expect(quota.fits('key_a', { rows: 4, bytes: 0 })).toBe(false)
    keep('key_a', ['one', 60], ['two', 20])
    expect(quota.fits('key_a', { rows: 1, bytes: 20 })).toBe(true)
    expect(quota.fits('key_a', { rows: 1, bytes: 21 })).toBe(false)
    expect(quota.fits('key_a', { rows: 2, bytes: 0 })).toBe(false)
  })

  it('frees nothing when exactly the limit is used', () => {
    const { keep, makeRoom, names } = open()
    keep('key_a', ['one', 50], ['two', 30], ['three', 20])
    expect(makeRoom('key_a')).toBe(true)
    expect(names('key_a')).toEqual(['one', 'two', 'three'])
  })

  it('frees the oldest rows first, and no more than it must', () => {
    const { keep, makeRoom, names } = open()
    keep('key_a', ['one', 10], ['two', 10], ['three', 80])
    expect(makeRoom('key_a', { rows: 1, bytes: 10 })).toBe(true)
    expect(names('key_a')).toEqual(['two', 'three'])
    expect(makeRoom('key_a', { rows: 0, bytes: 90 })).toBe(true)
    expect(names('key_a')).toEqual([])
  })

  it('frees what was stored beyond the limit', () => {
    const { keep, makeRoom, names } = open()
    keep('key_a', ['one', 1], ['two', 100], ['three', 1])
    expect(makeRoom('key_a')).toBe(true)
    expect(names('key_a')).toEqual(['three'])
  })

  it('leaves another key alone, however full it is', () => {
    const { quota, keep, makeRoom, names } = open()
    keep('key_b', ['one', 90], ['two', 90], ['three', 90], ['four', 90])
    expect(quota.fits('key_a', { rows: 3, bytes: 100 })).toBe(true)
    keep('key_a', ['mine', 100])
    expect(makeRoom('key_a', { rows: 1, bytes: 1 })).toBe(true)
    expect(names('key_a')).toEqual([])
    expect(names('key_b')).toEqual(['one', 'two', 'three', 'four'])
  })

  it('says so when what may go is gone and it still does not fit', () => {
    const { keep, makeRoom, names } = open()
    keep('key_a', ['stays', 95], ['may go', 1])
    expect(makeRoom('key_a', { rows: 1, bytes: 6 })).toBe(false)
    expect(names('key_a')).toEqual(['stays'])
  })

  it('counts only what it has a limit for', () => {
    const { quota, keep } = open({ bytes: 100 })
    keep('key_a', ['one', 1], ['two', 1], ['three', 1], ['four', 1])
    expect(quota.fits('key_a', { rows: 1_000_000, bytes: 96 })).toBe(true)
    expect(quota.fits('key_a', { rows: 0, bytes: 97 })).toBe(false)
  })

  it('asks again how much is needed after it has freed something', () => {
    const { quota } = open()
    const needed = [
      { rows: 1, bytes: 101 },
      { rows: 1, bytes: 100 },
    ]
    const amounts = needed.values()
    expect(
      quota.makeRoom(
        'key_a',
        function* () {
          return 1
        },
        () => amounts.next().value!,
      ),
    ).toBe(true)
    expect(amounts.next().done).toBe(true)
  })

  it('lets a key that is over its limit shrink a row only to where it fits', () => {
    const { quota, keep } = open()
    keep('key_a', ['one', 110])
    expect(quota.fits('key_a', { rows: 0, bytes: -10 })).toBe(true)
    expect(quota.fits('key_a', { rows: 0, bytes: -9 })).toBe(false)
  })
})
