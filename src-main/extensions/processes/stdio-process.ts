import { spawn, type ChildProcess } from 'node:child_process'
import { SOURCE_LIMITS } from '../source.ts'
import { LineReader } from '../line-reader.ts'
import { endGroup, isAlive, memoryOf, signalGroup } from './process-group.ts'
import type { StrayProcesses } from './stray-processes.ts'
import type { Delivery, Transport, TransportEvents } from './transport.ts'

/** How long a server may take to end by itself, and after SIGTERM, in milliseconds. */
const WAITS = { stdin: 1_000, term: 2_000 }

/** What a process is started with. */
export interface ProcessStart {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/**
 * A server that speaks on its stdin and stdout, in a group of its own: whatever it starts is ended with it, unless it
 * leaves the group on purpose.
 */
export class StdioProcess implements Transport {
  readonly #child: ChildProcess
  readonly #events: TransportEvents
  readonly #strays: StrayProcesses
  readonly #exited: Promise<void>
  readonly #memory: NodeJS.Timeout
  #stderr = Buffer.alloc(0)
  #why: string | null = null
  #isOver = false
  #closing: Promise<void> | undefined

  constructor(start: ProcessStart, events: TransportEvents, strays: StrayProcesses) {
    this.#events = events
    this.#strays = strays
    const exited = Promise.withResolvers<void>()
    this.#exited = exited.promise
    const child = spawn(start.command, [...start.args], {
      cwd: start.cwd,
      env: start.env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    })
    this.#child = child
    if (child.pid !== undefined) void this.#strays.begin(child.pid)
    const lines = new LineReader(SOURCE_LIMITS.answerBytes, events)
    child.stdout.on('data', (chunk: Buffer) => lines.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => this.#keep(chunk))
    // A pipe breaks when its process ends, which `exit` tells.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => undefined)
    child.on('error', (error) => {
      exited.resolve()
      this.#over(`could not be started (${'code' in error ? String(error.code) : error.message})`)
    })
    child.on('exit', () => {
      exited.resolve()
      // What it has started must not outlive it.
      if (child.pid !== undefined) void this.#endGroup(child.pid)
    })
    // After the last of its output has been read.
    child.on('close', (code, signal) => this.#over(endOf(code, signal)))
    this.#memory = setInterval(() => void this.#watchMemory(), SOURCE_LIMITS.memoryEveryMs)
    this.#memory.unref()
  }

  /** The number of its process; null when it could not be started. */
  get pid(): number | null {
    return this.#child.pid ?? null
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** The last of what it has written to stderr. */
  get stderr(): string {
    return this.#stderr.toString('utf8')
  }

  /**
   * Sends a line.
   * @returns nothing to stop: an answer that comes later is for nobody
   */
  write(line: string, { refused }: Delivery): () => void {
    const { stdin } = this.#child
    if (this.#isOver || !stdin?.writable) refused()
    else
      stdin.write(`${line}\n`, (error) => {
        if (error) refused()
      })
    return () => undefined
  }

  greeted(): void {
    // A process needs no more than the greeting.
  }

  /** How much memory the whole group takes, in bytes. */
  async memory(): Promise<number> {
    const { pid } = this
    if (pid === null || this.#isOver) return 0
    return await memoryOf(pid)
  }

  /** Kills it with everything that it has started, at once. */
  kill(): void {
    const { pid } = this
    if (pid !== null && !this.#isOver) signalGroup(pid, 'SIGKILL')
  }

  /**
   * Ends it with everything that it has started.
   * @param why what is told to those who wait, as the end of a sentence
   */
  close(why: string): Promise<void> {
    this.#why ??= why
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<void> {
    const { pid } = this
    this.#child.stdin?.end()
    if (pid !== null) await this.#endGroup(pid)
    this.#over('ended')
  }

  async #endGroup(pid: number): Promise<void> {
    // One that has ended by itself leaves nobody who would hear that stdin was closed.
    await endGroup(pid, { ...WAITS, stdin: this.#closing ? WAITS.stdin : 0 }, this.#exited)
    if (!(await isAlive(pid))) this.#strays.ended(pid)
    // A process outside the group may hold its output open for ever.
    this.#child.stdout?.destroy()
    this.#child.stderr?.destroy()
  }

  #over(why: string): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#memory)
    this.#events.ended(this.#why ?? why)
  }

  #keep(chunk: Buffer): void {
    this.#stderr = Buffer.concat([this.#stderr, chunk]).subarray(-SOURCE_LIMITS.stderrBytes)
  }

  async #watchMemory(): Promise<void> {
    const { pid } = this
    const bytes = await this.memory().catch(() => 0)
    if (pid === null || bytes <= SOURCE_LIMITS.memoryBytes) return
    this.#why ??= `was ended because it took more than ${SOURCE_LIMITS.memoryBytes / 1024 / 1024} MiB of memory`
    signalGroup(pid, 'SIGKILL')
  }
}

function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  return signal === null ? `ended (exit ${code ?? 0})` : `ended (${signal})`
}
