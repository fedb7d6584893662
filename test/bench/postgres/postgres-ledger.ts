import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresLedger, type OpenedLedger } from '../../../src-main/ledger/postgres/open-ledger.ts'
import { SqliteLedger } from '../../../src-main/ledger/sqlite-ledger.ts'
import { GroupCommit } from '../../../src-main/storage/group-commit.ts'
import { GatewayError } from '../../../src-shared/errors.ts'
import { openDatabase } from '../../../src-main/storage/open-database.ts'
import { PostgresServer } from '../../support/postgres/postgres-server.ts'
import type { BenchTable } from '../run.ts'

const CALLERS = 64
const CALLS = 20_000
const ACCOUNTS = 200
const GATEWAYS = 4
const CREDITS = 1_000_000
const DRAINED = 3_000
const CALL = { requestId: 'bench', slug: 'bench' }

type Ledger = Pick<SqliteLedger, 'reserve' | 'settle' | 'credit'> | OpenedLedger['ledger']

interface Figures {
  readonly gatewayUs: number
  readonly serverUs: number
  readonly perSecond: number
}

let ids = 0

/** Calls of many callers at once, each over the next ledger. */
async function load(
  ledgers: readonly Ledger[],
  accounts: number,
  serverCpuMs: () => number,
): Promise<Figures> {
  let left = CALLS
  const caller = async (): Promise<void> => {
    while (left-- > 0) {
      const id = `bench-${ids++}`
      const ledger = ledgers[ids % ledgers.length]!
      await ledger.reserve({ id, account: `key_${ids % accounts}`, credits: 1 })
      await ledger.settle(id, CALL)
    }
  }
  const cpu = process.cpuUsage()
  const serverBefore = serverCpuMs()
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CALLERS * ledgers.length }, caller))
  const seconds = (performance.now() - startedAt) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return {
    gatewayUs: (user + system) / CALLS,
    serverUs: ((serverCpuMs() - serverBefore) * 1_000) / CALLS,
    perSecond: CALLS / seconds,
  }
}

async function fill(ledger: Ledger): Promise<void> {
  for (let i = 0; i < ACCOUNTS; i++)
    await ledger.credit({ id: `grant-${i}`, account: `key_${i}`, kind: 'grant', credits: CREDITS })
}

async function onSqlite(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-bench-'))
  const db = openDatabase(folder)
  const commits = new GroupCommit(db)
  const ledger = new SqliteLedger(db, commits, Date.now)
  try {
    await fill(ledger)
    await load([ledger], ACCOUNTS, () => 0)
    return await load([ledger], ACCOUNTS, () => 0)
  } finally {
    await commits.durable()
    commits.close()
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const rowOf = (what: string, { gatewayUs, serverUs, perSecond }: Figures): Record<string, string> => ({
  what,
  'gateway CPU a call': `${gatewayUs.toFixed(0)} us`,
  'PostgreSQL CPU a call': serverUs === 0 ? '' : `${serverUs.toFixed(0)} us`,
  'calls a second': perSecond.toFixed(0),
})

/** Four gateways, one of them idle with a lease, spend an account until all are told 402. */
async function drain(ledgers: readonly Ledger[]): Promise<Record<string, string>> {
  const account = 'drained'
  await ledgers[0]!.credit({ id: 'drained', account, kind: 'grant', credits: DRAINED })
  const idle = ledgers.at(-1)!
  await idle.reserve({ id: 'idle', account, credits: 1 })
  await idle.settle('idle', CALL)
  let spent = 1
  const refusalsMs: number[] = []
  const caller = async (ledger: Ledger): Promise<void> => {
    for (;;) {
      const id = `drain-${ids++}`
      const askedAt = performance.now()
      try {
        await ledger.reserve({ id, account, credits: 1 })
      } catch (error) {
        if (!(error instanceof GatewayError) || error.code !== 'insufficient_credits') throw error
        return void refusalsMs.push(performance.now() - askedAt)
      }
      await ledger.settle(id, CALL)
      spent++
    }
  }
  await Promise.all(ledgers.slice(0, -1).flatMap((one) => Array.from({ length: 8 }, () => caller(one))))
  const slowest = Math.max(...refusalsMs)
  return {
    what: `4 gateways drain ${DRAINED} credits, one of them idle`,
    'credits left': String(DRAINED - spent),
    'slowest 402': `${slowest.toFixed(0)} ms`,
  }
}

/** What reserving and settling costs on both engines, and with several gateways on one account. */
export async function benchPostgresLedger(): Promise<BenchTable> {
  const server = await PostgresServer.start({ fsync: 'on' })
  const place = { host: server.host, user: 'toolgate', database: 'postgres', schema: 'bench' }
  const gateways: OpenedLedger[] = []
  try {
    for (let i = 0; i < GATEWAYS; i++)
      gateways.push(await openPostgresLedger(place, { now: Date.now, name: `gateway-${i}` }))
    const ledgers = gateways.map(({ ledger }) => ledger)
    await fill(ledgers[0]!)
    const cpuMs = (): number => server.cpuMs()
    await load(ledgers.slice(0, 1), ACCOUNTS, cpuMs)
    const rows = [
      rowOf('SQLite, 64 callers, 200 accounts', await onSqlite()),
      rowOf('PostgreSQL, 64 callers, 200 accounts', await load(ledgers.slice(0, 1), ACCOUNTS, cpuMs)),
      rowOf('4 gateways in one process, 256 callers, 200 accounts', await load(ledgers, ACCOUNTS, cpuMs)),
      rowOf('4 gateways in one process, 256 callers, 1 account', await load(ledgers, 1, cpuMs)),
      await drain(ledgers),
    ]
    return { name: 'Reserving and settling, on SQLite and on PostgreSQL', rows }
  } finally {
    for (const { close } of gateways) await close()
    await server.stop()
  }
}
