import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startGateway, type RunningGateway } from '../../../../src-main/instance/start-gateway.ts'
import { verifyLeases } from '../../../../src-main/ledger/postgres/verify-leases.ts'
import type { Place } from '../../../../src-main/storage/postgres/connection.ts'
import { HeadlessProcess } from '../../../support/gateway/headless-process.ts'
import {
  NOWHERE,
  OWNER_KEY,
  PATIENT_MS,
  programFile,
  TEST_FILES,
  type Json,
} from '../../../support/gateway/test-gateway.ts'
import { MISSING_POSTGRES } from '../../../support/postgres/missing-postgres.ts'
import { makeSchema, openPostgres, postgresServer } from '../../../support/postgres/test-postgres.ts'
import { waitUntil } from '../../../support/wait-until.ts'

const CALL = { json: { id: 1, tags: ['new'] } }
const SLUG = 'code-json-to-typescript'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'toolgate-postgres-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

interface Wanted {
  readonly dataDir?: string
  readonly passphrase?: string
  readonly bugs?: unknown[]
}

/** A gateway on a schema, as `serve` starts it; closed when the test ends. */
async function serve(
  place: Place,
  { dataDir = folder(), passphrase = 'of the test', bugs = [] }: Wanted = {},
): Promise<RunningGateway> {
  const gateway = await startGateway({
    ...TEST_FILES,
    ...{ dataDir, port: 0, hostname: '127.0.0.1', ownerKey: OWNER_KEY, here: NOWHERE },
    workerDeadlineMs: PATIENT_MS,
    database: { place, name: 'test', passphrase },
    reportBug: (error) => bugs.push(error),
  })
  onTestFinished(() => gateway.close())
  return gateway
}

async function ask(
  { url }: { readonly url: string },
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; json: Json; text: string; headers: Headers }> {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return {
    status: response.status,
    text,
    json: text.startsWith('{') ? JSON.parse(text) : null,
    headers: response.headers,
  }
}

describe.skipIf(MISSING_POSTGRES)('a gateway on PostgreSQL', () => {
  test('charges calls, and continues after a restart with another folder', async () => {
    const place = await makeSchema()
    const bugs: unknown[] = []
    const first = await serve(place, { bugs })
    const before = (await ask(first, '/v1/credits/balance')).json
    const called = await ask(first, `/v1/${SLUG}`, CALL, { 'idempotency-key': 'once' })
    expect(called.status).toBe(200)
    const repeated = await ask(first, `/v1/${SLUG}`, CALL, { 'idempotency-key': 'once' })
    expect(repeated.json.data).toEqual(called.json.data)
    await first.close()

    const second = await serve(place, { bugs })
    const after = (await ask(second, '/v1/credits/balance')).json
    expect(after.balance).toBe(before.balance - Number(called.headers.get('x-credits-used')))
    expect(second.newOwnerKey).toBeNull()
    expect(second.demoKey).toBe(first.demoKey)
    const engine = openPostgres(place)
    expect(await engine.read(verifyLeases)).toMatchObject({ ok: true })
    expect(bugs).toEqual([])
  })

  test('signs receipts with a key that the database has sealed', async () => {
    const place = await makeSchema()
    const first = await serve(place)
    const signed = await ask(first, `/v1/${SLUG}`, CALL, { 'x-receipt': '1' })
    expect(signed.status).toBe(200)
    const key = (await ask(first, '/v1/proof/key')).json
    await first.close()
    const second = await serve(place)
    expect((await ask(second, '/v1/proof/key')).json).toEqual(key)
    await second.close()
    await expect(serve(place, { passphrase: 'another' })).rejects.toThrow('TOOLGATE_SECRET is another one')
  })

  test('a second one on the same schema is refused, and money that was leased is free after a kill', async () => {
    const place = await makeSchema()
    const dataDir = folder()
    const { host, user, database, schema } = place
    const url = `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`
    const killed = await HeadlessProcess.start(
      dataDir,
      ['--database-url', url, '--database-schema', schema],
      {
        ...{ command: process.execPath, args: [programFile('headless')] },
        env: { ...process.env, TOOLGATE_SECRET: 'of the test' },
      },
    )
    expect((await ask(killed, `/v1/${SLUG}`, CALL)).status).toBe(200)
    await expect(serve(place)).rejects.toThrow(`Another gateway runs on the schema ${schema}`)
    await killed.end('SIGKILL')
    const next = await serve(place)
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
        folder(),
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
    const first = await serve(place, { bugs })
    expect((await ask(first, '/v1/enterprise/keys', { name: 'one' })).status).toBe(201)
    await first.close()
    const sql = async (text: string) =>
      (await postgresServer()).run(
        `SET search_path = ${place.schema}; SET session_replication_role = replica; ${text}`,
      )
    expect(await sql(`UPDATE audit SET body = body || ' ' WHERE seq = 1 RETURNING seq`)).toHaveLength(1)
    await sql(`UPDATE account SET balance = balance + 1000`)
    const second = await serve(place, { bugs })
    await waitUntil(() => bugs.length >= 2, 'both are reported')
    expect(bugs.map(String).join()).toContain('audit trail was tampered with')
    expect(bugs.map(String).join()).toContain('does not add up')
    expect((await ask(second, `/v1/${SLUG}`, CALL)).text).toContain('does not add up')
  })

  test('does not take the folder of another instance', async () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'toolgate.db'), '')
    await expect(serve(await makeSchema(), { dataDir })).rejects.toThrow(
      'has the data of an instance of its own',
    )
  })
})
