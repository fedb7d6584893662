import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { expansionsOf } from './shell-expansions.ts'
import { hereDocument, REDIRECTION, type HereDocument, type Stdin } from './shell-redirections.ts'

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

const VARIABLE = /^\$(?:\w+|\{[^}]*\})/

/** The words of a command. */
export interface ShellWords {
  readonly words: string[]
  /** What comes after the command. */
  readonly rest: string
  /** Variables and commands in it, in whose place a shell would put something else. */
  readonly expanded: readonly string[]
  /** What its standard input is redirected from; null if it is not. */
  readonly stdin: Stdin | null
}

/**
 * The words of a shell's first command. Variables and other expansions stay as written, because
 * there is no shell; a pipe or semicolon ends the command.
 * @throws InvalidInput for a quote that is never closed
 */
export function shellWords(command: string): ShellWords {
  const reader = new WordReader(command)
  const rest = reader.read()
  return { words: reader.words, rest, expanded: [...reader.expanded], stdin: reader.stdin }
}

class WordReader {
  readonly words: string[] = []
  readonly expanded = new Set<string>()
  stdin: Stdin | null = null
  readonly #command: string
  #word: string | null = null
  #isQuoted = false
  #redirection: string | null = null
  #hereDocument: HereDocument | null = null

  constructor(command: string) {
    this.#command = command
  }

  /** Reads the words, and gives what follows the command. */
  read(): string {
    const command = this.#command
    PIECE.lastIndex = 0
    while (PIECE.lastIndex < command.length) {
      const at = PIECE.lastIndex
      const redirection = this.#redirectionAt(at)
      if (redirection) {
        this.#redirection = redirection
        PIECE.lastIndex = at + redirection.length
        continue
      }
      PIECE.lastIndex = at
      const match = PIECE.exec(command)
      if (!match)
        throw new InvalidInput('command', `A quote or escape at character ${at + 1} is never closed`)
      const [, , , , continued, , plain, space, operator] = match
      if (operator !== undefined || (this.#word === null && plain?.startsWith('#'))) {
        this.#endWord(at)
        return command.slice(at).trim()
      }
      if (space !== undefined || (continued !== undefined && this.#word === null)) {
        this.#endWord(at)
        PIECE.lastIndex = this.#pastHereDocument(at, PIECE.lastIndex)
      } else if (continued === undefined) this.#add(match, at)
    }
    this.#endWord(command.length)
    return ''
  }

  /** Adds a piece to the word. */
  #add([, single, ansi, double, , escaped, plain]: RegExpExecArray, at: number): void {
    for (const text of expansionsOf((double ?? '').replaceAll(/\\[^]/g, '  '))) this.expanded.add(text)
    const open =
      plain === '$' ? VARIABLE.exec(this.#command.slice(at, at + 200)) : /`[^`]*`/.exec(plain ?? '')
    if (open) this.expanded.add(open[0])
    const text =
      single ?? (ansi === undefined ? undefined : ansiText(ansi)) ?? doubleText(double) ?? escaped
    this.#isQuoted ||= text !== undefined
    this.#word = (this.#word ?? '') + (text ?? plain ?? '')
  }

  /** A digit before it is the number of a file, as in `2>&1`. */
  #redirectionAt(at: number): string | null {
    REDIRECTION.lastIndex = at
    const operator = REDIRECTION.exec(this.#command)?.[0]
    if (operator === undefined) return null
    if (!this.#isQuoted && /^\d+$/.test(this.#word ?? '')) this.#word = null
    this.#endWord(at)
    return operator
  }

  /** The word is over: it is one of the command or the place of a redirection. */
  #endWord(at: number): void {
    const [word, isQuoted] = [this.#word, this.#isQuoted]
    this.#word = null
    this.#isQuoted = false
    if (word === null) return
    const redirection = this.#redirection
    this.#redirection = null
    if (redirection === null) this.words.push(word)
    else if (redirection === '<') this.stdin = { file: word }
    else if (redirection === '<<<') this.stdin = { text: `${word}\n` }
    else if (redirection.startsWith('<<')) {
      const newline = this.#command.indexOf('\n', at)
      const from = this.#hereDocument?.end ?? (newline < 0 ? this.#command.length : newline + 1)
      const found = hereDocument(this.#command, from, word, redirection === '<<-')
      this.#hereDocument = { ...found, start: this.#hereDocument?.start ?? found.start }
      this.stdin = { text: isQuoted ? found.text : this.#expandable(found.text) }
    }
  }

  // Its delimiter is not quoted: a backslash escapes as in double quotes, other than a quote.
  #expandable(text: string): string {
    for (const found of expansionsOf(text.replaceAll(/\\[^]/g, '  '))) this.expanded.add(found)
    return text.replaceAll(/\\(\r?\n)/g, '').replaceAll(/\\([$`\\])/g, '$1')
  }

  /** Where the command goes on after space from `at` to `end`, in which a here-document may begin. */
  #pastHereDocument(at: number, end: number): number {
    const document = this.#hereDocument
    if (!document || document.start <= at || document.start > end) return end
    this.#hereDocument = null
    return document.end
  }
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
