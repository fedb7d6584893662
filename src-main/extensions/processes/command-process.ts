import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { SOURCE_LIMITS } from '../source.ts'
import { endGroup, isAlive, membersOf, signalGroup } from './process-group.ts'
import type { ProcessStart } from './stdio-process.ts'
import type { StrayProcesses } from './stray-processes.ts'

/** How a command has ended. */
export type CommandEnd =
  | { readonly kind: 'exit'; readonly code: number; readonly printed: Buffer; readonly stderr: string }
  /** It was never started. */
  | { readonly kind: 'not_started'; readonly why: string }
  /** It was ended, or has ended by a signal. `why` is the end of a sentence. */
  | { readonly kind: 'cut'; readonly why: string; readonly isLate: boolean; readonly stderr: string }

/** What bounds a run. */
export interface CommandBounds {
  /** In milliseconds. */
  readonly ms: number
  readonly signal: AbortSignal
  readonly strays: StrayProcesses
}

const TERM_MS = 500
const HELD_MS = 1_000
const MIB = 1024 * 1024

/**
 * Runs a program once, in a group of its own: when it ends, everything that it has started is ended with it, unless it
 * leaves the group on purpose.
 * @param stdin all that it reads
 */
export async function runCommand(
  start: ProcessStart,
  stdin: string,
  { ms, signal, strays }: CommandBounds,
): Promise<CommandEnd> {
  const running = new RunningCommand(start, stdin, strays)
  const late = setTimeout(
    () => running.kill(`did not end within ${Math.round(ms / 1_000)} s and was ended`, true),
    ms,
  )
  const left = (): void => running.kill('was ended, because the caller has left')
  signal.addEventListener('abort', left, { once: true })
  const memory = setInterval(() => void running.watchMemory(), SOURCE_LIMITS.memoryEveryMs)
  memory.unref()
  try {
    return await running.end
  } finally {
    clearTimeout(late)
    clearInterval(memory)
    signal.removeEventListener('abort', left)
  }
}

class RunningCommand {
  readonly #child: ChildProcess
  readonly #strays: StrayProcesses
  readonly #end = Promise.withResolvers<CommandEnd>()
  readonly #printed: Buffer[] = []
  #bytes = 0
  #stderr = Buffer.alloc(0)
  #cut: { readonly why: string; readonly isLate: boolean } | null = null

  constructor({ command, args, cwd, env }: ProcessStart, stdin: string, strays: StrayProcesses) {
    this.#strays = strays
    const child = spawn(command, [...args], {
      ...{ cwd, env, windowsHide: true, detached: process.platform !== 'win32' },
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#child = child
    if (child.pid !== undefined) void strays.begin(child.pid)
    child.stdout.on('data', (chunk: Buffer) => this.#keep(chunk))
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = Buffer.concat([this.#stderr, chunk]).subarray(-SOURCE_LIMITS.stderrBytes)
    })
    // A pipe breaks when its process ends, which is told below.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', () => undefined)
    child.stdin.end(stdin)
    child.on('error', (error) => {
      const why = 'code' in error ? String(error.code) : error.message
      if (child.pid === undefined) this.#end.resolve({ kind: 'not_started', why })
    })
    child.on('exit', () => void this.#endOthers())
    child.on('close', (code, signal) => this.#closed(code, signal))
  }

  get end(): Promise<CommandEnd> {
    return this.#end.promise
  }

  /** Ends it with everything that it has started. @param why the end of a sentence */
  kill(why: string, isLate = false): void {
    this.#cut ??= { why, isLate }
    const { pid } = this.#child
    if (pid !== undefined) signalGroup(pid, 'SIGKILL')
  }

  async watchMemory(): Promise<void> {
    const { pid } = this.#child
    const members = pid === undefined ? [] : await membersOf(pid).catch(() => [])
    const taken = members.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0)
    if (taken > SOURCE_LIMITS.memoryBytes)
      this.kill(`took more than ${SOURCE_LIMITS.memoryBytes / MIB} MiB of memory and was ended`)
  }

  #keep(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes <= SOURCE_LIMITS.answerBytes) this.#printed.push(chunk)
    else this.kill(`printed more than ${SOURCE_LIMITS.answerBytes / MIB} MiB and was ended`)
  }

  // After the last of its output has been read.
  #closed(code: number | null, signal: NodeJS.Signals | null): void {
    const stderr = this.#stderr.toString('utf8')
    if (this.#cut) this.#end.resolve({ kind: 'cut', ...this.#cut, stderr })
    else if (code === null)
      this.#end.resolve({ kind: 'cut', why: `was ended by ${signal}`, isLate: false, stderr })
    else this.#end.resolve({ kind: 'exit', code, printed: Buffer.concat(this.#printed), stderr })
  }

  // What it leaves behind would hold its output open, and outlive the gateway.
  async #endOthers(): Promise<void> {
    const { pid, stdout, stderr } = this.#child
    if (pid === undefined) return
    await endGroup(pid, { stdin: 0, term: TERM_MS }, Promise.resolve())
    if (!(await isAlive(pid))) this.#strays.ended(pid)
    // What was printed last is read within that time; a process outside the group may hold the output for ever.
    await pause(HELD_MS, undefined, { ref: false })
    stdout?.destroy()
    stderr?.destroy()
  }
}
