import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyLeases } from '../../../../src-main/ledger/postgres/verify-leases.ts'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import { programFile } from '../../../support/gateway/test-gateway.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import { ask, gatewayFolder, serveOn } from '../../../support/postgres/served-gateways.ts'
import { makeSchema, openPostgres, postgresServer } from '../../../support/postgres/test-postgres.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const CALL = { json: { id: 1, tags: ['new'] } }
const SLUG = 'code-json-to-typescript'

describe.skipIf(MISSING_POSTGRES)('a gateway on PostgreSQL', () => {
  test('charges calls, and continues after a restart with another folder', async () => {
    const place = await makeSchema()
    const bugs: unknown[] = []
    const first = await serveOn(place, { bugs })
    const before = (await ask(first, '/v1/credits/balance')).json
    const called = await ask(first, `/v1/${SLUG}`, CALL, { 'idempotency-key': 'once' })
    expect(called.status).toBe(200)
    const repeated = await ask(first, `/v1/${SLUG}`, CALL, { 'idempotency-key': 'once' })
    expect(repeated.json.data).toEqual(called.json.data)
    await first.close()

    const second = await serveOn(place, { bugs })
    const after = (await ask(second, '/v1/credits/balance')).json
    expect(after.balance).toBe(before.balance - Number(called.headers.get('x-credits-used')))
    expect(second.newOwnerKey).toBeNull()
    expect(second.demoKey).toBe(first.demoKey)
    const engine = openPostgres(place)
    expect(await engine.read(verifyLeases)).toMatchObject({ ok: true })
    expect(bugs).toEqual([])
  })

  // Catches: a job that is looked for before it is written, which then waits for ever.
  test('runs a job', async () => {
    const gateway = await serveOn(await makeSchema())
    const { json } = await ask(gateway, `/v1/async/${SLUG}`, CALL)
    const ended = await waitUntil(async () => {
      const job = (await ask(gateway, json.poll)).json
      return job.status === 'completed' ? job : null
    }, 'the job ends')
    expect(ended.envelope).toMatchObject({ ok: true })
    expect(ended.credits_used).toBeGreaterThan(0)
  })

  // Catches: a key that is known sooner than who pays for it.
  test('lets a team key spend, and make keys, as soon as it is there', async () => {
    const gateway = await serveOn(await makeSchema())
    const made = (await ask(gateway, '/v1/enterprise/keys', { name: 'team', permissions: ['admin'] })).json
    const headers = { authorization: `Bearer ${made.key}` }
    const child = await ask(gateway, '/v1/enterprise/keys', { name: 'child' }, headers)
    expect(child.status).toBe(201)
    const called = await ask(gateway, `/v1/${SLUG}`, CALL, { authorization: `Bearer ${child.json.key}` })
    expect(called.status).toBe(200)
  })

  test('signs receipts with a key that the database has sealed', async () => {
    const place = await makeSchema()
    const first = await serveOn(place)
    const signed = await ask(first, `/v1/${SLUG}`, CALL, { 'x-receipt': '1' })
    expect(signed.status).toBe(200)
    const key = (await ask(first, '/v1/proof/key')).json
    await first.close()
    const second = await serveOn(place)
    expect((await ask(second, '/v1/proof/key')).json).toEqual(key)
    await second.close()
    await expect(serveOn(place, { passphrase: 'another' })).rejects.toThrow(
      'TOOLGATE_SECRET is another one',
    )
  })

  test('a second one of its name, or in its folder, is refused, and money that was leased is free after a kill', async () => {
    const place = await makeSchema()
    const dataDir = gatewayFolder()
    const { host, user, database, schema } = place
    const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
    const killed = await HeadlessProcess.start(
      dataDir,
      ['--database-url', url, '--database-schema', schema, '--instance-name', 'test'],
      {
        ...{ command: process.execPath, args: [programFile('headless')] },
        env: { ...process.env, TOOLGATE_SECRET: 'of the test' },
      },
    )
    expect((await ask(killed, `/v1/${SLUG}`, CALL)).status).toBe(200)
    await expect(serveOn(place)).rejects.toThrow(`A gateway named test runs on the schema ${schema}`)
    await expect(serveOn(place, { name: 'other', dataDir })).rejects.toThrow(
      `Another gateway is using the folder ${dataDir}`,
    )
    await killed.end('SIGKILL')
    const next = await serveOn(place, { dataDir })
    const engine = openPostgres(place)
    expect(await engine.read(verifyLeases)).toMatchObject({ ok: true })
    expect((await ask(next, '/v1/credits/balance')).json.reserved).toBe(0)
  })

  test('never prints a password or a secret, also when it does not start', async () => {
    const { host, user, database, schema } = await makeSchema()
    const start = (server: string) => {
      const env = { ...process.env, TOOLGATE_SECRET: 'hunter3' }
      const url = `postgres://${user}:hunter2@/${database}?host=${encodeURIComponent(server)}`
      return new HeadlessProcess(
        gatewayFolder(),
        ['--database-url', url, '--database-schema', schema, '--log-level', 'debug'],
        { command: process.execPath, args: [programFile('headless')], env },
      )
    }
    const good = start(host)
    expect(await good.ready).not.toBeNull()
    const stopped = await good.end('SIGTERM')
    const refused = await start('/no/such/folder').ended
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('The database cannot be used')
    for (const { stdout, stderr } of [stopped, refused]) expect(stdout + stderr).not.toMatch(/hunter[23]/)
  })

  test('finds what was changed in its audit trail and its ledger', async () => {
    const place = await makeSchema()
    const bugs: unknown[] = []
    const first = await serveOn(place, { bugs })
    expect((await ask(first, '/v1/enterprise/keys', { name: 'one' })).status).toBe(201)
    await first.close()
    const sql = async (text: string) =>
      (await postgresServer()).run(
        `SET search_path = ${place.schema}; SET session_replication_role = replica; ${text}`,
      )
    expect(await sql(`UPDATE audit SET body = body || ' ' WHERE seq = 1 RETURNING seq`)).toHaveLength(1)
    await sql(`UPDATE account SET balance = balance + 1000`)
    const second = await serveOn(place, { bugs })
    await waitUntil(() => bugs.length >= 2, 'both are reported')
    expect(bugs.map(String).join()).toContain('audit trail was tampered with')
    expect(bugs.map(String).join()).toContain('does not add up')
    expect((await ask(second, `/v1/${SLUG}`, CALL)).text).toContain('does not add up')
  })

  test('does not take the folder of another instance', async () => {
    const dataDir = gatewayFolder()
    writeFileSync(join(dataDir, 'toolgate.db'), '')
    await expect(serveOn(await makeSchema(), { dataDir })).rejects.toThrow(
      'has the data of an instance of its own',
    )
  })
})
