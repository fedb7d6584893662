import Database from 'better-sqlite3'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WorkerPool, WORKERS } from '../../../src-main/workers/worker-pool.ts'
import { FairShare } from '../../../src-main/shares/fair-share.ts'
import execSqlOnJson from '../../../src-main/tools/execute/exec-sql-on-json.ts'
import { mayHaveSandbox } from '../../../src-main/workers/sandbox.ts'
import planted, { type Targets } from '../../fixtures/workers/planted-tool.ts'
import { toolContext } from '../../support/tools/tool-context.ts'
import { PATIENT_MS } from '../../support/gateway/test-gateway.ts'

const PLANTED = new URL('../../fixtures/workers/planted-worker.ts', import.meta.url)
const SECRET = 'sk-toolgate-planted'

/** A home with a data folder, and servers that hear of every socket. */
let home: string
let targets: Targets
let tcp: Server
let udp: UdpSocket
let heard = 0

beforeAll(async () => {
  home = mkdtempSync(join(homedir(), '.toolgate-walls-'))
  const files = ['owner.key', 'toolgate.db', 'notes.json'].map((name) => join(home, name))
  for (const file of files) writeFileSync(file, JSON.stringify({ secret: SECRET }))
  rmSync(files[1]!)
  new Database(files[1]).exec('CREATE TABLE secret (of); INSERT INTO secret VALUES (1)').close()
  tcp = createServer((_request, response) => response.end('heard')).listen(0, '127.0.0.1')
  tcp.on('connection', () => heard++)
  udp = createSocket('udp4').on('message', () => heard++)
  udp.bind(0, '127.0.0.1')
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
  const { resolve } = createRequire(import.meta.url)
  targets = {
    files: [...files, '/etc/passwd'],
    database: files[1]!,
    folder: home,
    library: resolve('better-sqlite3'),
    tcpPort: (tcp.address() as AddressInfo).port,
    udpPort: udp.address().port,
  }
})
afterAll(() => {
  tcp.closeAllConnections()
  tcp.close()
  udp.close()
  rmSync(home, { recursive: true })
})

const WALL_LESS = new URL('../../fixtures/workers/wall-less-worker.ts', import.meta.url)

const who = { id: 'key', isOwner: false }
const share = () => new FairShare(WORKERS)

async function planting(sandbox: boolean) {
  const pool = new WorkerPool({ workerUrl: PLANTED, share: share(), sandbox, deadlineMs: PATIENT_MS })
  const { signal } = new AbortController()
  const outcome = await pool.run({
    who,
    slug: 'planted-tool',
    input: { targets },
    now: 0,
    signal,
    onProgress: () => undefined,
  })
  const { walls } = pool
  await pool.close()
  if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
  const { dataJson } = outcome.output as { dataJson: string }
  return { walls, ...(JSON.parse(dataJson) as { results: Record<string, string>; env: string[] }) }
}

const done = (results: Readonly<Record<string, string>>): string[] =>
  Object.entries(results).flatMap(([name, result]) => (result === 'done' ? [name] : []))

describe('a tool that runs code of somebody else', () => {
  // Catches: attempts that would fail anyway, behind which no wall is tested.
  it('reads files and opens sockets where it has no walls', async () => {
    const before = heard
    const { results } = await planted.handler({ targets }, toolContext())
    const here = done(results)
    for (const name of ['net.connect', 'fetch', 'dgram.send', 'dns.Resolver', 'a signal', 'an addon'])
      expect(here).toContain(name)
    for (const file of targets.files) expect(here).toContain(`readFileSync of ${file}`)
    expect(here).toContain(`a thread of ${targets.files[0]}`)
    expect(here).toContain(`SQLite file of ${targets.database}`)
    expect(heard).toBeGreaterThan(before + 5)
    rmSync(join(home, 'planted'))
    rmSync(join(import.meta.dirname, '../../fixtures/workers/planted'))
  })

  it('reads no file, opens no socket and starts nothing behind the first wall alone', async () => {
    const before = heard
    const { walls, results, env } = await planting(false)
    expect(walls).toEqual({ permissions: true, sandbox: false })
    expect(done(results)).toEqual([])
    expect(heard).toBe(before)
    expect(env).toEqual(['TZ'])
  })

  it('is run also where no wall can be had, and the pool says so', async () => {
    const pool = new WorkerPool({ workerUrl: WALL_LESS, share: share(), deadlineMs: PATIENT_MS })
    const { signal } = new AbortController()
    const call = {
      who,
      slug: 'exec-sql-on-json',
      now: 0,
      signal,
      native: true,
      onProgress: () => undefined,
    }
    const input = execSqlOnJson.input.parse({ sql: 'SELECT 1 AS one' })
    expect(pool.walls).toBeNull()
    expect(await pool.run({ ...call, input })).toMatchObject({ kind: 'done' })
    expect(pool.walls).toEqual({ permissions: false, sandbox: false })
    await pool.close()
  })

  it.skipIf(!mayHaveSandbox())('nor behind both walls', async () => {
    const before = heard
    const { walls, results } = await planting(true)
    // A container may refuse a sandbox; then the first wall stays.
    expect(walls?.permissions).toBe(true)
    expect(done(results)).toEqual([])
    expect(heard).toBe(before)
  })
})
