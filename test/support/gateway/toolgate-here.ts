import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runToolgate as runCommandLine } from '../../../src-main/command-line/toolgate.ts'
import { ROOT } from '../sources/source-files.ts'

const OUT = pathToFileURL(join(ROOT, 'out/'))
const FILES = {
  pageDir: new URL('renderer/', OUT),
  workerUrl: new URL('main/tool-worker.js', OUT),
  headless: new URL('main/headless.js', OUT),
  cli: new URL('main/cli.js', OUT),
}

/** What a command printed, and the exit code that it asked for. */
export interface Said {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs the command line in this process, as one started with its output in pipes. A test of pipes, signals or a
 * terminal starts the real one.
 * @param env what is set on top of this process's own environment; undefined takes a variable away
 */
export async function toolgateHere(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Said> {
  const { stdout, stderr, exitCode } = process
  const before = { env: { ...process.env }, out: stdout.write, err: stderr.write }
  const listeners = new Set(stdout.listeners('error'))
  const said = { stdout: '', stderr: '' }
  for (const [name, value] of Object.entries({ ...env, NO_COLOR: '1' })) {
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
  process.exitCode = undefined
  stdout.write = (piece) => Boolean((said.stdout += String(piece)))
  stderr.write = (piece) => Boolean((said.stderr += String(piece)))
  try {
    await runCommandLine([...args], FILES)
    return { code: Number(process.exitCode ?? 0), ...said }
  } finally {
    Object.assign(stdout, { write: before.out })
    Object.assign(stderr, { write: before.err })
    process.exitCode = exitCode
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name]
    Object.assign(process.env, before.env)
    for (const listener of stdout.listeners('error'))
      if (!listeners.has(listener)) stdout.off('error', listener as () => void)
  }
}
