/**
 * Checks types and lint in one process, over one program that each would otherwise build for itself, and tells
 * check.mjs as each of them ends.
 */
import { lintFindings, programOf, typeErrorsOf } from './checked-program.mjs'
import { ROOT } from './paths.mjs'

/** @typedef {{ name: string, output: string, seconds: number }} Verdict `output` is what the check found */

let startedAt = performance.now()
const program = programOf(ROOT)
tell('types', typeErrorsOf(program).join(''))
tell('lint', await lintFindings(program, { cwd: ROOT }))

/**
 * @param {string} name
 * @param {string} output
 */
function tell(name, output) {
  const now = performance.now()
  /** @type {Verdict} */
  const verdict = { name, output, seconds: (now - startedAt) / 1000 }
  startedAt = now
  process.send?.(verdict)
}
