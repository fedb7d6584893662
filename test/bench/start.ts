import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { MeasuredServer } from './measured-server.ts'
import { median } from './median.ts'
import type { BenchTable } from './run.ts'

const ROUNDS = 15
/** What a start leaves to be done has been done by then. */
const IDLE_AFTER_MS = 1_000
const ECHO = new URL('./yardsticks/echo-server.ts', import.meta.url)
const ROOT = resolve(import.meta.dirname, '../..')

interface Start {
  readonly cpuMs: number
  readonly wallMs: number
  readonly idleMb: number
}

/**
 * The first start of an instance, to its first answer and to its rest, beside a bare Node server.
 * `BENCH_BESIDE=FOLDER:…` starts other built checkouts in turn with this one.
 */
export async function benchStart(): Promise<BenchTable> {
  const others = (process.env.BENCH_BESIDE ?? '').split(':').filter(Boolean)
  const starts = new Map<string, Start[]>()
  for (let round = 0; round < ROUNDS; round++) {
    note(starts, 'bare Node server', await measured(ECHO, [], '/'))
    for (const root of [ROOT, ...others]) note(starts, `gateway of ${basename(root)}`, await startOf(root))
  }
  return {
    name: `A new instance to its first answer, and ${IDLE_AFTER_MS / 1_000} s later; medians of ${ROUNDS} in turn`,
    rows: [...starts].map(([what, of]) => toRow(what, of)),
  }
}

function note(starts: Map<string, Start[]>, what: string, start: Start): void {
  starts.set(what, [...(starts.get(what) ?? []), start])
}

async function startOf(root: string): Promise<Start> {
  const folder = await mkdtemp(join(tmpdir(), 'toolgate-bench-'))
  try {
    const entry = pathToFileURL(join(root, 'out/main/headless.js'))
    return await measured(entry, ['--port', '0', '--data-dir', folder, '--json'], '/v1/health')
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measured(script: URL, args: readonly string[], firstPath: string): Promise<Start> {
  const server = await MeasuredServer.start(script, args, firstPath)
  const { cpuMicros } = await server.usage()
  await sleep(IDLE_AFTER_MS)
  const { residentMb } = await server.usage()
  await server.stop()
  return { cpuMs: cpuMicros / 1_000, wallMs: server.startMs, idleMb: residentMb }
}

function toRow(what: string, starts: readonly Start[]): Record<string, string> {
  const cpu = starts.map(({ cpuMs }) => cpuMs)
  return {
    what,
    'CPU ms': median(cpu).toFixed(0),
    'least CPU ms': Math.min(...cpu).toFixed(0),
    'wall ms': median(starts.map(({ wallMs }) => wallMs)).toFixed(0),
    'idle RSS MB': median(starts.map(({ idleMb }) => idleMb)).toFixed(0),
  }
}
