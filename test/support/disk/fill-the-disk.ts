/**
 * Charges until the file size limit of this process is reached, then again without the limit, and prints
 * what it saw. Run by full-disk.test.ts in a process of its own: a limit that is reached would stop the
 * test runner too.
 */
import { execFileSync } from 'node:child_process'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { verifyLedger } from '../../../src-main/ledger/verify-ledger.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'

const LIMIT_BYTES = 2 * 1024 * 1024
const CALL = { requestId: 'r', slug: 's' }

const db = openDatabase(process.argv[2] ?? '')
const commits = new GroupCommit(db)
const ledger = new SqliteLedger(db, commits, Date.now)
await ledger.credit({ id: 'g', account: 'key_a', kind: 'grant', credits: 1_000_000 })
db.exec('CREATE TABLE IF NOT EXISTS answer (body TEXT)')
const save = db.prepare('INSERT INTO answer VALUES (?)')

function limitFiles(bytes: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`])
}

async function call(id: string): Promise<string> {
  ledger.reserve({ id, account: 'key_a', credits: 1 })
  try {
    await ledger.settle(id, CALL, function* () {
      save.run('x'.repeat(50_000))
    })
    return 'charged'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

limitFiles(String(LIMIT_BYTES))
let charged = 0
const refusals = new Set<string>()
for (let i = 0; i < 200; i++) {
  const group = await Promise.all([call(`a${i}`), call(`b${i}`), call(`c${i}`)])
  for (const outcome of group) {
    if (outcome === 'charged') charged++
    else refusals.add(outcome)
  }
}
const whileFull = { ...ledger.lastKnown('key_a'), ok: verifyLedger(db).ok }

limitFiles('unlimited')
const later = await call('later')
const after = { ...ledger.lastKnown('key_a'), ok: verifyLedger(db).ok }
const check = db.pragma('quick_check', { simple: true })
console.log(JSON.stringify({ charged, refusals: [...refusals], whileFull, later, after, check }))
