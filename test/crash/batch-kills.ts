/**
 * Kills `toolgate batch` and the gateway in the middle of a run, again and again, and holds what was charged against
 * the rows: `node test/crash/batch-kills.ts --rows 20000 --kills 60`. The built gateway has to be there (npm run
 * build).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { HeadlessProcess, runToolgate } from '../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../support/gateway/test-gateway.ts'
import { balanceOf } from './crash-check.ts'
import { liftRateLimit, randomOf } from './crash-load.ts'

const CLI = fileURLToPath(new URL('../../out/main/cli.js', import.meta.url))
const LONGEST_MS = 80

/** The outcome of a whole run. Everything from `failed` on has to be 0. */
export interface BatchKillReport {
  readonly rows: number
  readonly clientKills: number
  readonly gatewayKills: number
  readonly failed: number
  readonly missing: number
  /** Credits that were charged beyond one for each row, or below. */
  readonly wrongCredits: number
  readonly lastExitCode: number
  readonly verifyCode: number
}

/** Runs the trial in a folder of its own. */
export async function batchKills(rows: number, kills: number, seed: number): Promise<BatchKillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-batch-'))
  const dataDir = join(folder, 'data')
  const file = join(folder, 'rows.ndjson')
  writeFileSync(file, Array.from({ length: rows }, (_, n) => `${JSON.stringify(rowOf(n))}\n`).join(''))
  const random = randomOf(seed)
  let gateway = await HeadlessProcess.start(dataDir)
  try {
    await liftRateLimit(gateway.url, OWNER_KEY, OWNER_KEY)
    const env = { TOOLGATE_HOME: dataDir, TOOLGATE_KEY: OWNER_KEY }
    if (runToolgate(['buy', String(Math.max(1_000, rows))], env).code !== 0)
      throw new Error('No credits could be bought')
    const before = await balanceOf(gateway.url, OWNER_KEY)
    const killed = { client: 0, gateway: 0 }
    while (killed.client + killed.gateway < kills) {
      const ofGateway = random() < 0.3
      const wasKilled = await runUntilKilled(file, env, random, async () => {
        if (ofGateway) await gateway.end('SIGKILL')
      })
      if (!wasKilled) break
      killed[ofGateway ? 'gateway' : 'client']++
      if (ofGateway) gateway = await HeadlessProcess.start(dataDir)
    }
    const { code } = runToolgate(['batch', file, '-y', '--json'], env)
    const charged = (before ?? 0) - ((await balanceOf(gateway.url, OWNER_KEY)) ?? 0)
    await gateway.end('SIGTERM')
    return {
      rows,
      clientKills: killed.client,
      gatewayKills: killed.gateway,
      ...resultsOf(file, rows),
      wrongCredits: charged - rows,
      lastExitCode: code,
      verifyCode: runToolgate(['ledger', 'verify', '--data-dir', dataDir]).code,
    }
  } finally {
    await gateway.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

// Those of workers take long enough to be cut off.
function rowOf(n: number): object {
  return n % 3 === 0
    ? { slug: 'math-evaluate', input: { expression: `sqrt(${n})` } }
    : { slug: 'crypto-hash-sha256', input: { text: `row ${n}` } }
}

/** Starts the batch and kills it, or the gateway, once it has made some progress. @returns false when it had ended */
async function runUntilKilled(
  file: string,
  env: NodeJS.ProcessEnv,
  random: () => number,
  killGateway: () => Promise<void>,
): Promise<boolean> {
  const child = spawn(process.execPath, [CLI, 'batch', file, '-y'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const before = sizeOf(file)
  while (sizeOf(file) === before && child.exitCode === null) await wait(2)
  await wait(random() * LONGEST_MS)
  if (child.exitCode === 0) return false
  await killGateway()
  child.kill('SIGKILL')
  await ended
  return true
}

function sizeOf(file: string): number {
  const results = `${file}.results.ndjson`
  return existsSync(results) ? statSync(results).size : 0
}

function resultsOf(file: string, rows: number): Pick<BatchKillReport, 'failed' | 'missing'> {
  const last = new Map<number, boolean>()
  for (const line of readFileSync(`${file}.results.ndjson`, 'utf8').split('\n')) {
    try {
      const { index, ok } = JSON.parse(line) as { index: number; ok: boolean } // a line of toolgate batch
      last.set(index, ok)
    } catch {
      // Empty, or cut off by a kill.
    }
  }
  return { failed: [...last.values()].filter((ok) => !ok).length, missing: rows - last.size }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '20000' },
      kills: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  })
  const report = await batchKills(Number(values.rows), Number(values.kills), Number(values.seed))
  console.table(report)
  const { failed, missing, wrongCredits, lastExitCode, verifyCode } = report
  process.exitCode = [failed, missing, wrongCredits, lastExitCode, verifyCode].every((one) => one === 0)
    ? 0
    : 1
}
