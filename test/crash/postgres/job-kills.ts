/**
 * Kills gateways that share a PostgreSQL while they run jobs, and holds each job against the ledger:
 * `node test/crash/postgres/job-kills.ts --jobs 1000 --kills 4`.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { verifyLeases } from '../../../src-main/ledger/postgres/verify-leases.ts'
import { PostgresEngine } from '../../../src-main/storage/postgres/postgres-engine.ts'
import { GatewayProcesses } from '../../support/postgres/gateway-processes.ts'
import { ask } from '../../support/postgres/served-gateways.ts'

const GATEWAYS = 4
const KEYS = 8
/** Every so many is of a tool that acts, and must not run twice. */
const ACTS_EVERY = 5
/** How long the last jobs may take to end. */
const MOST_MS = 5 * 60_000
const PURE = 'code-json-to-typescript'
const ACTS = 'counter-increment'

/** The outcome of a whole run. */
export interface JobKillReport {
  readonly kills: number
  readonly accepted: number
  readonly completed: number
  /** Of tools that act, whose gateway was killed while they ran. */
  readonly notRepeatable: number
  readonly failedOtherwise: number
  readonly lost: number
  readonly open: number
  readonly chargedTwice: number
  readonly completedAndNotCharged: number
  readonly failedAndCharged: number
  /** Completed actions that the counters do not show. */
  readonly missingActions: number
  /** Actions that the counters show, and no job was told of. */
  readonly secretActions: number
  readonly problems: readonly string[]
  readonly unclean: number
  readonly seconds: number
}

interface Row {
  readonly id: string
  readonly slug: string
  readonly status: string
  readonly code: string | null
  readonly charges: number
  readonly credits: number | null
}

/** Sends a job until some gateway has accepted it. */
async function submit(
  served: GatewayProcesses,
  index: number,
  as: Readonly<Record<string, string>>,
): Promise<string> {
  const acts = index % ACTS_EVERY === 0
  const input = acts ? { name: 'acted' } : { json: { [`field${index}`]: index } }
  for (let attempt = index; ; attempt++) {
    const sent = await ask(served.at(attempt), `/v1/async/${acts ? ACTS : PURE}`, input, as).catch(
      () => null,
    )
    if (sent?.status === 202) return String(sent.json.job_id)
    // Killed, not there yet, or full.
    await pause(50)
  }
}

/** Runs the trial on a server of its own. */
export async function killRunningJobs(jobs: number, kills: number): Promise<JobKillReport> {
  const served = await GatewayProcesses.start(GATEWAYS)
  const startedAt = performance.now()
  try {
    const keys = await Promise.all(Array.from({ length: KEYS }, () => served.newKey()))
    const accepted: string[] = []
    let next = 0
    const submitter = async (): Promise<void> => {
      while (next < jobs) {
        const index = next++
        accepted.push(await submit(served, index, keys[index % KEYS]!.as))
      }
    }
    const submitters = Array.from({ length: 2 * GATEWAYS }, submitter)
    for (let kill = 1; kill <= kills; kill++) {
      const due = (kill * jobs) / (kills + 1)
      while (accepted.length < due) await pause(20)
      await served.killAndRestart(kill)
    }
    await Promise.all(submitters)
    const open = async (): Promise<number> => {
      const sql = `SELECT count(*)::int AS open FROM job WHERE finished_at IS NULL`
      return (await served.sql<{ open: number }>(sql))[0]!.open
    }
    const until = performance.now() + MOST_MS
    while ((await open()) > 0 && performance.now() < until) await pause(200)
    const seconds = (performance.now() - startedAt) / 1_000
    const rows = await served.sql<Row>(
      `SELECT id, slug, status, error::json ->> 'code' AS code, credits::int,
         (SELECT count(*)::int FROM entry WHERE entry.id = job.charge_id AND entry.credits < 0
            AND NOT EXISTS (SELECT 1 FROM entry AS undone WHERE undone.id = entry.id || ':undone')) AS charges
       FROM job`,
    )
    const calls = await served.sql<{ request_id: string; charges: number }>(
      `SELECT request_id, count(*)::int AS charges FROM entry WHERE kind = 'charge'
       GROUP BY request_id HAVING count(*) > 1`,
    )
    let counted = 0
    for (const { as } of keys) {
      const { json } = await ask(served.at(0), '/v1/counter-get', { name: 'acted' }, as)
      counted += Number(json?.data?.value ?? 0)
    }
    const engine = new PostgresEngine({
      ...{ host: served.server.host, user: 'toolgate', database: 'postgres', schema: served.schema },
    })
    const { problems } = await engine.read(verifyLeases)
    await engine.close()
    const known = new Map(rows.map((row) => [row.id, row]))
    const completed = rows.filter(({ status }) => status === 'completed')
    const failed = rows.filter(({ status }) => status === 'failed')
    const isNotRepeatable = ({ slug, code }: Row): boolean => slug === ACTS && code === 'handler_error'
    const acted = completed.filter(({ slug }) => slug === ACTS).length
    const mayHaveActed = acted + failed.filter(isNotRepeatable).length
    return {
      kills,
      accepted: accepted.length,
      completed: completed.length,
      notRepeatable: failed.filter(isNotRepeatable).length,
      failedOtherwise: failed.filter((row) => !isNotRepeatable(row)).length,
      lost: accepted.filter((id) => !known.has(id)).length,
      open: await open(),
      chargedTwice: calls.length,
      completedAndNotCharged: completed.filter(({ charges, credits }) => charges !== 1 || !credits).length,
      failedAndCharged: failed.filter(({ charges, credits }) => charges !== 0 || credits !== 0).length,
      missingActions: Math.max(0, acted - counted),
      secretActions: Math.max(0, counted - mayHaveActed),
      problems,
      unclean: (await served.stop()).length,
      seconds: Math.round(seconds),
    }
  } catch (error) {
    await served.stop()
    throw error
  }
}

if (process.argv[1] === import.meta.filename) {
  const { jobs, kills } = parseArgs({
    options: { jobs: { type: 'string', default: '1000' }, kills: { type: 'string', default: '4' } },
  }).values
  console.log(JSON.stringify(await killRunningJobs(Number(jobs), Number(kills)), null, 2))
}
