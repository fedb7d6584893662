/**
 * `npm test`: scripts, components, format and tests. Arguments go to vitest. The last line is the total over all four,
 * where each of the first three counts as one check. With `--long`, which is `npm run test:long`, random tests run
 * many times over, with a seed of their own. A check is left out while all that it reads is as it was when it passed,
 * but not in the long run.
 */
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { CHECKS } from './checks.mjs'
import { nodeProgram, ROOT } from './paths.mjs'
import { contentFingerprint, hasPassed, noteEnd } from './passed-checks.mjs'
import { failureLines, failuresOf, totalsOf } from './test-report.mjs'
import { makeTestFolder } from './test-folder.mjs'

/** @typedef {{ name: string, code: number, output: string }} Part */

const LONG = '--long'
const isLong = process.argv.includes(LONG)
const vitestArgs = process.argv.slice(2).filter((arg) => arg !== LONG)
const seed = process.env['TOOLGATE_SEED'] ?? String(randomInt(2 ** 31))
if (isLong) print(`TOOLGATE_SEED=${seed} npm run test:long repeats this run`)

const folder = makeTestFolder()
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const ENV = {
  ...process.env,
  // Where the tests put their folders. What one that was killed leaves behind goes with it.
  ...(process.platform === 'win32' ? { TEMP: folder, TMP: folder } : { TMPDIR: folder }),
  // The parts write to a pipe, so each is told whether its output ends up on a terminal.
  ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
  // Compilers, linters and protocol suites are started many times, and are compiled once.
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(ROOT, 'node_modules/.cache/compiled'),
  ...(isLong ? { TOOLGATE_LONG: '1', TOOLGATE_SEED: seed } : {}),
}

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
  /** @type {Part[]} */
  const parts = []
  for (const { name, programs, reads } of CHECKS) {
    const fingerprint = contentFingerprint(ROOT, reads)
    if (!isLong && hasPassed(ROOT, name, fingerprint)) {
      print(`ok       ${name} (unchanged since they passed)`)
      parts.push({ name, code: 0, output: '' })
      continue
    }
    const part = await run(name, programs)
    noteEnd(ROOT, name, part.code === 0 ? fingerprint : null)
    parts.push(part)
  }
  return parts
}

async function runTests() {
  const file = join(folder, 'report.json')
  // `minimal` is silent about what passed.
  const reporters = ['--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...vitestArgs]
  const part = await run('tests', [args])
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
 * Runs the programs of one part, up to the first that fails, and prints how it ended.
 * @param {string} name
 * @param {readonly (readonly string[])[]} programs
 * @returns {Promise<Part>}
 */
async function run(name, programs) {
  const startedAt = performance.now()
  /** @type {Part} */
  const part = { name, code: 0, output: '' }
  for (const args of programs) {
    const { code, said } = await start(args)
    Object.assign(part, { code, output: said })
    if (code !== 0) break
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  print(`${part.code === 0 ? 'ok      ' : 'FAILED  '} ${name} (${seconds} s)`)
  return part
}

/**
 * Runs a Node program until it ends.
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, said: string }>} with what it wrote to stderr, where vitest explains failures,
 *   before its stdout
 */
async function start(args) {
  const child = spawn(nodeProgram(), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: ENV })
  /** @type {Promise<number>} */
  const exit = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  const [code, stderr, stdout] = await Promise.all([exit, text(child.stderr), text(child.stdout)])
  return { code, said: stderr + stdout }
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}
