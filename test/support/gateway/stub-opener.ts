import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTempDir } from '../temp-dir.ts'

const OPENER = process.platform === 'darwin' ? 'open' : 'xdg-open'

/** A program in the place of the system's opener, which only notes its arguments; `bin` goes first in PATH. */
export function stubOpener(exitCode: number): { readonly bin: string; readonly noted: string } {
  const bin = makeTempDir()
  const noted = join(bin, 'arguments')
  const program = join(bin, OPENER)
  writeFileSync(program, `#!/bin/sh\nprintf '%s\\n' "$@" > '${noted}'\nexit ${exitCode}\n`)
  chmodSync(program, 0o700)
  return { bin, noted }
}
