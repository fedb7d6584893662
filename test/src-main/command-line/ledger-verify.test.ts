import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, onTestFinished, vi } from 'vitest'
import { verifyLedgerOf } from '../../../src-main/command-line/ledger-verify.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway } from '../../support/test-gateway.ts'

async function makeInstance(): Promise<string> {
  const dataDir = makeTempDir()
  const gateway = await TestGateway.create({ dataDir })
  await gateway.send('/v1/enterprise/keys', { key: OWNER_KEY, body: { name: 'CI' } })
  await gateway.call('crypto-hash-sha256', { text: 'abc' })
  await gateway.close()
  return dataDir
}

/** What the command prints, and its exit code. */
function run(dataDir: string, json: boolean): [code: number, printed: string] {
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  onTestFinished(() => spy.mockRestore())
  const code = verifyLedgerOf(dataDir, json)
  spy.mockRestore()
  return [code, printed]
}

it('says that ledger and audit trail are whole, and exits with 0', async () => {
  const dataDir = await makeInstance()
  const [code, printed] = run(dataDir, false)
  expect(code).toBe(0)
  expect(printed).toMatch(/^The ledger adds up: 4 entries of 3 accounts/)
  expect(printed).toMatch(/\nThe audit trail is whole: 1 rows, the last one's hash is [0-9a-f]{64}\.\n$/)
})

it('finds a changed audit row in a ledger that adds up, and exits with 1', async () => {
  const dataDir = await makeInstance()
  const db = new Sqlite(join(dataDir, 'toolgate.db'))
  db.exec(`DROP TRIGGER audit_is_never_updated; UPDATE audit SET body = replace(body, 'CI', 'IC')`)
  db.close()
  const [code, printed] = run(dataDir, true)
  expect(code).toBe(1)
  expect(JSON.parse(printed)).toMatchObject({ ok: false, entries: 4, audit: { ok: false, rows: 1 } })
})
