import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { HeadlessProcess } from '../support/gateway/headless-process.ts'
import { OWNER_KEY } from '../support/gateway/test-gateway.ts'
import { median } from './median.ts'
import type { BenchTable } from './run.ts'

const ROUNDS = 15
const PROBE = new URL('./cpu-at-exit.mjs', import.meta.url).href
const CLI = resolve(import.meta.dirname, '../../out/main/cli.js')

const RUNS: Readonly<Record<string, readonly string[]>> = {
  'bare Node': ['-e', '0'],
  'toolgate --version': [CLI, '--version'],
  'toolgate balance': [CLI, 'balance'],
  'toolgate call': [CLI, 'call', 'crypto-hash-sha256', 'abc'],
}

/** What a command takes of the processor from its start to its end, beside a Node that does nothing. */
export async function benchCommandLine(): Promise<BenchTable> {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'))
  const gateway = await HeadlessProcess.start(folder)
  try {
    const times = new Map(Object.keys(RUNS).map((what): [string, number[]] => [what, []]))
    for (let round = 0; round < ROUNDS; round++)
      for (const [what, args] of Object.entries(RUNS)) times.get(what)!.push(await cpuMs(args, folder))
    return {
      name: `Commands, from start to end; medians of ${ROUNDS} in turn`,
      rows: [...times].map(([what, ms]) => ({
        what,
        'CPU ms': median(ms).toFixed(0),
        'least CPU ms': Math.min(...ms).toFixed(0),
      })),
    }
  } finally {
    await gateway.end('SIGTERM')
    await rm(folder, { recursive: true })
  }
}

async function cpuMs(args: readonly string[], home: string): Promise<number> {
  const env = { ...process.env, TOOLGATE_HOME: home, TOOLGATE_KEY: OWNER_KEY }
  const child = spawn(process.execPath, ['--import', PROBE, ...args], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env,
  })
  // The fourth is the pipe that the probe writes to.
  const told = text(child.stdio[3] as Readable)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return Number(await told) / 1_000
}
