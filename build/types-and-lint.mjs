/**
 * The checks of types and lint in one process, over one program, which each would otherwise make and check for itself.
 * Tells check.mjs of each as it ends.
 */
import { lintFindings, programOf, typeErrorsOf } from './checked-program.mjs'
import { ROOT } from './paths.mjs'

/** @typedef {{ name: string, output: string, seconds: number }} Verdict of a check, which found what it put out */

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
