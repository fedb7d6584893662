import {
  newQuickJSWASMModule,
  RELEASE_SYNC,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten'
import { counted } from '../../../../src-shared/counted.ts'
import { CallFailed, InvalidInput } from '../../../tool-kit/tool-context.ts'
import { BOOT, PURE, TOOLS } from './sandbox-boot.ts'

const DEADLINE_MS = 1_500
/** A script that calls tools is run again for each round of them, and is free. */
const TURN_MS = 250
/** What comes before the body of a function that may wait. */
const BODY = '(async()=>{'
const MEMORY_BYTES = 64 * 1024 * 1024
const STACK_BYTES = 256 * 1024
const MAX_LOG_LINES = 1_000
const MAX_LOG_CHARS = 100_000
const MAX_RESULT_CHARS = 2 * 1024 * 1024
/** What the calls that a script makes before it waits, or before it ends, may send together. */
const MAX_SENT_CHARS = 1024 * 1024
const MAX_MESSAGE_CHARS = 500

export interface LogLine {
  readonly level: string
  readonly text: string
}

export interface ScriptOutcome {
  /** The value as JSON text; null if JSON cannot represent it. */
  readonly json: string | null
  readonly type: string
  readonly text: string
  readonly logs: readonly LogLine[]
  readonly logsTruncated: boolean
}

/**
 * Runs a script in its own QuickJS: no files, network, timers or modules, 64 MB and 1.5 s of CPU
 * time.
 * @param inputJson the variable \`input\` of the script
 * @throws InvalidInput when the script throws or cannot be parsed; CallFailed past the deadline
 */
export async function runScript(code: string, inputJson: string | undefined): Promise<ScriptOutcome> {
  return (await newScript()).run(code, inputJson)
}

/** What a tool has answered to a script: its data as JSON, or `{ tool, code, message }`. */
export interface ToolAnswer {
  readonly isOk: boolean
  readonly json: string
}

/** Calls that a script has made before it waited, as JSON, and their answers in the same order. */
export interface Round {
  readonly calls: string
  readonly answers: readonly ToolAnswer[]
}

/** How far a script came: to calls that it waits for, or to its end. */
export type ScriptTurn = Pick<ScriptOutcome, 'logs' | 'logsTruncated'> &
  (
    | { readonly kind: 'calls'; readonly calls: string }
    | { readonly kind: 'end'; readonly json: string; readonly uncalled: string }
  )

/**
 * Runs the body of an async function from its start, with the answers to the calls of `tools` that it has made so far,
 * until it waits for others or ends. It has no clock and no random numbers, so it makes the same calls again.
 * @throws InvalidInput when the script throws or cannot be parsed; CallFailed after 250 ms of processor time
 */
export async function runScriptWithTools(code: string, rounds: readonly Round[]): Promise<ScriptTurn> {
  return (await newScript(TURN_MS)).runWithTools(code, rounds)
}

async function newScript(deadlineMs = DEADLINE_MS): Promise<Script> {
  // A module of its own, because WebAssembly memory never shrinks and a stack overflow corrupts it.
  const module = await newQuickJSWASMModule(RELEASE_SYNC)
  const runtime = module.newRuntime({ memoryLimitBytes: MEMORY_BYTES, maxStackSizeBytes: STACK_BYTES })
  const end = threadMs() + deadlineMs
  const isLate = () => threadMs() > end
  runtime.setInterruptHandler(isLate)
  return new Script(runtime, isLate, deadlineMs)
}

/**
 * Runs the default export of a module in a QuickJS of its own, as runScript does, without anything that would make
 * two runs differ: no clock, no random numbers.
 * @param inputJson its only argument
 * @returns the object that it gives, as JSON
 * @throws InvalidInput when the module throws or cannot be parsed; CallFailed past the deadline
 */
export async function runPureModule(code: string, inputJson: string): Promise<string> {
  return (await newScript()).runPure(code, inputJson)
}

// processor time of the script itself: a busy machine must not turn a short script into a long one.
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

class Script {
  readonly #runtime: QuickJSRuntime
  readonly #vm: QuickJSContext
  readonly #isLate: () => boolean
  readonly #deadlineMs: number
  readonly #logs: LogLine[] = []
  #before = 0
  #logChars = 0
  #logsTruncated = false

  constructor(runtime: QuickJSRuntime, isLate: () => boolean, deadlineMs: number) {
    this.#runtime = runtime
    this.#vm = runtime.newContext()
    this.#isLate = isLate
    this.#deadlineMs = deadlineMs
  }

  run(code: string, inputJson: string | undefined): ScriptOutcome {
    return this.#bounded(() => {
      const describe = this.#boot(inputJson)
      const value = this.#settled(this.#valueOf(this.#vm.evalCode(code, 'script.js', { strict: false })))
      const facts = this.#valueOf(this.#vm.callFunction(describe, this.#vm.undefined, value))
      return { ...this.#read(facts), logs: this.#logs, logsTruncated: this.#logsTruncated }
    })
  }

  runPure(code: string, inputJson: string): string {
    return this.#bounded(() => {
      const vm = this.#vm
      const call = this.#valueOf(vm.evalCode(PURE, 'boot.js'))
      // With the names that the module exports, or a promise of that where it awaits something.
      const module = this.#settled(this.#valueOf(vm.evalCode(code, 'script.js', { type: 'module' })))
      const run = vm.getProp(module, 'default')
      const input = vm.newString(inputJson)
      const json = this.#settled(this.#valueOf(vm.callFunction(call, vm.undefined, run, input)))
      this.#refuseLong(json)
      return vm.getString(json)
    })
  }

  runWithTools(code: string, rounds: readonly Round[]): ScriptTurn {
    return this.#bounded(() => {
      const vm = this.#vm
      this.#before = BODY.length
      this.#boot(undefined)
      const tools = this.#valueOf(vm.evalCode(TOOLS, 'boot.js'))
      const method = (name: string, ...given: QuickJSHandle[]): QuickJSHandle =>
        this.#valueOf(vm.callFunction(vm.getProp(tools, name), vm.undefined, ...given))
      const ended = this.#valueOf(vm.evalCode(`${BODY}${code}\n})()`, 'script.js', { strict: false }))
      for (let at = 0; ; at++) {
        this.#valueOf(this.#runtime.executePendingJobs())
        const logged = { logs: this.#logs, logsTruncated: this.#logsTruncated }
        const calls = this.#callsIn(method('asked'))
        if (vm.getPromiseState(ended).type !== 'pending') {
          const json = method('result', this.#settled(ended))
          this.#refuseLong(json)
          return { kind: 'end', json: vm.getString(json), uncalled: calls, ...logged }
        }
        const round = rounds[at]
        if (!round) {
          if (calls === '[]') throw refusal('The script waits for something that never happens')
          return { kind: 'calls', calls, ...logged }
        }
        // Nothing that a script can reach differs between two runs.
        if (round.calls !== calls) throw new Error('A script made other calls when it ran again')
        for (const { isOk, json } of round.answers)
          method('answer', isOk ? vm.true : vm.false, vm.newString(json))
      }
    })
  }

  #bounded<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      // The host's own stack overflows before QuickJS notices that its stack is full.
      if (error instanceof RangeError) throw refusal('The script recurses or nests too deeply')
      throw error
    }
  }

  #boot(inputJson: string | undefined): QuickJSHandle {
    const vm = this.#vm
    const log = vm.newFunction('log', (level, text) => this.#log(vm.getString(level), vm.getString(text)))
    const input = inputJson === undefined ? vm.undefined : vm.newString(inputJson)
    const boot = this.#valueOf(vm.evalCode(BOOT, 'boot.js'))
    return this.#valueOf(vm.callFunction(boot, vm.undefined, log, input))
  }

  #log(level: string, text: string): void {
    const room = MAX_LOG_CHARS - this.#logChars
    if (this.#logs.length >= MAX_LOG_LINES || room <= 0) {
      this.#logsTruncated = true
      return
    }
    if (text.length > room) this.#logsTruncated = true
    this.#logChars += text.length
    this.#logs.push({ level, text: text.slice(0, room).toWellFormed() })
  }

  // A promise is replaced by its outcome; without timers, everything that can happen happens at
  // once.
  #settled(value: QuickJSHandle): QuickJSHandle {
    if (this.#vm.typeof(value) !== 'object') return value
    this.#valueOf(this.#runtime.executePendingJobs())
    const state = this.#vm.getPromiseState(value)
    if (state.type === 'fulfilled') return state.notAPromise ? value : this.#settled(state.value)
    if (state.type === 'rejected') throw this.#failure(state.error)
    throw refusal('The promise is never settled; timers and the network are not available')
  }

  #valueOf<T>(result: { readonly value: T } | { readonly error: QuickJSHandle }): T {
    if ('error' in result && result.error) throw this.#failure(result.error)
    // A result without an error has a value.
    return (result as { readonly value: T }).value
  }

  #read(facts: QuickJSHandle): Pick<ScriptOutcome, 'json' | 'type' | 'text'> {
    const member = (name: string): QuickJSHandle => this.#vm.getProp(facts, name)
    const json = member('json')
    if (this.#vm.typeof(json) !== 'string')
      return { json: null, type: this.#vm.getString(member('type')), text: this.#textOf(member('text')) }
    this.#refuseLong(json)
    const type = this.#vm.getString(member('type'))
    return { json: this.#vm.getString(json), type, text: this.#textOf(member('text')) }
  }

  #callsIn(asked: QuickJSHandle): string {
    // What a script has done to lists may keep them from being written.
    if (this.#vm.typeof(asked) !== 'string')
      throw refusal('The script has changed how its calls are written')
    if (this.#lengthOf(asked) > MAX_SENT_CHARS)
      throw refusal(`Calls that are made together may send ${MAX_SENT_CHARS} characters of JSON`)
    return this.#vm.getString(asked)
  }

  #lengthOf(text: QuickJSHandle): number {
    return this.#vm.getProp(text, 'length').consume((handle) => this.#vm.getNumber(handle))
  }

  #refuseLong(json: QuickJSHandle): void {
    if (this.#lengthOf(json) > MAX_RESULT_CHARS)
      throw refusal(`The result has more than ${MAX_RESULT_CHARS} characters of JSON; return less`)
  }

  #textOf(text: QuickJSHandle): string {
    return this.#vm.getString(text).slice(0, 1_000).toWellFormed()
  }

  #failure(error: QuickJSHandle): Error {
    if (this.#isLate())
      return new CallFailed(`The script ran longer than ${counted(this.#deadlineMs / 1_000, 'second')}.`, {
        timedOut: true,
      })
    const thrown: unknown = this.#vm.dump(error)
    return refusal(sentenceOf(thrown, this.#before))
  }
}

/** @param before how many characters of the first line are not the script's */
function sentenceOf(thrown: unknown, before: number): string {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown))
    return `The script threw ${(JSON.stringify(thrown) ?? 'nothing').slice(0, MAX_MESSAGE_CHARS)}`
  const { name = 'Error', message, stack } = thrown as Record<string, unknown> // an object, as just checked
  if (name === 'InternalError' && message === 'out of memory') return 'The script needs more than 64 MB'
  const place = /script\.js:(\d+):(\d+)/.exec(String(stack))
  const column = Number(place?.[2]) - (place?.[1] === '1' ? before : 0)
  const where = place ? ` (line ${place[1]}, column ${column})` : ''
  return `${String(name)}: ${plainMessage(String(message))}`.slice(0, MAX_MESSAGE_CHARS) + where
}

// QuickJS says what its grammar wants next.
function plainMessage(message: string): string {
  const [, missing] = /^expecting '(.+)'$/.exec(message) ?? []
  if (missing === undefined) return message
  const hint =
    missing === ';' ? ', or the end of the statement; await works inside an async function only' : ''
  return `${missing} is missing here${hint}`
}

function refusal(message: string): InvalidInput {
  return new InvalidInput('code', message.toWellFormed())
}
