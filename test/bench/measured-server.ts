import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Load, LoadResult } from './load.ts'

const PROBE = new URL('./probe.mjs', import.meta.url)
const LOAD = fileURLToPath(new URL('./load.ts', import.meta.url))

export interface Usage {
  readonly cpuMicros: number
  readonly residentMb: number
  readonly heapMb: number
  /** Outside of V8's heap: buffers above all. */
  readonly externalMb: number
}

interface UsageOptions {
  /** Whether the garbage is collected before. */
  readonly collect?: boolean
  /** A file for a heap snapshot. */
  readonly snapshot?: string
}

/** A server in a process of its own whose use of the machine can be asked for. */
export class MeasuredServer {
  readonly #child: ChildProcess
  readonly port: number
  /** From the start of the process to its first answer. */
  readonly startMs: number

  constructor(child: ChildProcess, port: number, startMs: number) {
    this.#child = child
    this.port = port
    this.startMs = startMs
  }

  /** Starts a script that prints one ready line with its URL. */
  static async start(script: URL, args: readonly string[], firstPath: string): Promise<MeasuredServer> {
    const startedAt = performance.now()
    const child = fork(fileURLToPath(script), [...args], {
      execArgv: ['--import', PROBE.href],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const lines = createInterface({ input: child.stdout! })
    const [line] = (await once(lines, 'line')) as [string]
    const { url } = JSON.parse(line) as { url: string }
    await fetch(url + firstPath)
    return new MeasuredServer(child, Number(new URL(url).port), performance.now() - startedAt)
  }

  async usage(options: UsageOptions = {}): Promise<Usage> {
    this.#child.send(options)
    const [usage] = (await once(this.#child, 'message')) as [Usage]
    return usage
  }

  /** The longest turn of its event loop since this was last asked, in milliseconds of the thread's processor time. */
  async longestTurnMs(): Promise<number> {
    this.#child.send({ turns: true })
    const [answer] = (await once(this.#child, 'message')) as [{ readonly longestTurnMs: number }]
    return answer.longestTurnMs
  }

  /** Puts a load on the server from another process; tells its CPU time an answer as well. */
  async under(load: Omit<Load, 'port'>): Promise<LoadResult & { readonly cpuMicrosPerAnswer: number }> {
    const before = await this.usage()
    const client = fork(LOAD, [JSON.stringify({ ...load, port: this.port })])
    const [result] = (await once(client, 'message')) as [LoadResult]
    await once(client, 'exit')
    const after = await this.usage()
    return { ...result, cpuMicrosPerAnswer: (after.cpuMicros - before.cpuMicros) / result.answers }
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM')
    await once(this.#child, 'exit')
  }
}
