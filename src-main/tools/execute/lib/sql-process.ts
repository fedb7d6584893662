import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import {
  OUT_OF_MEMORY,
  OUT_OF_TIME,
  SQL_WALL_MS,
  type SqlAnswer,
  type SqlOutput,
  type SqlQuery,
} from './sql-query.ts'
import { CallFailed, InvalidInput } from '../../../tool-kit/tool-context.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

// The build puts this module into chunks/, and each program of its own beside that folder.
const CHILD = import.meta.url.endsWith('.ts') ? './sql-child.ts' : '../sql-child.js'
/** What the watch of a process that it ends has written last: why, and the processor time. */
const END = new RegExp(`(${OUT_OF_TIME}|${OUT_OF_MEMORY}), (\\d+) ms$`)
const MAX_OUTPUT_BYTES = 8 * 1024 * 1024

/**
 * Runs a query over tables in a separate process, which is killed past its deadline or memory
 * limit: nothing else stops a statement running inside SQLite, not even the end of its thread.
 * Blocks its thread, so it may only run in workers.
 * @param spent takes the processor time of that process in milliseconds, however it ended
 * @throws InvalidInput for what SQLite rejects; CallFailed past the deadline
 */
export function runSql(query: SqlQuery, spent: (cpuMs: number) => void): SqlAnswer {
  const library = createRequire(import.meta.url).resolve('better-sqlite3')
  const child = fileURLToPath(new URL(CHILD, import.meta.url))
  const began = performance.now()
  const { error, stdout, stderr, status } = spawnSync(
    process.execPath,
    [...permissionsFor(library, child), child, library],
    {
      input: serialize(query),
      timeout: SQL_WALL_MS,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT_BYTES,
      encoding: 'utf8',
      // No secrets of the gateway, and the same time zone everywhere.
      env: { ELECTRON_RUN_AS_NODE: '1', TZ: 'UTC' },
    },
  )
  // Only the program writes to its standard output.
  const output = error || status !== 0 ? null : (parseJson(stdout) as SqlOutput)
  const [, end = '', cpuMs] = END.exec(stderr) ?? []
  // One that could not say it has used no more than the time for which it ran.
  spent(output?.cpuMs ?? (cpuMs === undefined ? performance.now() - began : Number(cpuMs)))
  const code = error && 'code' in error ? error.code : undefined
  if (code === 'ETIMEDOUT' || end === OUT_OF_TIME)
    throw new CallFailed('The query used more than 1.5 seconds of processor time.', { timedOut: true })
  if (code === 'ENOBUFS') throw new InvalidInput('sql', 'The rows have more than 8 MiB; select fewer')
  // Killed by its own watchdog, or by V8 with a note about its heap.
  if (!error && status !== 0 && (end === OUT_OF_MEMORY || stderr === '' || stderr.includes('heap')))
    throw new InvalidInput('sql', 'The query needs more memory than a call may use; work on less at a time')
  if (!output) throw new Error(`The query's process ended with ${status}: ${stderr}`, { cause: error })
  const { outcome } = output
  if ('fault' in outcome) throw new InvalidInput('sql', outcome.fault)
  return outcome
}

/**
 * What Node allows the process: machine code, which SQLite is, its own watch, and to read its program and its
 * libraries. None where this worker runs without permissions too, because they do not work there.
 */
function permissionsFor(library: string, child: string): string[] {
  if (!process.permission) return []
  const libraries = library.slice(0, library.lastIndexOf('node_modules') + 'node_modules'.length)
  // The package.json says that the program is a module.
  const readable = [libraries, join(dirname(libraries), 'package.json'), dirname(child)]
  const reads = readable.map((path) => `--allow-fs-read=${path}`)
  return ['--permission', '--allow-addons', '--allow-worker', ...reads]
}
