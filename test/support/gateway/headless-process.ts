import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { OWNER_KEY } from './test-gateway.ts'

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../out/main/${name}.js`, import.meta.url))

/** How a process ended. */
export interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** How to start a gateway. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

const BUILT: Program = { command: process.execPath, args: [fileOf('headless')], env: process.env }

/** The built headless gateway in a process of its own, as a person starts it; or that of another program. */
export class HeadlessProcess {
  readonly #child: ChildProcess
  readonly pid: number
  /** Resolves once the process is gone. */
  readonly ended: Promise<End>
  /** Resolves to the URL once the gateway answers; to null when it ended before. */
  readonly ready: Promise<string | null>

  constructor(dataDir: string, args: readonly string[] = [], program: Program = BUILT) {
    const own = [...program.args, '--port', '0', '--data-dir', dataDir, '--json', ...args]
    this.#child = spawn(program.command, own, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...program.env, TOOLGATE_OWNER_KEY: OWNER_KEY },
    })
    this.pid = this.#child.pid!
    this.ended = endOf(this.#child)
    this.ready = Promise.race([urlOf(this.#child), this.ended.then(() => null)])
  }

  /** Starts a gateway. @throws with what it printed when it does not come up */
  static async start(
    dataDir: string,
    args: readonly string[] = [],
    program: Program = BUILT,
  ): Promise<HeadlessProcess & { readonly url: string }> {
    const process = new HeadlessProcess(dataDir, args, program)
    const url = await process.ready
    if (url === null) throw new Error(`The gateway did not start: ${(await process.ended).stderr}`)
    return Object.assign(process, { url })
  }

  async end(signal: NodeJS.Signals): Promise<End> {
    this.#child.kill(signal)
    return await this.ended
  }
}

/** Runs the built command line to its end. */
export function runToolgate(args: readonly string[], env: NodeJS.ProcessEnv = {}): End & { code: number } {
  const run = spawnSync(process.execPath, [fileOf('cli'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    timeout: 120_000,
  })
  return { code: run.status ?? -1, signal: run.signal, stdout: run.stdout, stderr: run.stderr }
}

async function urlOf(child: ChildProcess): Promise<string> {
  const [line] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return (JSON.parse(line) as { url: string }).url
}

async function endOf(child: ChildProcess): Promise<End> {
  let stdout = ''
  let stderr = ''
  child.stdout!.on('data', (piece) => (stdout += String(piece)))
  child.stderr!.on('data', (piece) => (stderr += String(piece)))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal, stdout, stderr }
}
