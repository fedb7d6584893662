import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../../build/paths.mjs'
import { HELLO_PDF } from '../../../src-main/tools/document/lib/document-samples.ts'
import { OWNER_KEY } from '../gateway/test-gateway.ts'
import type { DocBlock } from './doc-blocks.ts'

const CLI = join(ROOT, 'out/main/cli.js')
// In a checkout, npm runs the same program after a look at the build.
const PRELUDE = `toolgate() { "${process.execPath}" "${CLI}" "$@"; }
npm() {
  case "$*" in
    "run --silent toolgate -- "*) shift 4; toolgate "$@" ;;
    "run --silent serve -- "*) shift 4; toolgate serve "$@" ;;
    *) echo "npm $* is not run here" >&2; return 99 ;;
  esac
}`

/** The languages that are run, and how. */
export const PROGRAMS: Readonly<Record<string, (code: string) => readonly [string, readonly string[]]>> = {
  bash: inBash,
  sh: inBash,
  ts: (code) => [process.execPath, ['--input-type=module-typescript', '--eval', code]],
}

function inBash(code: string): readonly [string, readonly string[]] {
  return ['bash', ['-euo', 'pipefail', '-c', `${PRELUDE}\n${code}`]]
}

/** The file `report.pdf` of the reader. */
export const REPORT = Buffer.from(HELLO_PDF, 'base64')

/** The gateway that a block speaks with. */
export interface Place {
  readonly url: string
  readonly dataDir: string
}

/** What a block printed, and how it ended. */
export interface Followed {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Writes the files that the documents say a reader has. @param cwd also the reader's home */
export function writeReadersFiles(cwd: string): void {
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='
  writeFileSync(join(cwd, 'report.pdf'), REPORT)
  writeFileSync(join(cwd, 'a.png'), Buffer.from(picture, 'base64'))
  writeFileSync(join(cwd, 'rows.csv'), 'expression\n1 + 1\n')
  mkdirSync(join(cwd, 'Documents'))
}

/**
 * Runs a block as its reader would, in the reader's folder.
 * @param stdin what is piped in @param until stops it once it has printed this, as Ctrl-C does; null runs it to its end
 */
export async function followBlock(
  block: DocBlock,
  { url, dataDir }: Place,
  { cwd, stdin, until }: { readonly cwd: string; readonly stdin: string; readonly until: string | null },
): Promise<Followed> {
  const [program, args] = PROGRAMS[block.language]!(block.code.replaceAll('http://127.0.0.1:4777', url))
  const env = {
    ...process.env,
    HOME: cwd,
    TOOLGATE_HOME: dataDir,
    TOOLGATE_URL: url,
    TOOLGATE_KEY: OWNER_KEY,
    NO_COLOR: '1',
  }
  // A group of its own, so that all of it can be stopped.
  const child = spawn(program, [...args], { cwd, env, detached: true })
  const said = { stdout: '', stderr: '' }
  child.stderr.on('data', (bytes: Buffer) => (said.stderr += bytes.toString()))
  child.stdout.on('data', (bytes: Buffer) => {
    said.stdout += bytes.toString()
    if (until !== null && said.stdout.includes(until)) process.kill(-child.pid!, 'SIGTERM')
  })
  child.stdin.on('error', () => undefined).end(stdin)
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, ...said }
}
