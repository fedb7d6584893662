import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { verifyLedgerOf } from '../../../src-main/command-line/ledger-verify.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/test-gateway.ts'

function verify(dataDir: string): { code: number; verdict: Json; text: string } {
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const code = verifyLedgerOf(dataDir, true)
    verifyLedgerOf(dataDir, false)
    const [json, text] = spy.mock.calls.map(([said]) => String(said))
    return { code, verdict: JSON.parse(json!), text: text! }
  } finally {
    spy.mockRestore()
  }
}

it('checks the receipts of an instance beside its ledger, and finds one that was taken out', async () => {
  const dataDir = makeTempDir()
  const gateway = await TestGateway.create({ dataDir })
  for (const text of ['a', 'b', 'c']) await gateway.call('crypto-hash-sha256', { text, receipt: true })
  await gateway.close()
  const good = verify(dataDir)
  expect(good).toMatchObject({ code: 0, verdict: { ok: true, problems: [], receipts: 3 } })
  expect(good.text).toMatch(/ledger adds up.*\nThe receipts are whole: 3/)

  const db = new Sqlite(join(dataDir, 'toolgate.db'))
  db.exec('DROP TRIGGER receipt_is_never_deleted; DELETE FROM receipt WHERE seq = 2')
  db.close()
  const bad = verify(dataDir)
  expect(bad).toMatchObject({ code: 1, verdict: { ok: false } })
  expect(bad.verdict.problems[0]).toMatch(/Receipt 3: .*missing/)
  expect(bad.text).toMatch(/not whole/)
})

it('checks the audit trail beside them, and finds a row that says something else', async () => {
  const dataDir = makeTempDir()
  const gateway = await TestGateway.create({ dataDir })
  await gateway.send('/v1/enterprise/keys', { key: OWNER_KEY, body: { name: 'CI' } })
  await gateway.close()
  const good = verify(dataDir)
  expect(good).toMatchObject({ code: 0, verdict: { ok: true, audit: { ok: true, rows: 1 } } })
  expect(good.text).toMatch(/\nThe audit trail is whole: 1 rows, the last one's hash is [0-9a-f]{64}\.\n$/)

  const db = new Sqlite(join(dataDir, 'toolgate.db'))
  db.exec(`DROP TRIGGER audit_is_never_updated; UPDATE audit SET body = replace(body, 'CI', 'IC')`)
  db.close()
  const bad = verify(dataDir)
  expect(bad).toMatchObject({ code: 1, verdict: { ok: false, audit: { ok: false, rows: 1 } } })
  expect(bad.verdict.problems).toEqual(['Row 1 does not have the hash of what it says.'])
})
