/**
 * Kills gateways that share a PostgreSQL, the server itself, and their lines, and holds the ledger against what was
 * answered: `node test/crash/postgres/kills.ts --rounds 100 --seed 1`. With `--away 30000` the server stays away for up
 * to so many milliseconds each time.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verifyLeases } from '../../../src-main/ledger/postgres/verify-leases.ts'
import { migratePostgres } from '../../../src-main/storage/postgres/layout.ts'
import { PostgresEngine } from '../../../src-main/storage/postgres/postgres-engine.ts'
import { CuttingLine } from '../../support/postgres/cutting-line.ts'
import { PostgresServer } from '../../support/postgres/postgres-server.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { randomOf } from '../crash-load.ts'

const KINDS = ['gateway', 'server', 'zombie', 'cut'] as const
type Kind = (typeof KINDS)[number]
const GATEWAYS = 3
const SCHEMA = 'kills'
const LOAD = join(import.meta.dirname, 'load.ts')

/** The outcome of a whole run. */
export interface KillReport {
  readonly rounds: Readonly<Record<Kind, number>>
  readonly acknowledged: number
  readonly failed: number
  /** Why they failed. */
  readonly codes: readonly string[]
  /** The longest time from the start of a server until the next answer. */
  readonly slowestReturnMs: number
  /** Calls of killed gateways that were charged before anybody was answered. */
  readonly chargedUnanswered: number
  /** Commits whose answers were cut. */
  readonly cuts: number
  readonly lost: number
  readonly twice: number
  readonly otherBalance: number
  readonly failedAndCharged: number
  readonly heldAtTheEnd: number
  readonly problems: readonly string[]
  /** Exit codes of gateways that were not killed. */
  readonly unclean: number
}

interface Gateway {
  readonly name: string
  readonly child: ChildProcessByStdio<null, Readable, null>
  readonly line: CuttingLine
  readonly folder: string
  readonly ended: Promise<number | null>
}

class Trial {
  readonly #server: PostgresServer
  readonly #random: () => number
  readonly #answered = new Map<string, number>()
  readonly #failed = new Set<string>()
  readonly #rounds: Record<Kind, number> = { gateway: 0, server: 0, zombie: 0, cut: 0 }
  readonly #gateways: Gateway[] = []
  readonly #codes = new Set<string>()
  readonly #longestAwayMs: number
  #slowestReturnMs = 0
  #count = 0
  #cuts = 0
  #unclean = 0

  constructor(server: PostgresServer, random: () => number, longestAwayMs: number) {
    this.#longestAwayMs = longestAwayMs
    this.#server = server
    this.#random = random
  }

  get #place() {
    return { host: this.#server.host, schema: SCHEMA, user: 'toolgate', database: 'postgres' }
  }

  async run(rounds: number): Promise<KillReport> {
    await migratePostgres(this.#place)
    for (let i = 0; i < GATEWAYS; i++) await this.#start()
    for (let round = 0; round < rounds; round++) {
      await this.#load()
      const kind = KINDS[round % KINDS.length]!
      await this.#fault(kind)
      this.#rounds[kind]++
    }
    await this.#load()
    for (const gateway of this.#gateways) gateway.child.kill('SIGTERM')
    for (const gateway of this.#gateways) if ((await this.#end(gateway)) !== 0) this.#unclean++
    return this.#check()
  }

  /** Waits until some more calls are answered, and then a little. */
  async #load(): Promise<void> {
    const before = this.#answered.size
    await waitUntil(() => this.#answered.size > before + 60, 'calls are answered')
    await pause(this.#random() * 60)
  }

  async #fault(kind: Kind): Promise<void> {
    const index = Math.floor(this.#random() * GATEWAYS)
    const gateway = this.#gateways[index]!
    if (kind === 'gateway') {
      gateway.child.kill('SIGKILL')
      await this.#end(gateway)
      this.#gateways.splice(index, 1)
      await this.#start()
    } else if (kind === 'server') {
      this.#server.crash()
      await pause(this.#random() * this.#longestAwayMs)
      await this.#server.restart()
      const before = this.#answered.size
      const startedAt = performance.now()
      await waitUntil(() => this.#answered.size > before, 'a call is answered again')
      this.#slowestReturnMs = Math.max(this.#slowestReturnMs, Math.round(performance.now() - startedAt))
    } else if (kind === 'zombie') {
      gateway.child.kill('SIGSTOP')
      const known = `SELECT 1 FROM ${SCHEMA}.gateway WHERE name = '${gateway.name}'`
      await waitUntil(async () => (await this.#server.run(known)).length === 0, 'it is taken for dead')
      gateway.child.kill('SIGCONT')
    } else {
      gateway.line.state = 'cut'
      const before = gateway.line.cuts
      await waitUntil(() => gateway.line.cuts > before, 'a commit is cut')
      gateway.line.state = 'up'
    }
  }

  async #start(): Promise<void> {
    const name = `g${this.#count++}`
    const folder = mkdtempSync(join(tmpdir(), 'toolgate-line-'))
    chmodSync(folder, 0o700)
    const line = await CuttingLine.open(folder, this.#server)
    const child = spawn(process.execPath, [LOAD, line.host, SCHEMA, name], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    let isReady = false
    createInterface({ input: child.stdout }).on('line', (text) => {
      const [what, id = '', why = '', balance] = text.split(' ')
      if (what === 'ready') isReady = true
      else if (what === 'A') this.#answered.set(id, Number(balance))
      else {
        this.#failed.add(id)
        this.#codes.add(why)
      }
    })
    this.#gateways.push({ name, child, line, folder, ended })
    await waitUntil(() => isReady, `${name} starts`)
  }

  async #end({ ended, line, folder }: Gateway): Promise<number | null> {
    const code = await ended
    this.#cuts += line.cuts
    line.close()
    rmSync(folder, { recursive: true, force: true })
    return code
  }

  async #check(): Promise<KillReport> {
    await this.#server.run(`SET search_path = ${SCHEMA}; SELECT tg_end_2(id, 0) FROM gateway`)
    const rows = await this.#server.run<{ id: string; credits: number; balance_after: number }>(
      `SELECT id, credits::int, balance_after::int FROM ${SCHEMA}.entry`,
    )
    const entries = new Map(rows.map((row) => [row.id, row]))
    const isPaid = (id: string): boolean =>
      (entries.get(id)?.credits ?? 0) < 0 && !entries.has(`${id}:undone`)
    const answered = [...this.#answered]
    const calls = rows.filter(({ id }) => /^g\d+-\d+$/.test(id)).map(({ id }) => id)
    const [held] = await this.#server.run<{ held: number }>(
      `SELECT sum(held)::int AS held FROM ${SCHEMA}.account`,
    )
    const engine = new PostgresEngine(this.#place)
    const { problems } = await engine.read(verifyLeases)
    await engine.close()
    return {
      rounds: this.#rounds,
      acknowledged: answered.length,
      failed: this.#failed.size,
      codes: [...this.#codes].toSorted(),
      slowestReturnMs: this.#slowestReturnMs,
      chargedUnanswered: calls.filter(
        (id) => isPaid(id) && !this.#answered.has(id) && !this.#failed.has(id),
      ).length,
      cuts: this.#cuts,
      lost: answered.filter(([id]) => !isPaid(id)).length,
      twice: rows.length - entries.size,
      otherBalance: answered.filter(([id, balance]) => entries.get(id)?.balance_after !== balance).length,
      failedAndCharged: [...this.#failed].filter(isPaid).length,
      heldAtTheEnd: held?.held ?? 0,
      problems,
      unclean: this.#unclean,
    }
  }
}

/** Runs the trial on a server of its own. */
export async function killGateways(rounds: number, seed: number, longestAwayMs = 200): Promise<KillReport> {
  const server = await PostgresServer.start()
  try {
    return await new Trial(server, randomOf(seed), longestAwayMs).run(rounds)
  } finally {
    await server.stop()
  }
}

if (process.argv[1] === import.meta.filename) {
  const { rounds, seed, away } = parseArgs({
    options: {
      rounds: { type: 'string', default: '8' },
      seed: { type: 'string', default: '1' },
      away: { type: 'string', default: '200' },
    },
  }).values
  const report = await killGateways(Number(rounds), Number(seed), Number(away))
  console.log(JSON.stringify(report, null, 2))
}
