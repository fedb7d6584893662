import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'

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

async function verify(dataDir: string): Promise<{ code: number; verdict: Json; text: string }> {
  const command = ['ledger', 'verify', '--data-dir', dataDir]
  const { code, stdout } = await toolgateHere([...command, '--json'], {})
  return { code, verdict: JSON.parse(stdout), text: (await toolgateHere(command, {})).stdout }
}

it('toolgate ledger verify says that ledger, audit trail and receipts are whole', async () => {
  const { code, verdict, text } = await verify(await makeInstance())
  expect(code).toBe(0)
  expect(verdict).toMatchObject({
    ok: true,
    audit: { ok: true, rows: 1 },
    receipts: { ok: true, receipts: 3 },
  })
  expect(text).toMatch(/^The ledger adds up: 6 entries of 3 accounts/)
  expect(text).toMatch(/\nThe audit trail is complete: 1 row; the hash of the last one is [0-9a-f]{64}\.\n/)
  expect(text).toMatch(/\nThe receipts are complete: 3, each signed/)
})

it('toolgate ledger verify finds a receipt that was removed', async () => {
  const dataDir = await makeInstance()
  tamper(dataDir, 'DROP TRIGGER receipt_is_never_deleted; DELETE FROM receipt WHERE seq = 2')
  const { code, verdict, text } = await verify(dataDir)
  expect(code).toBe(1)
  expect(verdict).toMatchObject({ ok: false, receipts: { ok: false } })
  expect(verdict.receipts.problems[0]).toMatch(/Receipt 3: .*missing/)
  expect(text).toMatch(/receipts are not complete/)
})

it('toolgate ledger verify finds a changed audit row in a ledger that adds up', async () => {
  const dataDir = await makeInstance()
  tamper(dataDir, `DROP TRIGGER audit_is_never_updated; UPDATE audit SET body = replace(body, 'CI', 'IC')`)
  const { code, verdict } = await verify(dataDir)
  expect(code).toBe(1)
  expect(verdict).toMatchObject({ ok: false, problems: [], audit: { ok: false, rows: 1 } })
})
