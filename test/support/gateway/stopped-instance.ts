import Sqlite, { type Database } from 'better-sqlite3'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { verifyAudit } from '../../../src-main/accounts/verify-audit.ts'
import { verifyHead, type HeadVerdict } from '../../../src-main/evidence/check-head.ts'
import { readHeadFile } from '../../../src-main/evidence/head-file.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { InstanceKey } from '../../../src-main/receipts/instance-key.ts'
import { verifyReceipts } from '../../../src-main/receipts/verify-receipts.ts'
import { DATABASE_FILE, openDatabase } from '../../../src-main/storage/open-database.ts'
import { makeTempDir } from '../temp-dir.ts'

const GUARDED = ['entry', 'audit', 'receipt']

/** Changes the database of a stopped instance as somebody would who can write the file, without the guards. */
export function tamper(dataDir: string, change: string | ((db: Database) => void)): void {
  const db = new Sqlite(join(dataDir, DATABASE_FILE))
  const triggers = db
    .prepare<[], { name: string; tbl_name: string; sql: string }>(
      `SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger'`,
    )
    .all()
    .filter(({ tbl_name }) => GUARDED.includes(tbl_name))
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`)
  if (typeof change === 'string') db.exec(change)
  else change(db)
  for (const { sql } of triggers) db.exec(sql)
  db.close()
}

/** A copy of a data folder, as it is after a `kill -9` when its gateway runs. */
export function copyOf(dataDir: string): string {
  const copy = join(makeTempDir(), 'copy')
  cpSync(dataDir, copy, { recursive: true })
  return copy
}

/** Puts the database of one folder into another by hand. */
export function putDatabase(from: string, to: string): void {
  for (const end of ['-wal', '-shm']) rmSync(join(to, DATABASE_FILE + end), { force: true })
  cpSync(join(from, DATABASE_FILE), join(to, DATABASE_FILE))
}

/** What the signed head of a stopped instance says about its database. */
export function headVerdictOf(dataDir: string): HeadVerdict {
  const db = openDatabase(dataDir)
  try {
    const text = readHeadFile(dataDir)
    return verifyHead(db, { text, trusted: text === null ? null : new InstanceKey(dataDir).publicKey })
  } finally {
    db.close()
  }
}

/** Whether ledger, audit trail and receipts are sound in themselves, whatever a head says. */
export function isSoundInItself(dataDir: string): boolean {
  const db = openDatabase(dataDir)
  try {
    return verifyLedger(db).ok && verifyAudit(db).ok && verifyReceipts(db).ok
  } finally {
    db.close()
  }
}
