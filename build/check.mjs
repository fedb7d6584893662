/**
 * `npm test`: format, lint, types and tests. Arguments go to vitest. The last line is the total over all four,
 * where each of the first three counts as one check.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import { nodeProgram, ROOT } from './paths.mjs'
import { failureLines, failuresOf, totalsOf } from './test-report.mjs'

/** @typedef {{ name: string, code: number, output: string }} Part */

const CHECKS = [
  { name: 'types', args: ['node_modules/vue-tsc/bin/vue-tsc.js', '--noEmit'] },
  { name: 'lint', args: ['node_modules/eslint/bin/eslint.js', '--max-warnings', '0', '.'] },
  {
    name: 'format',
    args: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  },
]

// The parts write into a pipe, so each is told whether its output will meet a terminal in the end.
const ENV = { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }) }

const folder = mkdtempSync(join(tmpdir(), 'toolgate-check-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

// The three checks take turns: beside them, vitest's workers fill what is left of two cores.
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
  for (const check of CHECKS) parts.push(await run(check.name, check.args))
  return parts
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
 * Runs one part and says how it ended.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<Part>} with what it wrote to stderr, where vitest explains failures, before its stdout
 */
async function run(name, args) {
  const startedAt = performance.now()
  const child = spawn(nodeProgram(), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: ENV })
  /** @type {Promise<number>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  const [code, stderr, stdout] = await Promise.all([ended, text(child.stderr), text(child.stdout)])
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  print(`${code === 0 ? 'ok      ' : 'FAILED  '} ${name} (${seconds} s)`)
  return { name, code, output: stderr + stdout }
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}
