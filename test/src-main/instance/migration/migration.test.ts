import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FolderRows } from '../../../../src-main/instance/migration/folder-rows.ts'
import { KEPT_TABLES, OF_FOLDERS } from '../../../../src-main/instance/migration/kept-tables.ts'
import { PostgresRows } from '../../../../src-main/instance/migration/postgres-rows.ts'
import { copyToFolder } from '../../../../src-main/instance/migration/to-folder.ts'
import { inTransaction, moveToPostgres } from '../../../../src-main/instance/migration/to-postgres.ts'
import { SecretFile } from '../../../../src-main/secrets/secret-file.ts'
import { openDatabase } from '../../../../src-main/storage/open-database.ts'
import { migratePostgres } from '../../../../src-main/storage/postgres/layout.ts'
import type { Place } from '../../../../src-main/storage/postgres/connection.ts'
import { TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import { makeSchema } from '../../../support/postgres/test-postgres.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const HASH = '/v1/crypto-hash-sha256'
const SECRET = 'sk-moved-0123456789abcdef'
const passphrase = 'of the test'
const INSTANCE = `gw_${'a'.repeat(32)}`
const onPlace = (place: Place) => ({ place, name: 'moved', passphrase })

/** A stopped instance that has something of everything. */
async function fullInstance(): Promise<{ dataDir: string; facts: Json }> {
  const dataDir = makeTempDir()
  const gateway = await TestGateway.create({ dataDir, providers: { passphrase } })
  const team = (await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'Team', credit_limit: 50 } }))
    .json
  const body = { text: 'a', receipt: true }
  await gateway.send(HASH, { key: team.key, body })
  await gateway.send(HASH, { body, headers: { 'idempotency-key': 'moved' } })
  await gateway.call('memory-set', { key: 'greeting', value: { text: 'grüße 💶' } })
  await gateway.call('memory-set', { key: 'greeting', value: 'later' })
  await gateway.call('memory-increment', { name: 'visits' })
  await gateway.send('/v1/files', {
    body: 'a,b\n1,2\n',
    headers: { 'content-type': 'text/csv', 'x-file-name': 'a.csv' },
  })
  const job = (await gateway.send('/v1/async/crypto-hash-sha256', { body: { text: 'a' } })).json
  await waitUntil(async () => (await gateway.send(job.poll)).json.status === 'completed', 'the job ends')
  await gateway.asOwner('/app/providers', {
    body: { kind: 'openai', api_key: SECRET, base_url: 'https://api.example.com/v1' },
  })
  await gateway.asOwner('/v1/enterprise/toolsets/desk', {
    method: 'PUT',
    body: { tools: [{ slug: 'text-diff' }] },
  })
  const lease = { instance: INSTANCE, name: 'Laptop', number: 1, credits: 30 }
  await gateway.send('/v1/leases', { key: team.key, body: lease })
  await spend(gateway, team.key, 'c1')
  const facts = await factsOf(gateway, [gateway.key, team.key])
  await gateway.close()
  return { dataDir, facts: { ...facts, keys: [gateway.key, team.key] } }
}

/** What callers see of an instance, wherever its data is. */
async function factsOf(gateway: TestGateway, keys: readonly string[]): Promise<Json> {
  const balances = []
  for (const key of keys) {
    const { balance, reserved, credit_limit, spent } = (await gateway.send('/v1/credits/balance', { key }))
      .json
    balances.push({ balance, reserved, credit_limit, spent })
  }
  const key = keys[0]!
  const { entries } = (await gateway.send('/v1/credits/history?limit=50', { key })).json
  const proof = (await gateway.send('/v1/proof/key', { key })).json
  return { balances, entries, proof, demo: gateway.instance.demoKey }
}

/** Says what another gateway has spent of its lease of 30 credits. */
function spend(gateway: TestGateway, key: string, id: string): Promise<{ json: Json }> {
  const entries = [{ id, credits: 4, slug: 'crypto-hash-sha256', request_id: `r-${id}` }]
  return gateway.send('/v1/leases/entries', { key, body: { instance: INSTANCE, entries } })
}

async function digestOf(dataDir: string): Promise<Record<string, readonly unknown[]>> {
  const db = openDatabase(dataDir)
  try {
    const rows = new FolderRows(db)
    const tables: Record<string, unknown[]> = {}
    for (const { name, counter, placed = [] } of KEPT_TABLES) {
      const columns = (await rows.columnsOf(name)).filter((column) => !placed.includes(column))
      const found: unknown[] = []
      for await (const batch of rows.read(name, columns, counter)) found.push(...batch)
      tables[name] = found
    }
    return tables
  } finally {
    db.close()
  }
}

describe.skipIf(MISSING_POSTGRES)('an instance that is moved', () => {
  test('has the same rows in a PostgreSQL, and in a folder again', async () => {
    const { dataDir, facts } = await fullInstance()
    const before = await digestOf(dataDir)
    for (const table of [
      'entry',
      'sub_account',
      'instance',
      'audit',
      'receipt',
      'idempotency',
      'job',
      'memory_version',
      'file_content',
    ])
      expect([table, before[table]!.length > 0]).toEqual([table, true])
    const place = await makeSchema()
    const moved = await moveToPostgres({ dataDir, database: onPlace(place), keychain: null })
    expect(moved).toMatchObject({ lost: [], left: 0 })
    await expect(TestGateway.create({ dataDir })).rejects.toThrow('was moved to a PostgreSQL')

    const folder = join(makeTempDir(), 'again')
    const back = await copyToFolder({ folder, database: onPlace(place), now: 0 })
    expect(back).toEqual(moved)
    expect(await digestOf(folder)).toEqual(before)
    expect(await new SecretFile(folder, passphrase).read(await providerId(dataDir))).toBe(SECRET)

    for (const where of [{ dataDir: folder, providers: { passphrase } }, { database: onPlace(place) }]) {
      const gateway = await TestGateway.create(where)
      expect(await factsOf(gateway, facts.keys)).toEqual({ ...facts, keys: undefined })
      const headers = { 'idempotency-key': 'moved' }
      const again = await gateway.send(HASH, {
        key: facts.keys[0],
        body: { text: 'a', receipt: true },
        headers,
      })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect((await spend(gateway, facts.keys[1], 'c1')).json).toMatchObject({ known: 1, left: 26 })
      expect((await spend(gateway, facts.keys[1], 'c2')).json).toMatchObject({ charged: 1, left: 22 })
      const kept = await gateway.call('memory-get', { key: 'greeting' }, { key: facts.keys[0] })
      expect(kept.json.data.value).toBe('later')
      const signed = await gateway.send(HASH, { key: facts.keys[1], body: { text: 'b', receipt: true } })
      expect(signed.json.receipt.statement.seq).toBe(before['receipt']!.length + 1)
      const made = await gateway.asOwner('/v1/enterprise/keys', { body: { name: 'Later' } })
      expect([made.status, gateway.bugs]).toEqual([201, []])
      const found = await gateway.call('memory-search', { query: 'later' }, { key: facts.keys[0] })
      expect(JSON.stringify(found.json.data)).toContain('greeting')
      await gateway.close()
    }
  })

  test('is refused where the schema has a gateway already, and is left as it was', async () => {
    const { dataDir } = await fullInstance()
    const place = await makeSchema()
    const gateway = await TestGateway.create({ database: { ...onPlace(place), name: 'other' } })
    await gateway.close()
    const moving = moveToPostgres({ dataDir, database: onPlace(place), keychain: null })
    await expect(moving).rejects.toThrow('has the data of a gateway already')
    expect(existsSync(join(dataDir, 'migrated.json'))).toBe(false)
  })

  test('is not copied back while a gateway runs, nor over anything', async () => {
    const place = await makeSchema()
    const gateway = await TestGateway.create({ database: { ...onPlace(place), name: 'other' } })
    await gateway.call('crypto-hash-sha256', { text: 'a' })
    const folder = join(makeTempDir(), 'again')
    const copying = copyToFolder({ folder, database: onPlace(place), now: 0 })
    await expect(copying).rejects.toThrow('Gateways run on this database: other')
    expect(existsSync(folder)).toBe(false)
    await gateway.close()
    const { dataDir } = await fullInstance()
    const files = readdirSync(dataDir)
    await expect(copyToFolder({ folder: dataDir, database: onPlace(place), now: 0 })).rejects.toThrow(
      'not empty',
    )
    expect(readdirSync(dataDir)).toEqual(files)
  })

  // Catches: a table or a column that a new layout has, and that stays behind.
  test('leaves no table and no column of its folder behind', async () => {
    const place = await makeSchema()
    await migratePostgres(place)
    const db = openDatabase(':memory:')
    const names = db
      .prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'memory_search%'`,
      )
      .pluck()
      .all()
    const kept = KEPT_TABLES.map(({ name }) => name)
    expect(names.toSorted()).toEqual([...kept, ...OF_FOLDERS].toSorted())
    await inTransaction({ place }, async (client) => {
      const [there, here] = [new PostgresRows(client), new FolderRows(db)]
      for (const name of kept)
        expect(await there.columnsOf(name), name).toEqual(
          expect.arrayContaining([...(await here.columnsOf(name))]),
        )
    })
    db.close()
  })
})

async function providerId(dataDir: string): Promise<string> {
  const db = openDatabase(dataDir)
  try {
    return db.prepare<[], string>('SELECT id FROM provider').pluck().get()!
  } finally {
    db.close()
  }
}
