import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const ANSI_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
}

// One piece of a word at a time: quoted, escaped or plain (POSIX, "Shell Command Language", 2.2;
// $'…' of Bash).
const PIECE =
  /'([^']*)'|\$'((?:[^'\\]|\\[^])*)'|"((?:[^"\\]|\\[^])*)"|\\(\r?\n)|\\([^])|([^\s'"\\|&;<>()$]+|\$)|(\s+)|([|&;<>()])/gy

const EXPANSION = /\$(?:\w+|[{(])|`/g
const ENDS: Readonly<Record<string, string>> = { '${': '}', '$(': ')', '`': '`' }
const VARIABLE = /^\$(?:\w+|\{[^}]*\})/

/** The words of a command. */
export interface ShellWords {
  readonly words: string[]
  /** What comes after the command. */
  readonly rest: string
  /** Variables and commands in it, in whose place a shell would put something else. */
  readonly expanded: readonly string[]
}

/**
 * The words of a shell's first command. Variables and other expansions stay as written, because
 * there is no shell; a pipe, redirection or semicolon ends the command.
 * @throws InvalidInput for a quote that is never closed
 */
export function shellWords(command: string): ShellWords {
  const words: string[] = []
  const expanded = new Set<string>()
  let word: string | null = null
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < command.length) {
    const at = PIECE.lastIndex
    const match = PIECE.exec(command)
    if (!match)
      throw new InvalidInput('command', `A quote or escape at character ${at + 1} is never closed`)
    const [, single, ansi, double, continued, escaped, plain, space, operator] = match
    for (const text of expansionsOf((double ?? '').replaceAll(/\\[^]/g, '  '))) expanded.add(text)
    const open = plain === '$' ? VARIABLE.exec(command.slice(at, at + 200)) : /`[^`]*`/.exec(plain ?? '')
    if (open) expanded.add(open[0])
    if (operator !== undefined || (word === null && plain?.startsWith('#'))) {
      if (word !== null) words.push(word)
      return { words, rest: command.slice(at).trim(), expanded: [...expanded] }
    }
    if (space !== undefined || (continued !== undefined && word === null)) {
      if (word !== null) words.push(word)
      word = null
    } else if (continued === undefined) {
      const text =
        single ??
        (ansi === undefined ? undefined : ansiText(ansi)) ??
        doubleText(double) ??
        escaped ??
        plain
      word = (word ?? '') + (text ?? '')
    }
  }
  if (word !== null) words.push(word)
  return { words, rest: '', expanded: [...expanded] }
}

// Found one after another, and what is never closed is looked for once: a pattern would try each opening to the end.
function expansionsOf(text: string): string[] {
  const found: string[] = []
  const unclosed = new Set<string>()
  EXPANSION.lastIndex = 0
  for (let match = EXPANSION.exec(text); match; match = EXPANSION.exec(text)) {
    const [opening] = match
    const end = ENDS[opening]
    const closed = end === undefined || unclosed.has(opening) ? -1 : text.indexOf(end, EXPANSION.lastIndex)
    if (end === undefined) found.push(opening)
    else if (closed < 0) unclosed.add(opening)
    else {
      EXPANSION.lastIndex = closed + 1
      found.push(text.slice(match.index, closed + 1))
    }
  }
  return found
}

// Inside double quotes a backslash only escapes these characters.
function doubleText(text: string | undefined): string | undefined {
  return text?.replace(/\\(\r?\n)/g, '').replace(/\\([$`"\\])/g, '$1')
}

function ansiText(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})|([^]))/g,
    (whole, hex?: string, unicode?: string, octal?: string, letter?: string) => {
      const code = hex ?? unicode
      if (code !== undefined) return String.fromCharCode(parseInt(code, 16))
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 0xff)
      return (letter !== undefined && ANSI_ESCAPES[letter]) || whole
    },
  )
}
