import { closeSync, existsSync, openSync, statSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { noteCleanStop } from '../../../src-main/storage/clean-stop.ts'
import { DATABASE_FILE, openDatabase } from '../../../src-main/storage/open-database.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

/** A database that was closed, and a page in its middle that only a check of all pages reads. */
function closedDatabase() {
  const folder = makeTempDir()
  const file = join(folder, DATABASE_FILE)
  const db = openDatabase(folder)
  db.exec('CREATE TABLE filler (text TEXT)')
  const insert = db.prepare('INSERT INTO filler VALUES (?)')
  for (let row = 0; row < 100; row++) insert.run('x'.repeat(1_000))
  const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'filler'").get() as {
    rootpage: number
  }
  const pageSize = Number(db.pragma('page_size', { simple: true }))
  db.close()
  return { folder, file, at: (rootpage - 1) * pageSize }
}

/** Damages the file, and leaves no trace of that in what the system says of it. */
function damage({ file, at }: ReturnType<typeof closedDatabase>): void {
  const { atime, mtime } = statSync(file)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(64, 0xff), 0, 64, at)
  closeSync(handle)
  utimesSync(file, atime, mtime)
}

it('a start checks the pages of a database that no clean stop was noted for', () => {
  const closed = closedDatabase()
  damage(closed)
  expect(() => openDatabase(closed.folder, true)).toThrow('is damaged')
})

it('a start opens a database that is as a clean stop has left it, and the note counts once', () => {
  const { folder, file } = closedDatabase()
  noteCleanStop(folder, file)
  openDatabase(folder, true).close()
  expect(existsSync(join(folder, 'clean-stop.json'))).toBe(false)
})

it.each([
  ['was written to since', ({ file }: ReturnType<typeof closedDatabase>) => utimesSync(file, 1, 1)],
  [
    'has a log beside it',
    ({ file }: ReturnType<typeof closedDatabase>) => writeFileSync(`${file}-wal`, 'anything'),
  ],
])('a start checks the pages of a database that %s', (_what, change) => {
  const closed = closedDatabase()
  damage(closed)
  noteCleanStop(closed.folder, closed.file)
  change(closed)
  expect(() => openDatabase(closed.folder, true)).toThrow('is damaged')
})

it('commands check the pages whatever a stop has noted', () => {
  const closed = closedDatabase()
  damage(closed)
  noteCleanStop(closed.folder, closed.file)
  expect(() => openDatabase(closed.folder)).toThrow('is damaged')
})

it('the tables of keys and balances are checked at every start', () => {
  const { folder, file } = closedDatabase()
  const db = openDatabase(folder)
  const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'account'").get() as {
    rootpage: number
  }
  const at = (rootpage - 1) * Number(db.pragma('page_size', { simple: true }))
  db.close()
  damage({ folder, file, at })
  noteCleanStop(folder, file)
  expect(() => openDatabase(folder, true)).toThrow('is damaged')
})
