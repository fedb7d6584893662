import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { migrate, refuseNewerVersion, versionOf } from '../../../src-main/storage/migrate.ts'
import { MIGRATIONS } from '../../../src-main/storage/migrations.ts'

describe('migrate', () => {
  it('runs each step once, however often it is called', () => {
    const db = new Sqlite(':memory:')
    const steps = ['CREATE TABLE a (x)', 'CREATE TABLE b (x)']
    expect(migrate(db, steps)).toBe(true)
    expect(migrate(db, steps)).toBe(false)
    expect(migrate(db, [...steps, 'CREATE TABLE c (x)'])).toBe(true)
    expect(versionOf(db)).toBe(3)
  })

  it('leaves no half of a step behind when it fails, and keeps the steps before it', () => {
    const db = new Sqlite(':memory:')
    const steps = ['CREATE TABLE a (x)', 'CREATE TABLE b (x); CREATE TABLE a (x)']
    expect(() => migrate(db, steps)).toThrow('already exists')
    expect(versionOf(db)).toBe(1)
    expect(db.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['a'])
  })

  it('refuses an unknown layout instead of working on it', () => {
    const db = new Sqlite(':memory:')
    db.pragma(`user_version = ${MIGRATIONS.length}`)
    expect(() => refuseNewerVersion(db)).not.toThrow()
    db.pragma(`user_version = ${MIGRATIONS.length + 1}`)
    expect(() => refuseNewerVersion(db)).toThrow(/newer Toolgate/)
  })
})
