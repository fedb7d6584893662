/**
 * `npm test`: format, lint, types and tests. Arguments go to vitest. The last line is the total over all four,
 * where each of the first three counts as one check.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { nodeProgram, ROOT } from './paths.mjs'
import { failureLines, failuresOf, totalsOf } from './test-report.mjs'

/** @typedef {{ name: string, code: number, output: string }} Part */

// This part reports its own two results.
const TYPES_AND_LINT = ['--max-semi-space-size=64', 'build/types-and-lint.mjs']
const FORMAT = ['node_modules/oxfmt/bin/oxfmt', '--check']

// The parts write to a pipe, so each is told whether its output ends up on a terminal.
const ENV = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) }

const folder = mkdtempSync(join(tmpdir(), 'toolgate-check-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

// The three checks run one after another: vitest's workers keep the rest of two cores busy.
const [checks, tests] = await Promise.all([runChecks(), runTests()])
const failedChecks = checks.filter((check) => check.code !== 0)
const totals = totalsOf(tests.report, tests.code)
const failures = [
  ...failedChecks.map(({ name, output }) => ({ title: name, message: stripVTControlCharacters(output) })),
  ...failuresOf(tests.report, ROOT),
]
if (totals.failed > 0 && failures.length === failedChecks.length) {
  failures.push({ title: 'tests', message: stripVTControlCharacters(tests.output) })
}
for (const line of failureLines(failures)) print(line)
for (const part of [...failedChecks, tests]) if (part.code !== 0) print(`\n${part.name}:\n${part.output}`)
for (const name of totals.skippedNames) print(`skipped  ${name}`)
const passed = totals.passed + checks.length - failedChecks.length
const failed = totals.failed + failedChecks.length
print(`${passed} passed, ${failed} failed, ${totals.skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1

async function runChecks() {
  return [...(await runTypesAndLint()), await run('format', FORMAT)]
}

/** @returns {Promise<Part[]>} */
async function runTypesAndLint() {
  /** @type {Map<string, Part>} */
  const told = new Map()
  const { code, said } = await start(TYPES_AND_LINT, (message) => {
    const { name, output, seconds } = /** @type {import('./types-and-lint.mjs').Verdict} */ (message)
    told.set(name, ended({ name, code: output === '' ? 0 : 1, output }, seconds))
  })
  // A check that ended before its verdict has failed, and printed why.
  return ['types', 'lint'].map(
    (name) => told.get(name) ?? ended({ name, code: code || 1, output: said }, 0),
  )
}

async function runTests() {
  const file = join(folder, 'report.json')
  // `minimal` is silent about what passed.
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...process.argv.slice(2)]
  const part = await run('tests', args)
  return { ...part, report: readReport(file) }
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // vitest ended before it could report; totalsOf counts that as a failure.
    return null
  }
}

/**
 * Runs one part and prints how it ended.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<Part>}
 */
async function run(name, args) {
  const startedAt = performance.now()
  const { code, said } = await start(args)
  return ended({ name, code, output: said }, (performance.now() - startedAt) / 1000)
}

/**
 * @param {Part} part
 * @param {number} seconds
 */
function ended(part, seconds) {
  print(`${part.code === 0 ? 'ok      ' : 'FAILED  '} ${part.name} (${seconds.toFixed(1)} s)`)
  return part
}

/**
 * Runs a Node program until it ends.
 * @param {string[]} args
 * @param {(message: unknown) => void} [hear] receives the messages it sends
 * @returns {Promise<{ code: number, said: string }>} with what it wrote to stderr, where vitest explains failures,
 *   before its stdout
 */
async function start(args, hear) {
  const child = spawn(nodeProgram(), args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', hear ? 'ipc' : 'ignore'],
    env: ENV,
  })
  if (hear) child.on('message', hear)
  const heard = hear ? once(child, 'disconnect') : null
  /** @type {Promise<number>} */
  const exit = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  const [code, stderr, stdout] = await Promise.all([
    exit,
    textOf(child.stderr),
    textOf(child.stdout),
    heard,
  ])
  return { code, said: stderr + stdout }
}

/** @param {import('node:stream').Readable | null} stream */
function textOf(stream) {
  return stream ? text(stream) : ''
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}
