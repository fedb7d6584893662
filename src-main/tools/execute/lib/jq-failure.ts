import type { JqRun } from './jq-engine.ts'
import type { JqModules } from './jq-modules.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/*
 * Removes functions that would make the answer depend on the time or the machine, and adds the one of
 * jq 1.8 that the binary lacks; on one line, so that line numbers stay right.
 */
const PRELUDE =
  'def now: error("now is not available: send the time as an argument"); def localtime: gmtime; ' +
  'def strflocaltime(f): try strftime(f) catch error("strflocaltime/1" + ltrimstr("strftime/1")); ' +
  'def input_filename: null; ' +
  'def toarray: if type == "array" then . else [.] end; '

// A program or a module begins with its directives, each of which ends at a semicolon.
const TOKEN = /\s+|#(?:\\[\s\S]|[^\\\n])*|"(?:[^"\\]|\\[\s\S])*"|\w+|[\s\S]/gy
const DIRECTIVES: readonly string[] = ['module', 'import', 'include']

/** A filter, or the text of a module, where {@link PRELUDE} holds. */
export function withPrelude(program: string): string {
  if (!/\b(?:now|(?:strf)?localtime|input_filename|toarray)\b/.test(program)) return program
  const end = endOfDirectives(program)
  return program.slice(0, end) + PRELUDE + program.slice(end)
}

/** The same for the modules of a call; data stays as it is. */
export function modulesWithPrelude(modules: JqModules): JqModules {
  const texts = Object.entries(modules)
  return Object.fromEntries(
    texts.map(([path, text]) => [path, path.endsWith('.jq') ? withPrelude(text) : text]),
  )
}

function endOfDirectives(program: string): number {
  let end = 0
  let within = false
  for (const [token] of program.matchAll(TOKEN)) {
    const blank = /^[\s#]/.test(token)
    if (!within && !blank && !DIRECTIVES.includes(token)) break
    end += token.length
    within = within ? token !== ';' : !blank
  }
  return end
}

const STOPPED = {
  too_much_output: 'The filter writes more than 8 MiB; select less of it',
  too_much_memory:
    'The filter is nested too deeply, or needs more memory than a call may use; work on less at a time',
  too_deep: 'The filter or the JSON is nested too deeply',
} as const

/** Turns jq's message about a failed run into one that helps the caller. */
export function failureOf(status: JqRun['status'], stderr: string): InvalidInput {
  if (typeof status === 'string') return new InvalidInput('filter', STOPPED[status])
  const field = stderr.startsWith('jq: parse error') ? 'json' : 'filter'
  const message = stderr
    .replaceAll(PRELUDE, '')
    .replace(/^jq: (error|parse error)( \(at (<stdin>|<unknown>|\/dev\/stdin)(:\d+)?\))?:? ?/, '')
    .replace(/\njq: \d+ compile errors?/, '')
    .replace(' (Unix shell quoting issues?) at <top-level>', '')
    .trim()
    // What `input` says in jq when nothing is left.
    .replace(/^break$/, 'there is no more input; `inputs` gives none then, and `input` fails')
  return new InvalidInput(field, `jq says: ${message.slice(0, 500) || 'the filter ended with an error'}`)
}
