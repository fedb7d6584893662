import { runWork } from '../../../src-main/storage/sqlite/run-work.ts'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toSeen } from '../../../src-main/extensions/packed-definition.ts'
import { SourceStore } from '../../../src-main/extensions/source-store.ts'
import type { SourceTool } from '../../../src-main/extensions/source.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { SqliteEngine } from '../../../src-main/storage/sqlite/sqlite-engine.ts'
import { serverBody } from '../../support/tools/source-desk.ts'
import { AUTHORIZED, post, startMeasuredGateway } from '../measured-gateway.ts'
import { MeasuredServer } from '../measured-server.ts'
import { median } from '../median.ts'
import type { BenchTable } from '../run.ts'
import { startHttpEcho } from './http-echo.ts'
import { openServerOn } from './open-server.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const STARTS = 9
const SECONDS = 3
const CONNECTIONS = 8
const SOURCES = 50
const TOOLS_OF_EACH = 40
const HEADLESS = new URL('../../../out/main/headless.js', import.meta.url)

/** What a call of a source costs beside a built-in one, and what 50 sources with 2,000 tools cost a start. */
export async function benchSources(): Promise<BenchTable> {
  const calls = await measureCalls()
  const starts = await measureStarts()
  const running = await measureRunning()
  return {
    name: `Calls: ${ROUNDS} rounds of ${SECONDS} s; starts: medians of ${STARTS} in turn, CPU to the first answer`,
    rows: [...calls, ...starts, ...running],
  }
}

async function measureCalls(): Promise<Record<string, string>[]> {
  const { gateway, stop } = await startMeasuredGateway()
  const echo = await startHttpEcho()
  try {
    await openServerOn(gateway, serverBody())
    const web = { kind: 'mcp-http', id: 'web', url: echo.url, headers: {}, secrets: {} }
    await openServerOn(gateway, web)
    const load = {
      method: 'POST' as const,
      headers: AUTHORIZED,
      connections: CONNECTIONS,
      seconds: SECONDS,
    }
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      const own = await gateway.under({ ...load, path: '/v1/crypto-uuid', body: '{}' })
      const source = await gateway.under({
        ...load,
        path: '/v1/vices__echo',
        body: '{"text":"measured #"}',
      })
      const overHttp = await gateway.under({ ...load, path: '/v1/web__echo', body: '{}' })
      const [http, stdio] = [overHttp.cpuMicrosPerAnswer, source.cpuMicrosPerAnswer]
      rounds.push({ own: own.cpuMicrosPerAnswer, source: stdio, http })
    }
    const more = rounds.map(({ own, source }) => source - own)
    return [
      row('call of crypto-uuid, CPU µs', median(rounds.map(({ own }) => own))),
      row('call over stdio, CPU µs', median(rounds.map(({ source }) => source))),
      row('call over stdio, more than crypto-uuid, CPU µs', median(more)),
      row('call over HTTP, CPU µs', median(rounds.map(({ http }) => http))),
      row(
        'call over HTTP, more than crypto-uuid, CPU µs',
        median(rounds.map(({ http, own }) => http - own)),
      ),
    ]
  } finally {
    echo.stop()
    await stop()
  }
}

async function measureStarts(): Promise<Record<string, string>[]> {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'))
  try {
    const [none, many] = [join(folder, 'none'), join(folder, 'many')]
    await startOf(none)
    await cp(none, many, { recursive: true })
    fill(many)
    const rounds = []
    for (let round = 0; round < STARTS; round++)
      rounds.push({ none: await startOf(none), many: await startOf(many) })
    return [
      row('start without sources, CPU ms', median(rounds.map((r) => r.none.cpuMs))),
      row('start with 50 sources and 2,000 tools, CPU ms', median(rounds.map((r) => r.many.cpuMs))),
      row('the same, more, CPU ms', median(rounds.map((r) => r.many.cpuMs - r.none.cpuMs))),
      row('the same, more, by the clock, ms', median(rounds.map((r) => r.many.wallMs - r.none.wallMs))),
      row('memory with them, more, MB', median(rounds.map((r) => r.many.mb - r.none.mb))),
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What sources that have been called cost the gateway, whose processes are ended and started again as calls need. */
async function measureRunning(): Promise<Record<string, string>[]> {
  const { gateway, stop } = await startMeasuredGateway()
  try {
    await post(gateway, '/v1/crypto-uuid', {})
    const before = await gateway.usage()
    for (let index = 0; index < SOURCES; index++)
      await openServerOn(gateway, serverBody({ id: `s${index}` }))
    for (let index = 0; index < SOURCES; index++) await post(gateway, `/v1/s${index}__echo`, { text: 'a' })
    const after = await gateway.usage()
    return [row(`memory with ${SOURCES} sources in use, more, MB`, after.residentMb - before.residentMb)]
  } finally {
    await stop()
  }
}

async function startOf(dataDir: string): Promise<{ cpuMs: number; wallMs: number; mb: number }> {
  const server = await MeasuredServer.start(
    HEADLESS,
    ['--port', '0', '--data-dir', dataDir, '--json'],
    '/v1/health',
  )
  const { cpuMicros, residentMb } = await server.usage()
  await server.stop()
  return { cpuMs: cpuMicros / 1_000, wallMs: server.startMs, mb: residentMb }
}

// As many starts of a gateway would leave it, without starting 50 servers.
function fill(dataDir: string): void {
  const db = openDatabase(dataDir, true)
  const store = new SourceStore(new SqliteEngine(db, new GroupCommit(db)))
  db.transaction(() => {
    for (let index = 0; index < SOURCES; index++) {
      const id = `s${index}`
      const put = store.put({
        ...{
          id,
          title: id,
          kind: 'mcp',
          state: 'ready',
          credits: 1,
          callSeconds: null,
          keepRunning: false,
        },
        settings: {
          ...{ command: process.execPath, args: ['server.mjs'], cwd: dataDir, env: {}, secrets: [] },
          program: { file: process.execPath, changedAt: 0, bytes: 0 },
        },
        ...{
          revision: 1,
          serverName: 'bench',
          serverVersion: '1',
          addedBy: 'bench',
          addedAt: 0,
          lookedAt: 0,
        },
      })
      const tools = Array.from({ length: TOOLS_OF_EACH }, (_, of) => toolOf(id, `tool-${of}`))
      runWork(db, put)
      runWork(db, store.putTools(tools))
      runWork(db, store.approve(tools.map(({ tool }) => tool)))
    }
  })()
  db.close()
}

function toolOf(source: string, name: string) {
  const definition = {
    name,
    description: `Does what ${name} of ${source} does, and says so in a sentence of the usual length.`,
    inputSchema: {
      type: 'object',
      properties: { path: { type: 'string' }, limit: { type: 'integer' }, deep: { type: 'boolean' } },
      required: ['path'],
    },
  }
  const { hash, packed, facts } = toSeen(definition)
  const tool: SourceTool = {
    ...{ source, original: name, slug: `${source}__${name}`, facts, state: 'on' },
    ...{ approvedHash: hash, seenHash: hash, credits: null, readOnly: false, repeatable: false },
  }
  return { tool, seen: packed }
}

function row(what: string, figure: number): Record<string, string> {
  return { what, figure: figure.toFixed(figure < 100 ? 1 : 0) }
}
