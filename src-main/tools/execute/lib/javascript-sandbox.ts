import {
  newQuickJSWASMModule,
  RELEASE_SYNC,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten'
import { CallFailed, InvalidInput } from '../../../tool-kit/tool-context.ts'

const DEADLINE_MS = 1_500
const MEMORY_BYTES = 64 * 1024 * 1024
const STACK_BYTES = 256 * 1024
const MAX_LOG_LINES = 1_000
const MAX_LOG_CHARS = 100_000
const MAX_RESULT_CHARS = 2 * 1024 * 1024
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

// Captured before the script runs, so that the script cannot change what these names do here.
const BOOT = `(log, input) => {
  const { stringify, parse } = JSON, show = String
  const typeOf = (value) => value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  const textOf = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof Error) return value.name + ': ' + value.message
    try { return (typeof value === 'object' && stringify(value)) || show(value) } catch { return typeof value }
  }
  const write = (level) => (...values) => log(level, values.map(textOf).join(' '))
  const console = {}
  for (const level of ['log', 'info', 'warn', 'error', 'debug']) console[level] = write(level)
  globalThis.console = console
  if (input !== undefined) globalThis.input = parse(input)
  const jsonOf = (value) => typeof value === 'bigint' ? undefined : stringify(value)
  return (value) => ({ json: jsonOf(value), type: typeOf(value), text: textOf(value) })
}`

/**
 * Runs a script in its own QuickJS: no files, network, timers or modules, 64 MB and 1.5 s of CPU
 * time.
 * @param inputJson the variable \`input\` of the script
 * @throws InvalidInput when the script throws or cannot be parsed; CallFailed past the deadline
 */
export async function runScript(code: string, inputJson: string | undefined): Promise<ScriptOutcome> {
  return (await newScript()).run(code, inputJson)
}

async function newScript(): Promise<Script> {
  // A module of its own, because WebAssembly memory never shrinks and a stack overflow corrupts it.
  const module = await newQuickJSWASMModule(RELEASE_SYNC)
  const runtime = module.newRuntime({ memoryLimitBytes: MEMORY_BYTES, maxStackSizeBytes: STACK_BYTES })
  const end = threadMs() + DEADLINE_MS
  const isLate = () => threadMs() > end
  runtime.setInterruptHandler(isLate)
  return new Script(runtime, isLate)
}

// What would make two runs differ, and what JSON would drop or round without a word.
const PURE = `(() => {
  const { stringify, parse } = JSON, { isFinite } = Number
  for (const name of ['Date', 'WeakRef', 'FinalizationRegistry', 'performance']) delete globalThis[name]
  delete Math.random
  const refuse = (name, what) => { throw new TypeError('the member ' + stringify(name) + ' is ' + what + ', which JSON cannot write') }
  const whole = (name, value) => {
    if (typeof value === 'number' && !isFinite(value)) refuse(name, value)
    if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') refuse(name, 'a ' + typeof value)
    if (value instanceof Map || value instanceof Set) refuse(name, 'a Map or a Set')
    return value
  }
  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
  return (run, text) => {
    if (typeof run !== 'function') throw new TypeError('the default export is not a function')
    const given = run(parse(text))
    const written = (value) => {
      if (!isObject(value)) throw new TypeError('return an object, such as { result: … }')
      return stringify(value, whole)
    }
    return typeof given?.then === 'function' ? given.then(written) : written(given)
  }
})()`

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
  readonly #logs: LogLine[] = []
  #logChars = 0
  #logsTruncated = false

  constructor(runtime: QuickJSRuntime, isLate: () => boolean) {
    this.#runtime = runtime
    this.#vm = runtime.newContext()
    this.#isLate = isLate
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

  #refuseLong(json: QuickJSHandle): void {
    const length = this.#vm.getProp(json, 'length').consume((handle) => this.#vm.getNumber(handle))
    if (length > MAX_RESULT_CHARS)
      throw refusal(`The result has more than ${MAX_RESULT_CHARS} characters of JSON; return less`)
  }

  #textOf(text: QuickJSHandle): string {
    return this.#vm.getString(text).slice(0, 1_000).toWellFormed()
  }

  #failure(error: QuickJSHandle): Error {
    if (this.#isLate()) return new CallFailed('The script ran longer than 1.5 seconds.', { timedOut: true })
    const thrown: unknown = this.#vm.dump(error)
    return refusal(sentenceOf(thrown))
  }
}

function sentenceOf(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown))
    return `The script threw ${(JSON.stringify(thrown) ?? 'nothing').slice(0, MAX_MESSAGE_CHARS)}`
  const { name = 'Error', message, stack } = thrown as Record<string, unknown> // an object, as just checked
  if (name === 'InternalError' && message === 'out of memory') return 'The script needs more than 64 MB'
  const place = /script\.js:(\d+):(\d+)/.exec(String(stack))
  const where = place ? ` (line ${place[1]}, column ${place[2]})` : ''
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
