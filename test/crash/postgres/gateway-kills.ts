/**
 * Kills gateways as people run them, their PostgreSQL and their lines to it, while callers send requests to them, and
 * holds the ledger against what they were told: `node test/crash/postgres/gateway-kills.ts --rounds 40 --seed 1`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verifyLeases } from '../../../src-main/ledger/postgres/verify-leases.ts'
import { PostgresEngine } from '../../../src-main/storage/postgres/postgres-engine.ts'
import { GatewayProcesses } from '../../support/postgres/gateway-processes.ts'
import { waitUntil } from '../../support/wait-until.ts'
import { randomOf } from '../crash-load.ts'
import { GatewayLoad, PRICE } from './gateway-load.ts'

/** `zombie`: a gateway is stopped until the others have taken it for dead, which takes 15 seconds, and goes on. */
export const FAULTS = ['gateway', 'server', 'cut', 'zombie'] as const
export type Fault = (typeof FAULTS)[number]
const GATEWAYS = 3
const CALLERS = 12

/** The outcome of a whole run. */
export interface GatewayKillReport {
  readonly rounds: Readonly<Record<Fault, number>>
  readonly answered: number
  readonly refused: number
  /** Why they were refused. */
  readonly codes: readonly string[]
  /** Commits whose answers were cut. */
  readonly cuts: number
  /** Answers without a charge. */
  readonly lost: number
  /** Requests with more than one charge. */
  readonly twice: number
  readonly otherBalance: number
  readonly refusedAndCharged: number
  /** Requests with an Idempotency-Key that had no answer, or a refusal, and were answered when they were sent again. */
  readonly repeated: { readonly open: number; readonly answered: number }
  /** Charges that nobody was told of, beyond the requests without an answer that may have made them. */
  readonly unexplained: number
  readonly heldAtTheEnd: number
  readonly problems: readonly string[]
  readonly unclean: number
}

class Trial {
  readonly #served: GatewayProcesses
  readonly #random: () => number
  readonly #load: GatewayLoad
  readonly #rounds: Record<Fault, number> = {
    gateway: 0,
    server: 0,
    cut: 0,
    zombie: 0,
  }

  constructor(served: GatewayProcesses, random: () => number) {
    this.#served = served
    this.#random = random
    this.#load = new GatewayLoad(served, CALLERS)
  }

  async run(rounds: number, faults: readonly Fault[]): Promise<GatewayKillReport> {
    for (let round = 0; round < rounds; round++) {
      await this.#more()
      const fault = faults[round % faults.length]!
      await this.#make(fault)
      this.#rounds[fault]++
    }
    await this.#more()
    await this.#load.end()
    const open = this.#load.unknownKeys.size
    const repeated = { open, answered: await this.#load.repeat() }
    const { cuts } = this.#served
    const ledger = await this.#check()
    return { rounds: this.#rounds, cuts, repeated, ...ledger }
  }

  /** Waits until some more requests are answered, and then a little. */
  async #more(): Promise<void> {
    const { answered } = this.#load
    const before = answered.size
    await waitUntil(() => answered.size > before + 60, 'requests are answered')
    await pause(this.#random() * 60)
  }

  async #make(fault: Fault): Promise<void> {
    const index = Math.floor(this.#random() * GATEWAYS)
    const { pid } = this.#served.at(index)
    if (fault === 'gateway') await this.#served.killAndRestart(index)
    else if (fault === 'server') {
      this.#served.server.crash()
      await pause(this.#random() * 400)
      await this.#served.server.restart()
    } else if (fault === 'cut') {
      const line = this.#served.lineOf(index)
      const before = line.cuts
      line.state = 'cut'
      await waitUntil(() => line.cuts > before, 'a commit is cut')
      line.state = 'up'
    } else {
      process.kill(pid, 'SIGSTOP')
      const known = `SELECT 1 FROM gateway WHERE name = 'g${index}'`
      await waitUntil(async () => (await this.#served.sql(known)).length === 0, 'it is taken for dead')
      process.kill(pid, 'SIGCONT')
    }
  }

  async #check() {
    const { answered, refused, codes, unknown } = this.#load
    const place = {
      host: this.#served.server.host,
      user: 'toolgate',
      database: 'postgres',
    }
    const unclean = await this.#served.end()
    const rows = await this.#served.sql<{
      request: string
      charges: number
      balance: number
    }>(
      `SELECT request_id AS request, count(*)::int AS charges, min(balance_after)::float8 AS balance FROM entry
       WHERE kind = 'charge' AND credits < 0
         AND NOT EXISTS (SELECT 1 FROM entry AS undone WHERE undone.id = entry.id || ':undone')
       GROUP BY request_id`,
    )
    const charged = new Map(rows.map((row) => [row.request, row]))
    const told = [...answered]
    const engine = new PostgresEngine({
      ...place,
      schema: this.#served.schema,
    })
    const { problems } = await engine.read(verifyLeases)
    await engine.close()
    const [held] = await this.#served.sql<{ held: number }>('SELECT sum(held)::int AS held FROM account')
    // A repeated request is charged under the id of the first one, or answered as that one was.
    const open = unknown + this.#load.unknownKeys.size
    return {
      answered: answered.size,
      refused: refused.size,
      codes: [...codes].toSorted(),
      lost: told.filter(([id]) => !charged.has(id)).length,
      twice: rows.filter(({ charges }) => charges > PRICE).length,
      otherBalance: told.filter(([id, balance]) => charged.get(id)?.balance !== balance).length,
      refusedAndCharged: [...refused].filter((id) => charged.has(id)).length,
      unexplained: Math.max(0, rows.filter(({ request }) => !answered.has(request)).length - open),
      heldAtTheEnd: held!.held,
      problems,
      unclean: unclean.length,
    }
  }
}

/** Runs the trial on gateways and a server of its own. */
export async function killServed(
  rounds: number,
  seed: number,
  faults: readonly Fault[] = FAULTS,
): Promise<GatewayKillReport> {
  const served = await GatewayProcesses.start(GATEWAYS, { hasLines: true })
  try {
    return await new Trial(served, randomOf(seed)).run(rounds, faults)
  } finally {
    await served.stop()
  }
}

if (process.argv[1] === import.meta.filename) {
  const { rounds, seed } = parseArgs({
    options: {
      rounds: { type: 'string', default: '40' },
      seed: { type: 'string', default: '1' },
    },
  }).values
  console.log(JSON.stringify(await killServed(Number(rounds), Number(seed)), null, 2))
}
