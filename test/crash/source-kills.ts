/**
 * Stops and kills gateways with sources whose servers are deaf to signals, run behind a shell or have children of their
 * own, and counts the processes that are left: `node test/crash/source-kills.ts --rounds 100`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { membersOf } from '../../src-main/extensions/processes/process-group.ts'
import { StrayProcesses } from '../../src-main/extensions/processes/stray-processes.ts'
import { HeadlessProcess } from '../support/gateway/headless-process.ts'
import { programFile } from '../support/gateway/test-gateway.ts'
import type { AddedServer } from '../support/tools/source-desk.ts'
import { addServerAt, askAsOwner } from '../support/tools/sources-over-http.ts'

const SERVERS: readonly AddedServer[] = [
  { id: 'good' },
  { id: 'deaf', vice: 'deaf' },
  { id: 'wrapped', vice: 'deaf', isWrapped: true },
  { id: 'parent', vice: 'parent' },
]
const DEAF_SCRIPT = `
export const tool = { title: 'Deaf', summary: 'Is busy once it has answered.', input: { type: 'object', properties: {} } }
export default () => {
  setTimeout(() => { for (;;); }, 50)
  return { pid: process.pid }
}
`
const WAIT_MS = 5_000

/** What was left after all rounds. */
export interface KillReport {
  readonly rounds: number
  /** Groups of processes that were started. */
  readonly started: number
  /** Processes that still ran after a gateway was stopped, or after the next start of one that was killed. */
  readonly left: number
}

/**
 * Runs the rounds: every other gateway is stopped, the others are killed and started again. Whatever happens, no
 * process stays.
 * @param signal ends the rounds
 */
export async function sourceKills(rounds: number, signal?: AbortSignal): Promise<KillReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'toolgate-source-kills-'))
  const program = { command: process.execPath, args: [programFile('headless')], env: process.env }
  let started = 0
  let left = 0
  let running: HeadlessProcess | null = null
  const start = async (): Promise<HeadlessProcess & { readonly url: string }> => {
    const gateway = await HeadlessProcess.start(dataDir, [], program)
    running = gateway
    return gateway
  }
  try {
    mkdirSync(join(dataDir, 'tools'))
    writeFileSync(join(dataDir, 'tools', 'deaf.ts'), DEAF_SCRIPT)
    for (let round = 0; round < rounds; round++) {
      signal?.throwIfAborted()
      const gateway = await start()
      if (round === 0) for (const server of SERVERS) await addServerAt(gateway.url, server)
      if (round === 0) await addFolder(gateway.url)
      const servers = await Promise.all(SERVERS.map(({ id = '' }) => runningPid(gateway.url, id)))
      const groups = [...servers, await busyScript(gateway.url)]
      started += groups.length
      if (round % 2 === 0) await gateway.end('SIGTERM')
      else {
        await gateway.end('SIGKILL')
        await (await start()).end('SIGTERM')
      }
      for (const group of groups) left += await leftOf(group)
    }
    return { rounds, started, left }
  } finally {
    await endAll(running, dataDir)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
  }
}

// Without a gateway, since after a failure that may be what does not start.
async function endAll(running: HeadlessProcess | null, dataDir: string): Promise<void> {
  await running?.end('SIGKILL')
  await new StrayProcesses(dataDir, () => undefined).end()
}

async function leftOf(group: number): Promise<number> {
  const until = performance.now() + WAIT_MS
  for (;;) {
    const { length } = await membersOf(group)
    if (length === 0 || performance.now() > until) return length
    await wait(50)
  }
}

async function addFolder(url: string): Promise<void> {
  const body = { kind: 'folder', id: 'my', edited_here: true }
  const { consent } = await askAsOwner(url, '/app/sources/preview', body)
  const { source } = await askAsOwner(url, '/app/sources', { ...body, consent: consent.hash })
  // Its tool would only be missing later on.
  if (source.problems.length > 0) throw new Error(`The folder: ${JSON.stringify(source.problems)}`)
}

// A script that is busy hears neither signals nor that its stdin was closed.
async function busyScript(url: string): Promise<number> {
  const { data } = await askAsOwner(url, '/v1/my__deaf', {})
  return data.pid
}

async function runningPid(url: string, id: string): Promise<number> {
  const { source } = await askAsOwner(url, `/app/sources/${id}/look`, {})
  if (source.pid === null) throw new Error(`${id} does not run`)
  return source.pid
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error(`Ended by ${signal}, after the round that ran`)))
  const report = await sourceKills(Number(values.rounds), stop.signal)
  console.log(JSON.stringify(report))
  if (report.left > 0) process.exitCode = 1
}
