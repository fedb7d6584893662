import { isBuiltin, registerHooks } from 'node:module'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { LineReader } from '../line-reader.ts'
import { SOURCE_LIMITS } from '../source.ts'
import type { ScriptCall, ScriptLine, ScriptStart } from './script-lines.ts'

type Run = (input: unknown) => unknown

const MESSAGE_CHARS = 2_000

/**
 * Runs a script for one call after another, in a process of its own: the first line of stdin has the script, each
 * further one a call. It ends with its stdin.
 */
export function serveScript(): void {
  const write = process.stdout.write.bind(process.stdout)
  const say = (line: ScriptLine): void => void write(`${JSON.stringify(line, asJson)}\n`)
  // What a script prints is for its owner, and must not be taken for an answer.
  Object.defineProperty(process, 'stdout', { get: () => process.stderr })
  for (const name of Object.keys(process.env)) delete process.env[name]
  let run: Run | undefined
  let before: Promise<void> = Promise.resolve()
  const lines = new LineReader(SOURCE_LIMITS.answerBytes, {
    line: (line) => {
      // Only script-host.ts writes them.
      const sent = parseJson(line.toString('utf8')) as ScriptStart | ScriptCall
      before = before.then(async () => {
        if ('code' in sent) run = await load(sent, say)
        else if (run) await answer(run, sent, say)
      })
    },
    tooLong: () => process.exit(1),
  })
  process.stdin.on('data', (chunk: Buffer) => lines.push(chunk))
  // The gateway is gone, or has ended it.
  process.stdin.on('end', () => process.exit())
}

// The code is what was approved, whatever the file has by now.
async function load({ url, code }: ScriptStart, say: (line: ScriptLine) => void): Promise<Run | undefined> {
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === url) return { url, format: 'module', shortCircuit: true }
      if (isBuiltin(specifier)) return next(specifier, context)
      throw new Error(`Only modules of Node can be imported, and not ${specifier}`)
    },
    load: (wanted, context, next) =>
      wanted === url ? { format: 'module', source: code, shortCircuit: true } : next(wanted, context),
  })
  try {
    // The default export may be anything, as is checked at once.
    const { default: run } = (await import(url)) as { readonly default: unknown }
    if (typeof run !== 'function') throw new TypeError('the default export is not a function')
    say({ kind: 'ready' })
    // A function, as was just checked.
    return run as Run
  } catch (error) {
    say({ kind: 'unusable', message: wordsOf(error) })
    return undefined
  }
}

async function answer(run: Run, { id, input }: ScriptCall, say: (line: ScriptLine) => void): Promise<void> {
  try {
    const output = await run(input)
    if (typeof output !== 'object' || output === null || Array.isArray(output))
      throw new TypeError('return an object, such as { result: … }')
    say({ kind: 'answer', id, output })
  } catch (error) {
    say({ kind: 'failed', id, message: wordsOf(error) })
  }
}

// What JSON would drop or round without a word.
function asJson(name: string, value: unknown): unknown {
  const isOdd =
    (typeof value === 'number' && !Number.isFinite(value)) ||
    ['function', 'symbol', 'bigint'].includes(typeof value) ||
    value instanceof Map ||
    value instanceof Set
  if (!isOdd) return value
  const what =
    typeof value === 'number' ? String(value) : `a ${Object.prototype.toString.call(value).slice(8, -1)}`
  throw new TypeError(`the member ${JSON.stringify(name)} is ${what}, which JSON cannot write`)
}

/** An error's words, and the line of the script that it is from. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return `It threw ${String(error)}`.slice(0, MESSAGE_CHARS)
  const line = /tools\/[^/:)\s]+\.[jt]s:(\d+):\d+/.exec(error.stack ?? '')?.[1]
  const where = line === undefined ? '' : ` (line ${line})`
  return `${error.name}: ${error.message}`.slice(0, MESSAGE_CHARS) + where
}
