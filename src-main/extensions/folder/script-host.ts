import { setTimeout as pause } from 'node:timers/promises'
import { isObject } from '../../../src-shared/json-schema/json-identity.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { StdioProcess, type ProcessStart } from '../processes/stdio-process.ts'
import type { StrayProcesses } from '../processes/stray-processes.ts'
import { problemOfLong, problemOfShort, SHORT_CHARS, wellFormed } from '../message-limits.ts'
import { FOLDER_LIMITS } from './folder-settings.ts'
import type { ScriptStart } from './script-lines.ts'

/** How a call of a script has ended without an answer. */
export class ScriptEnd extends Error {
  override readonly name = 'ScriptEnd'
  /** `refused`: nothing has run; `said`: the script says so itself; `cut`: nobody knows how far it came. */
  readonly how: 'refused' | 'said' | 'cut' | 'late'

  constructor(message: string, how: ScriptEnd['how']) {
    super(message)
    this.how = how
  }
}

/** What a script's process is made of. */
export interface HostParts {
  readonly start: ProcessStart
  readonly strays: StrayProcesses
  readonly parse: (text: string) => Promise<unknown>
}

interface Waiting {
  readonly id: number
  readonly resolve: (output: Record<string, unknown>) => void
  readonly reject: (error: ScriptEnd) => void
}

/** A process with one script, which answers one call at a time. */
export class ScriptHost {
  readonly #process: StdioProcess
  readonly #parse: HostParts['parse']
  readonly #ready = Promise.withResolvers<void>()
  #waiting: Waiting | null = null
  #nextId = 1

  constructor(script: ScriptStart, { start, strays, parse }: HostParts) {
    this.#parse = parse
    // Whoever starts it waits for it, and nobody else hears of it.
    this.#ready.promise.catch(() => undefined)
    this.#process = new StdioProcess(
      start,
      {
        line: (line) => void this.#read(line.toString('utf8')),
        tooLong: () => this.#fail('gives more than 8 MiB, which is more than is read', 'cut'),
        ended: (why) => {
          this.#ready.reject(new ScriptEnd(why, 'refused'))
          this.#fail(`${why} before it answered`, 'cut')
        },
      },
      strays,
    )
    this.#send(script)
  }

  get pid(): number | null {
    return this.#process.pid
  }

  get isOver(): boolean {
    return this.#process.isOver
  }

  get stderr(): string {
    return this.#process.stderr
  }

  /** How much memory it takes, in bytes. */
  memory(): Promise<number> {
    return this.#process.memory()
  }

  /** Resolves once its code was loaded. @throws ScriptEnd */
  async ready(): Promise<void> {
    const late = new AbortController()
    const limit = pause(FOLDER_LIMITS.startMs, undefined, { signal: late.signal }).then(
      () => Promise.reject(new ScriptEnd('did not load in time', 'refused')),
      () => undefined,
    )
    try {
      await Promise.race([this.#ready.promise, limit])
    } finally {
      late.abort()
    }
  }

  /**
   * Runs a call; whoever cuts it off ends the process, since nothing else stops it.
   * @param ms how long it may take, in milliseconds
   * @throws ScriptEnd
   */
  async call(input: unknown, ms: number, signal: AbortSignal): Promise<Record<string, unknown>> {
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
    const id = this.#nextId++
    this.#waiting = { id, resolve, reject }
    const timer = setTimeout(() => {
      this.#fail(`did not answer within ${Math.round(ms / 1_000)} s`, 'late')
      this.#process.kill()
    }, ms)
    const left = (): void => {
      this.#fail('was left alone by the caller', 'cut')
      this.#process.kill()
    }
    signal.addEventListener('abort', left, { once: true })
    this.#send({ id, input })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', left)
    }
  }

  /** Ends it with everything that it has started. */
  close(why: string): Promise<void> {
    return this.#process.close(why)
  }

  #send(line: object): void {
    // A process that is over has said so.
    this.#process.write(JSON.stringify(line), { refused: () => undefined, failed: () => undefined })
  }

  async #read(text: string): Promise<void> {
    const isShort = text.length <= SHORT_CHARS
    const problem = isShort ? problemOfShort(text) : await problemOfLong(text)
    if (problem !== null) return this.#fail(problem.replace(/^answered with/, 'gives'), 'cut')
    let line: unknown
    try {
      line = wellFormed(isShort ? parseJson(text) : await this.#parse(text), text)
    } catch {
      // A script may write to its stdout in ways that cannot be turned to stderr.
      return
    }
    if (!isObject(line)) return
    const { kind, id, message } = line
    const words = typeof message === 'string' ? message : 'an error without words'
    if (kind === 'ready') this.#ready.resolve()
    if (kind === 'unusable') this.#ready.reject(new ScriptEnd(words, 'said'))
    if (this.#waiting === null || id !== this.#waiting.id) return
    if (kind === 'failed') this.#fail(words, 'said')
    if (kind !== 'answer' || !isObject(line.output)) return
    this.#waiting.resolve({ ...line.output })
    this.#waiting = null
  }

  #fail(why: string, how: ScriptEnd['how']): void {
    this.#waiting?.reject(new ScriptEnd(why, how))
    this.#waiting = null
  }
}
