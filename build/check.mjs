/**
 * `npm test`: format, lint, types and tests. Arguments go to vitest. The last line is the total over all four,
 * where each of the first three counts as one check.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeProgram, ROOT } from './paths.mjs'
import { totalsOf } from './test-report.mjs'

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

// vitest keeps one core busy most of the time; the three checks take turns on the other.
const [checks, tests] = await Promise.all([runChecks(), runTests()])
for (const name of tests.skippedNames) print(`skipped  ${name}`)
const passed = tests.passed + checks.filter((ok) => ok).length
const failed = tests.failed + checks.filter((ok) => !ok).length
print(`${passed} passed, ${failed} failed, ${tests.skipped} skipped`)
process.exitCode = failed === 0 ? 0 : 1

async function runChecks() {
  const results = []
  for (const check of CHECKS) results.push((await run(check.name, check.args)) === 0)
  return results
}

async function runTests() {
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...process.argv.slice(2)]
  const exitCode = await run('tests', args)
  return totalsOf(readReport(file), exitCode)
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
 * Runs one part and prints its output only if it failed, in one piece.
 * @param {string} name
 * @param {string[]} args
 * @returns {Promise<number>} its exit code
 */
async function run(name, args) {
  const startedAt = performance.now()
  const child = spawn(nodeProgram(), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env: ENV })
  /** @type {Buffer[]} */
  const output = []
  child.stdout.on('data', (/** @type {Buffer} */ piece) => output.push(piece))
  child.stderr.on('data', (/** @type {Buffer} */ piece) => output.push(piece))
  /** @type {number} */
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (exitCode) => resolve(exitCode ?? 1))
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  print(`${code === 0 ? 'ok      ' : 'FAILED  '} ${name} (${seconds} s)`)
  if (code !== 0) process.stdout.write(Buffer.concat(output))
  return code
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}
