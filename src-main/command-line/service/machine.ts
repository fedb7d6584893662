import { spawnSync } from 'node:child_process'
import { homedir, tmpdir, userInfo } from 'node:os'

/** A program to run. */
export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** Whether it may fail, because what it ends may not be there. */
  readonly mayFail?: true
}

/** The machine of a service, and the user it belongs to. */
export interface Machine {
  readonly platform: NodeJS.Platform
  /** Null on Windows. */
  readonly uid: number | null
  readonly user: string
  readonly home: string
  readonly temp: string
  readonly env: NodeJS.ProcessEnv
  /** Runs a program to its end. @returns what it said when it failed; null when it did not */
  readonly run: (command: Command) => string | null
}

/** This machine and user. */
export function thisMachine(env: NodeJS.ProcessEnv): Machine {
  return {
    platform: process.platform,
    uid: process.getuid?.() ?? null,
    user: userInfo().username,
    home: homedir(),
    temp: tmpdir(),
    env,
    run,
  }
}

function run({ program, args }: Command): string | null {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    windowsHide: true,
  })
  if (status === 0) return null
  return error?.message ?? (`${stderr}${stdout}`.trim() || `it ended with ${status}`)
}

/** A command as a person would type it. */
export function shownCommand({ program, args }: Command): string {
  return [program, ...args].map((word) => (/^[\w./:@=-]+$/.test(word) ? word : `"${word}"`)).join(' ')
}
