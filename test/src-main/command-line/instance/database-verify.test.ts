import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Place } from '../../../../src-main/storage/postgres/connection.ts'
import { toolgateHere } from '../../../support/gateway/toolgate-here.ts'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import { makeSchema, postgresServer } from '../../../support/postgres/test-postgres.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const SECRETS = { TOOLGATE_SECRET: 'of the test' }

function addressOf({ host, user, database, schema }: Place): string[] {
  const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
  return ['--database-url', url, '--database-schema', schema]
}

async function runningOn(place: Place): Promise<TestGateway> {
  const gateway = await TestGateway.create({ database: { place, name: 'test', passphrase: 'of the test' } })
  await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'CI' } })
  for (const text of ['a', 'b', 'c']) await gateway.call('crypto-hash-sha256', { text, receipt: true })
  return gateway
}

async function verify(place: Place): Promise<{ code: number; verdict: Json; text: string }> {
  const command = ['ledger', 'verify', ...addressOf(place)]
  const { code, stdout } = await toolgateHere([...command, '--json'], {})
  return { code, verdict: JSON.parse(stdout), text: (await toolgateHere(command, {})).stdout }
}

describe.skipIf(MISSING_POSTGRES)('toolgate ledger verify --database-url', () => {
  it('says that a database is whole while a gateway runs on it', async () => {
    const place = await makeSchema()
    const gateway = await runningOn(place)
    const { code, verdict, text } = await verify(place)
    expect(verdict).toMatchObject({ ok: true, problems: [], audit: { rows: 1 }, receipts: { receipts: 3 } })
    expect(text).toMatch(/^The ledger adds up: 6 entries of 3 accounts/)
    expect(code).toBe(0)
    await gateway.close()
  })

  it.each([
    ['a receipt that was removed', 'DELETE FROM receipt WHERE seq = 2', 'Receipt 3 of'],
    ['a receipt of another key', "UPDATE receipt SET key_id = 'none' WHERE seq = 3", 'Receipt 3 of none'],
    [
      'an audit row that was changed',
      "UPDATE audit SET body = body || ' '",
      'Row 1 does not match its hash',
    ],
    ['a balance that was changed', 'UPDATE account SET balance = balance + 1', 'The balance of'],
    ['a lease that nobody holds', 'UPDATE account SET held = 1 WHERE balance > 1', '0 leased to gateways'],
  ])('finds %s', async (_name, sql, problem) => {
    const place = await makeSchema()
    await (await runningOn(place)).close()
    await (
      await postgresServer()
    ).run(`SET search_path = ${place.schema}; SET session_replication_role = replica; ${sql}`)
    const { code, verdict, text } = await verify(place)
    expect([code, verdict.ok]).toEqual([1, false])
    expect(text).toContain(problem)
  })

  it('says so when no gateway has been there', async () => {
    const { host } = await makeSchema()
    const place = { host, user: 'toolgate', database: 'postgres', schema: 'nothing_there' }
    const head = await toolgateHere(['ledger', 'verify', ...addressOf(place), '--head', 'head.json'], {})
    expect([head.code, head.stderr]).toEqual([2, expect.stringContaining('--head is of a data folder')])
    const { code, stderr } = await toolgateHere(['ledger', 'verify', ...addressOf(place)], {})
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('No gateway has kept its data in the schema'),
    ])
  })
})

describe.skipIf(MISSING_POSTGRES)('toolgate migrate', () => {
  it('moves an instance, and says what was compared and how it goes on', async () => {
    const dataDir = makeTempDir()
    const gateway = await TestGateway.create({ dataDir })
    await gateway.call('crypto-hash-sha256', { text: 'a', receipt: true })
    await gateway.close()
    const address = addressOf(await makeSchema())
    const there = await toolgateHere(['migrate', '--data-dir', dataDir, ...address], SECRETS)
    expect([there.code, there.stderr]).toEqual([0, ''])
    expect(there.stdout).toMatch(/^entry +4 {2}[0-9a-f]{16}$/m)
    expect(there.stdout).toContain('counts and hashes are equal')
    const folder = join(makeTempDir(), 'back')
    const back = await toolgateHere(['migrate', '--to-sqlite', folder, ...address, '--json'], SECRETS)
    expect(JSON.parse(back.stdout)).toMatchObject({ ok: true, left: 0, lost: [] })
    expect(existsSync(join(folder, 'instance-key.pem'))).toBe(true)
  })

  it('needs the passphrase and the address', async () => {
    const none = await toolgateHere(['migrate', '--data-dir', makeTempDir()], SECRETS)
    expect(none.stderr).toContain('Name the database')
    const bare = await toolgateHere(['migrate', ...addressOf(await makeSchema())], {})
    expect(bare.stderr).toContain('TOOLGATE_SECRET')
  })
})
