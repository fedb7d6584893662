// Captured before the script runs, so that the script cannot change what these names do here.
/** Gives a script its console and its input, and tells what a value is. */
export const BOOT = `(log, input) => {
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

// What would make two runs differ, and what JSON would drop or round without a word.
const REPEATABLE = `
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
`

/** Runs the default export of a module. */
export const PURE = `(() => {
  ${REPEATABLE}
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
 * Gives a script its `tools`, whose calls wait until they are answered. They are handed out as JSON, and answered in
 * the same order, so that a script that runs again from its start does again what it did.
 */
export const TOOLS = `(() => {
  ${REPEATABLE}
  const { freeze } = Object, waiting = []
  let asked = []
  class ToolError extends Error {
    constructor({ tool, code, message }) { super(tool + ': ' + message); this.name = 'ToolError'; this.code = code }
  }
  const call = (tool, input = {}) => new Promise((resolve, reject) => {
    if (!isObject(input)) throw new TypeError('tools[' + stringify(tool) + '] takes an object')
    asked[asked.length] = [tool, stringify(input, whole)]
    waiting[waiting.length] = { resolve, reject }
  })
  // What looks like a promise would be awaited.
  const known = (name) => typeof name === 'string' && name !== 'then'
  globalThis.tools = new Proxy(freeze({}), {
    get: (_, name) => known(name) ? (input) => call(name, input) : undefined,
  })
  let at = 0
  return {
    asked: () => { const calls = stringify(asked); asked = []; return calls },
    answer: (isOk, text) => {
      const { resolve, reject } = waiting[at++], given = parse(text)
      if (!isOk) return reject(new ToolError(given))
      const { _engine, ...data } = given
      resolve(data)
    },
    result: (value) => stringify(value === undefined ? null : value, whole),
  }
})()`
