import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { IPty } from '@lydell/node-pty'
import { onTestFinished } from 'vitest'

const CLI = fileURLToPath(new URL('../../../out/main/cli.js', import.meta.url))

/** A command in a terminal, and what it has printed there so far. */
export interface Terminal {
  readonly terminal: IPty
  readonly output: () => string
  /** Resolves to the exit code. */
  readonly ended: Promise<number>
}

/**
 * Runs the built command line in a pseudo-terminal, until the running test ends.
 * @param env what is set on top of this process's own environment
 */
export function openTerminal(args: readonly string[], env: NodeJS.ProcessEnv): Terminal {
  // Its package is CommonJS with a native part.
  const pty = createRequire(import.meta.url)('@lydell/node-pty') as typeof import('@lydell/node-pty')
  const terminal = pty.spawn(process.execPath, [CLI, ...args], {
    cols: 120,
    env: { ...terminalEnv(), ...env },
  })
  let text = ''
  terminal.onData((piece) => (text += piece))
  const ended = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)))
  onTestFinished(() => terminal.kill())
  return { terminal, output: () => text, ended }
}

// A test run may carry wishes about colours that are not meant for the terminal, and the machine it was started from.
function terminalEnv(): NodeJS.ProcessEnv {
  const {
    NO_COLOR: _no,
    FORCE_COLOR: _force,
    TEST: _test,
    CI: _ci,
    SSH_CONNECTION: _ssh,
    ...rest
  } = process.env
  return { ...rest, TERM: 'xterm-256color' }
}
