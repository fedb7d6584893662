import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import { failuresOf, totalsOf, type TestReport } from '../../build/test-report.mjs'
import { nodeProgram } from '../../build/paths.mjs'

/** Past this a run is stuck, as in a loop that a mutation has made endless. */
const LIMIT_MS = 15 * 60_000
const REPORT = '.mutation-report.json'

/** How a run of tests ended. */
export type Outcome =
  | { readonly kind: 'passed'; readonly tests: number }
  | { readonly kind: 'failed'; readonly tests: readonly string[] }
  | { readonly kind: 'stuck' }
  /** The run failed without a failed test: a file did not load, or an error came outside a test. */
  | { readonly kind: 'broken'; readonly output: string }

const running = new Set<ChildProcess>()

/** Ends whatever still runs, with the workers that it has started. */
export function stopAll(): void {
  for (const child of running) stop(child)
}

/**
 * Runs test files of a checkout; the whole suite where none is named.
 * @param bail stops at the first failure
 */
export async function runTests(root: string, files: readonly string[], bail: boolean): Promise<Outcome> {
  const reportFile = join(root, REPORT)
  rmSync(reportFile, { force: true })
  const args = ['--reporter=json', `--outputFile.json=${reportFile}`]
  // A mutation that makes a test wait for what never comes is found in a minute.
  if (bail) args.push('--bail=1', '--testTimeout=60000')
  // The list's own test fails under every mutation, and says nothing about the product.
  const which = files.length > 0 ? files : ['--exclude=test/mutations/**']
  const run = await runNode(root, ['node_modules/vitest/vitest.mjs', 'run', ...args, ...which])
  if (run.code === null) return { kind: 'stuck' }
  const report = readReport(reportFile)
  const failed = report?.testResults
    .flatMap((file) => file.assertionResults)
    .filter((test) => test.status === 'failed')
    .map((test) => test.fullName)
  if (failed && failed.length > 0) return { kind: 'failed', tests: failed }
  const totals = totalsOf(report, run.code)
  if (totals.failed === 0 && totals.passed > 0) return { kind: 'passed', tests: totals.passed }
  const told = failuresOf(report, root).map(({ title, message }) => `${title}: ${message}`)
  return { kind: 'broken', output: [...told, run.output].join('\n').trim() }
}

/** Builds a checkout, for tests that start the built gateway. */
export async function build(root: string): Promise<Outcome> {
  const run = await runNode(root, ['build/setup.mjs', '--build'])
  if (run.code === null) return { kind: 'stuck' }
  return run.code === 0 ? { kind: 'passed', tests: 0 } : { kind: 'broken', output: run.output }
}

interface Ended {
  /** Null for a run that was stuck. */
  readonly code: number | null
  readonly output: string
}

async function runNode(root: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(nodeProgram(), args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
    // A process group of its own, so that its workers can be ended with it.
    detached: process.platform !== 'win32',
  })
  running.add(child)
  let isStuck = false
  const timer = setTimeout(() => {
    isStuck = true
    stop(child)
  }, LIMIT_MS)
  const exit = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  try {
    const [code, stdout, stderr] = await Promise.all([exit, textOf(child.stdout), textOf(child.stderr)])
    return { code: isStuck ? null : code, output: stderr + stdout }
  } finally {
    clearTimeout(timer)
    running.delete(child)
  }
}

function stop(child: ChildProcess): void {
  if (child.pid === undefined || process.platform === 'win32') return void child.kill('SIGKILL')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}

function textOf(stream: Readable): Promise<string> {
  return text(stream)
}

function readReport(path: string): TestReport | null {
  try {
    // Written by vitest's JSON reporter.
    return JSON.parse(readFileSync(path, 'utf8')) as TestReport
  } catch {
    // vitest ended before it could report.
    return null
  }
}
