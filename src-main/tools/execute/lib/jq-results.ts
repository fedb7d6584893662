import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { jsonProblemOf } from '../../lib/sound-json.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'
import type { JqRun } from './jq-engine.ts'
import { failureOf } from './jq-failure.ts'

const MAX_RESULTS = 10_000
// jq's exit status for an error of the filter; what came before is a result.
const ERROR_STATUS = 5

/**
 * The results of a run, a line of JSON each, and the error that it ended with or met on its way.
 * @throws InvalidInput for an error before any result, and for too many results
 */
export function linesOf({ status, stdout, stderr }: JqRun): { lines: string[]; error: { error?: string } } {
  const lines = stdout.split('\n').slice(0, -1)
  // Its exit status is that of the last input alone.
  const failed = status !== 0 || /^jq: error/m.test(stderr)
  if (failed && ((status !== 0 && status !== ERROR_STATUS) || lines.length === 0))
    throw failureOf(status, stderr)
  if (lines.length > MAX_RESULTS)
    throw new InvalidInput(
      'filter',
      `The filter gives more than ${MAX_RESULTS} results; use limit() or a slice`,
    )
  return { lines, error: !failed ? {} : { error: failureOf(status, stderr).message } }
}

/** The values of such lines. @throws InvalidInput for a value that cannot be sent as JSON */
export function resultsOf(lines: readonly string[]): unknown[] {
  const results = lines.map((line): unknown => parseJson(line))
  const problem = jsonProblemOf(results)
  if (problem !== null) throw new InvalidInput('filter', `The result cannot be sent as JSON: ${problem}`)
  return results
}
