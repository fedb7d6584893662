import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { verifyLedgerOf } from '../../../src-main/command-line/ledger-verify.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../support/test-gateway.ts'

async function makeInstance(): Promise<string> {
  const dataDir = makeTempDir()
  const gateway = await TestGateway.create({ dataDir })
  await gateway.send('/v1/enterprise/keys', { key: OWNER_KEY, body: { name: 'CI' } })
  for (const text of ['a', 'b', 'c']) await gateway.call('crypto-hash-sha256', { text, receipt: true })
  await gateway.close()
  return dataDir
}

function tamper(dataDir: string, sql: string): void {
  const db = new Sqlite(join(dataDir, 'toolgate.db'))
  db.exec(sql)
  db.close()
}

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

it('does not say that ledger, audit trail and receipts are whole', async () => {
  const { code, verdict, text } = verify(await makeInstance())
  expect(code).toBe(0)
  expect(verdict).toMatchObject({
    ok: true,
    audit: { ok: true, rows: 1 },
    receipts: { ok: true, receipts: 3 },
  })
  expect(text).toMatch(/^The ledger adds up: 6 entries of 3 accounts/)
  expect(text).toMatch(/\nThe audit trail is whole: 1 rows, the last one's hash is [0-9a-f]{64}\.\n/)
  expect(text).toMatch(/\nThe receipts are whole: 3, each signed/)
})

it('misses a receipt that was taken out', async () => {
  const dataDir = await makeInstance()
  tamper(dataDir, 'DROP TRIGGER receipt_is_never_deleted; DELETE FROM receipt WHERE seq = 2')
  const { code, verdict, text } = verify(dataDir)
  expect(code).toBe(1)
  expect(verdict).toMatchObject({ ok: false, receipts: { ok: false } })
  expect(verdict.receipts.problems[0]).toMatch(/Receipt 3: .*missing/)
  expect(text).toMatch(/receipts are not whole/)
})

it('misses a changed audit row in a ledger that adds up', async () => {
  const dataDir = await makeInstance()
  tamper(dataDir, `DROP TRIGGER audit_is_never_updated; UPDATE audit SET body = replace(body, 'CI', 'IC')`)
  const { code, verdict } = verify(dataDir)
  expect(code).toBe(1)
  expect(verdict).toMatchObject({ ok: false, problems: [], audit: { ok: false, rows: 1 } })
})
