import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProcessStart } from '../processes/stdio-process.ts'
import type { StrayProcesses } from '../processes/stray-processes.ts'
import { NotSent } from '../not-sent.ts'
import { SOURCE_LIMITS } from '../source.ts'
import { FOLDER_LIMITS, type ScriptPlan } from './folder-settings.ts'
import { ScriptHost } from './script-host.ts'

/** What processes of scripts are made of. */
export interface ScriptPoolParts {
  readonly folder: string
  /** How a process is started that runs one script. */
  readonly start: () => ProcessStart
  readonly strays: StrayProcesses
  readonly parse: (text: string) => Promise<unknown>
}

/** A call of a script. */
export interface ScriptRun {
  readonly name: string
  /** Stands for its code. */
  readonly hash: string
  readonly script: ScriptPlan
  readonly input: unknown
  /** How long it may take, in milliseconds. */
  readonly ms: number
  readonly signal: AbortSignal
  /** Throws when the tool may not be called any more. */
  readonly check: () => void
}

/** The process of a script, and the calls that wait for it. */
interface Lane {
  host: ScriptHost | null
  hash: string
  before: Promise<unknown>
  calls: number
  idleSince: number
  idleTimer: NodeJS.Timeout | undefined
}

/** The processes of scripts: none before the first call, one for each script, one call at a time. */
export class ScriptPool {
  readonly #parts: ScriptPoolParts
  readonly #lanes = new Map<string, Lane>()
  #starting: Promise<unknown> = Promise.resolve()
  #isClosed = false
  #stderr = ''
  /** Since the start of the gateway. */
  starts = 0

  constructor(parts: ScriptPoolParts) {
    this.#parts = parts
  }

  /** The number of one of its processes; null while none runs. */
  get pid(): number | null {
    return this.#hosts()[0]?.pid ?? null
  }

  /** The last of what scripts have written to stderr. */
  get stderr(): string {
    const now = this.#hosts().map(({ stderr }) => stderr)
    return [this.#stderr, ...now].join('').slice(-SOURCE_LIMITS.stderrBytes)
  }

  /** How much memory the processes take, in bytes. */
  async memory(): Promise<number> {
    return (await Promise.all(this.#hosts().map((host) => host.memory()))).reduce(
      (sum, one) => sum + one,
      0,
    )
  }

  /** Runs a call after those that came before it. @throws NotSent, ScriptEnd */
  async run(call: ScriptRun): Promise<Record<string, unknown>> {
    const lane = this.#laneOf(call.name)
    if (lane.calls > FOLDER_LIMITS.waiting)
      throw new NotSent(`${call.name} has too many calls waiting`, {
        retryAfterSeconds: 1,
        isOverload: true,
      })
    lane.calls++
    clearTimeout(lane.idleTimer)
    const mine = lane.before.then(() => this.#runNow(lane, call))
    lane.before = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      lane.calls--
      lane.idleSince = performance.now()
      if (lane.calls === 0) this.#endIdle(lane)
    }
  }

  /** Ends all processes. @param why the end of a sentence */
  async stop(why: string): Promise<void> {
    await Promise.all([...this.#lanes.values()].map((lane) => this.#end(lane, why)))
  }

  /** Ends all processes, and starts no other. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.stop('was ended with the gateway')
  }

  #hosts(): ScriptHost[] {
    return [...this.#lanes.values()].flatMap(({ host }) => (host && !host.isOver ? [host] : []))
  }

  #laneOf(name: string): Lane {
    const known = this.#lanes.get(name)
    if (known) return known
    const lane: Lane = {
      ...{ host: null, hash: '', before: Promise.resolve(), calls: 0 },
      ...{ idleSince: performance.now(), idleTimer: undefined },
    }
    this.#lanes.set(name, lane)
    return lane
  }

  async #runNow(lane: Lane, call: ScriptRun): Promise<Record<string, unknown>> {
    if (call.signal.aborted) throw new NotSent('The caller has left')
    const host = await this.#hostFor(lane, call)
    // Others may have been approved while it started.
    call.check()
    if (call.signal.aborted) throw new NotSent('The caller has left')
    return await host.call(call.input, call.ms, call.signal)
  }

  async #hostFor(lane: Lane, { hash, script }: ScriptRun): Promise<ScriptHost> {
    if (lane.host && !lane.host.isOver && lane.hash === hash) return lane.host
    await this.#end(lane, 'was replaced')
    // One start after another, so that no more of them run than are allowed.
    const starting = this.#starting.then(() => this.#start(lane, hash, script))
    this.#starting = starting.catch(() => undefined)
    return await starting
  }

  async #start(lane: Lane, hash: string, { file, code }: ScriptPlan): Promise<ScriptHost> {
    await this.#makeRoom()
    if (this.#isClosed) throw new NotSent('The gateway is stopping')
    const { folder, start, strays, parse } = this.#parts
    const url = pathToFileURL(join(folder, file)).href
    const host = new ScriptHost({ url, code }, { start: start(), strays, parse })
    lane.host = host
    lane.hash = hash
    this.starts++
    try {
      await host.ready()
      return host
    } catch (error) {
      await this.#end(lane, 'could not be loaded')
      throw error
    }
  }

  async #makeRoom(): Promise<void> {
    const running = [...this.#lanes.values()].filter(({ host }) => host && !host.isOver)
    if (running.length < FOLDER_LIMITS.processes) return
    const [idle] = running
      .filter(({ calls }) => calls === 0)
      .toSorted((one, other) => one.idleSince - other.idleSince)
    if (!idle)
      throw new NotSent(`All ${FOLDER_LIMITS.processes} processes of scripts are busy`, {
        ...{ retryAfterSeconds: 5, isOverload: true },
      })
    await this.#end(idle, 'was ended because others were needed')
  }

  #endIdle(lane: Lane): void {
    clearTimeout(lane.idleTimer)
    lane.idleTimer = setTimeout(() => {
      if (lane.calls === 0) void this.#end(lane, 'was idle')
    }, FOLDER_LIMITS.idleMs)
    lane.idleTimer.unref()
  }

  async #end(lane: Lane, why: string): Promise<void> {
    const { host } = lane
    if (!host) return
    clearTimeout(lane.idleTimer)
    lane.host = null
    await host.close(why)
    this.#stderr = (this.#stderr + host.stderr).slice(-SOURCE_LIMITS.stderrBytes)
  }
}
