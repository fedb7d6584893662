import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { serialize } from 'node:v8'
import { toSqlProgram, type SqlAnswer, type SqlOutcome, type SqlQuery } from './sql-program.ts'
import { CallFailed, InvalidInput } from '../../../tool-kit/tool-context.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const DEADLINE_MS = 1_500
/** The parent normally ends the process long before this limit, unless its worker was ended. */
const LIFE_SECONDS = 3
const MEMORY_BYTES = 384 * 1024 * 1024
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

/**
 * Runs a query over tables in a separate process, which is killed past its deadline or memory
 * limit: nothing else stops a statement running inside SQLite, not even the end of its thread.
 * Blocks its thread, so it may only run in workers.
 * @throws InvalidInput for what SQLite rejects; CallFailed past the deadline
 */
export function runSql(query: SqlQuery): SqlAnswer {
  const library = createRequire(import.meta.url).resolve('better-sqlite3')
  const program = toSqlProgram(library, MEMORY_BYTES, LIFE_SECONDS)
  const { error, stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=commonjs', '-e', program],
    {
      input: serialize(query),
      timeout: DEADLINE_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
      encoding: 'utf8',
      // No secrets of the gateway, and the same time zone everywhere.
      env: { ELECTRON_RUN_AS_NODE: '1', TZ: 'UTC' },
    },
  )
  const code = error && 'code' in error ? error.code : undefined
  if (code === 'ETIMEDOUT')
    throw new CallFailed('The query ran longer than 1.5 seconds.', { timedOut: true })
  if (code === 'ENOBUFS') throw new InvalidInput('sql', 'The rows have more than 8 MiB; select fewer')
  // Killed by its own watchdog, or by V8 with a note about its heap.
  if (!error && status !== 0 && (stderr === '' || stderr.includes('heap')))
    throw new InvalidInput('sql', 'The query needs more memory than a call may use; work on less at a time')
  if (error || status !== 0)
    throw new Error(`The query's process ended with ${status}: ${stderr}`, { cause: error })
  // The output of the program.
  const outcome = parseJson(stdout) as SqlOutcome
  if ('fault' in outcome) throw new InvalidInput('sql', outcome.fault)
  return outcome
}
