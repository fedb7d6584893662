import Sqlite from 'better-sqlite3'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { migrate } from '../../../src-main/storage/migrate.ts'
import { MIGRATIONS } from '../../../src-main/storage/migrations.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { writeRuntimeFile } from '../../../src-main/data-folder/runtime-file.ts'
import { newRuntimeSecret } from '../../../src-main/data-folder/runtime-proof.ts'
import { StartupError } from '../../../src-main/storage/startup-error.ts'
import { grant, openStores } from '../../support/gateway/open-stores.ts'
import { makeTempDir } from '../../support/temp-dir.ts'

const MODULE = new URL('../../../src-main/storage/open-database.ts', import.meta.url).href

/** A data folder whose instance was used and then stopped. */
async function makeUsedFolder(): Promise<string> {
  const folder = makeTempDir()
  const stores = openStores(folder)
  for (let i = 0; i < 200; i++) await grant(stores, `key_${i}`, 500)
  stores.close()
  return folder
}

/**
 * Every file that holds data, with a hash of its content. Reading alone makes SQLite add an index and a
 * blank log.
 */
function filesOf(folder: string): Record<string, string> {
  const isBlankLog = (name: string): boolean =>
    name.endsWith('-shm') || (name.endsWith('-wal') && statSync(join(folder, name)).size === 0)
  const names = readdirSync(folder).filter((name) => !isBlankLog(name))
  const hashOf = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return Object.fromEntries(names.map((name) => [name, hashOf(name)]))
}

function startupErrorOf(folder: string): string {
  try {
    openDatabase(folder).close()
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return error instanceof Error ? error.message : ''
  }
  throw new Error('The database was opened')
}

describe('openDatabase', () => {
  it('syncs every commit, checks references and locks the file', () => {
    const db = openDatabase(makeTempDir())
    const valueOf = (name: string): unknown => db.pragma(name, { simple: true })
    expect(valueOf('journal_mode')).toBe('wal')
    expect(valueOf('synchronous')).toBe(2)
    expect(valueOf('foreign_keys')).toBe(1)
    expect(valueOf('locking_mode')).toBe('exclusive')
    expect(valueOf('user_version')).toBe(MIGRATIONS.length)
    db.close()
  })

  it.skipIf(process.platform === 'win32')('lets no other user read the folder or a file in it', () => {
    const folder = join(makeTempDir(), 'deep', 'data')
    const db = openDatabase(folder)
    db.exec(`INSERT INTO account VALUES ('key_a', 0)`)
    const modeOf = (path: string): number => statSync(path).mode & 0o777
    expect(modeOf(folder)).toBe(0o700)
    expect(readdirSync(folder)).toContain('toolgate.db-wal')
    for (const name of readdirSync(folder))
      expect([name, modeOf(join(folder, name))]).toEqual([name, 0o600])
    db.close()
  })

  it.skipIf(process.platform === 'win32')('shuts nobody out of a folder that is not its own', () => {
    const folder = makeTempDir()
    chmodSync(folder, 0o755)
    writeFileSync(join(folder, 'letter.txt'), 'mine')
    openDatabase(folder).close()
    expect(statSync(folder).mode & 0o777).toBe(0o755)
    expect(statSync(join(folder, 'toolgate.db')).mode & 0o777).toBe(0o600)
  })

  it('keeps what was written when it is opened again', async () => {
    const folder = await makeUsedFolder()
    expect(openStores(folder).ledger.lastKnown('key_7').balance).toBe(500)
  })

  it('recovers what a killed process had committed and not yet moved out of its log', async () => {
    const folder = makeTempDir()
    const running = openStores(folder)
    await grant(running, 'key_a', 500)
    const copy = makeTempDir()
    cpSync(folder, copy, { recursive: true })
    expect(openStores(copy).ledger.lastKnown('key_a').balance).toBe(500)
  })

  it('opens a folder whose first start died before anything was written', () => {
    const folder = makeTempDir()
    writeFileSync(join(folder, 'toolgate.db'), '')
    openDatabase(folder).close()
    expect(filesOf(folder)).toHaveProperty('instance.json')
  })

  it('refuses a second process with the address of the first, which stays untouched', async () => {
    const folder = makeTempDir()
    const first = openStores(folder)
    writeRuntimeFile(folder, { url: 'http://127.0.0.1:4777', pid: 4321, secret: newRuntimeSecret() })
    const script = `import(process.argv[1]).then(({ openDatabase }) => openDatabase(process.argv[2]))
      .catch((error) => { console.error(error.message); process.exit(error.exitCode) })`
    const second = spawnSync(process.execPath, ['-e', script, MODULE, folder], { encoding: 'utf8' })
    expect(second.status).toBe(1)
    expect(second.stderr).toContain('Toolgate at http://127.0.0.1:4777 (process 4321) is already using')
    await grant(first, 'key_a', 500)
    expect(first.ledger.lastKnown('key_a').balance).toBe(500)
  })

  it('says so when the folder is a file', () => {
    const file = join(makeTempDir(), 'file')
    writeFileSync(file, 'text')
    expect(startupErrorOf(file)).toContain('cannot be used')
  })

  it('leaves the database of a newer Toolgate alone', () => {
    const folder = makeTempDir()
    const db = new Sqlite(join(folder, 'toolgate.db'))
    migrate(db, [...MIGRATIONS, 'CREATE TABLE future (x)'])
    db.close()
    const before = filesOf(folder)
    expect(startupErrorOf(folder)).toContain('newer Toolgate')
    expect(filesOf(folder)).toEqual(before)
  })
})

describe('a damaged database', () => {
  const damages: Record<string, (file: string) => void> = {
    'without its header': (file) => overwrite(file, 0, 100),
    'with noise in every page': (file) => {
      for (let at = 4096; at < statSync(file).size; at += 4096) overwrite(file, at, 64)
    },
    'with only its header left': (file) => overwrite(file, 100, statSync(file).size - 100),
    'cut in the middle of a page': (file) => truncateSync(file, Math.floor(statSync(file).size / 2) + 100),
    'cut to its first page': (file) => truncateSync(file, 4096),
    'cut to nothing': (file) => truncateSync(file, 0),
    'that is gone': (file) => rmSync(file),
    'that is a text file': (file) => writeFileSync(file, 'not a database at all\n'.repeat(500)),
  }

  for (const [name, damage] of Object.entries(damages)) {
    it(`${name} is reported, kept as it is and not replaced`, async () => {
      const folder = await makeUsedFolder()
      damage(join(folder, 'toolgate.db'))
      const before = filesOf(folder)
      expect(startupErrorOf(folder)).toContain(join(folder, 'toolgate.db'))
      expect(filesOf(folder)).toEqual(before)
    })
  }

  it('keeps a log that still holds data when the main file is lost', async () => {
    const running = makeTempDir()
    await grant(openStores(running), 'key_a', 500)
    const folder = makeTempDir()
    cpSync(join(running, 'toolgate.db-wal'), join(folder, 'toolgate.db-wal'))
    const before = filesOf(folder)
    expect(startupErrorOf(folder)).toContain('is missing')
    expect(filesOf(folder)).toEqual(before)
  })

  it('is noticed when a key and its index disagree', async () => {
    const folder = makeTempDir()
    const { db, close } = openStores(folder)
    const hash = 'a'.repeat(64)
    db.prepare(
      `INSERT INTO api_key
         (id, hash, kind, name, permissions, rate_limit, window_seconds, created_at, last4)
       VALUES ('key_a', ?, 'demo', 'x', '[]', 60, 60, 0, '1234')`,
    ).run(hash)
    close()
    const file = join(folder, 'toolgate.db')
    const bytes = readFileSync(file)
    bytes.write('b', bytes.lastIndexOf(hash))
    writeFileSync(file, bytes)
    expect(startupErrorOf(folder)).toContain('damaged')
  })
})

// Bytes that follow no pattern of SQLite's, the same in every run.
function overwrite(file: string, at: number, length: number): void {
  const bytes = readFileSync(file)
  for (let i = at; i < at + length; i++) bytes[i] = (i * 197 + 89) % 251
  writeFileSync(file, bytes)
}
