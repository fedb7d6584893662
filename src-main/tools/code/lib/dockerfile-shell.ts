/** A command of a shell script with its arguments, without quotes, assignments and redirections. */
export interface ShellCommand {
  readonly name: string
  readonly args: readonly string[]
}

/** What a RUN instruction runs. */
export interface ShellScript {
  readonly commands: readonly ShellCommand[]
  readonly hasPipe: boolean
}

/** Words of the shell before a command. */
const PREFIX = /^(?:if|then|else|elif|do|while|until|!|\{|time|done|fi|esac|\})$/
/** Words of lines without a command. */
const HEADER = /^(?:for|case|select|function)$/
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/
const MAX_DEPTH = 20

/** The commands of a script for a POSIX shell or Bash, those of substitutions included. */
export function shellScript(text: string, depth = 0): ShellScript {
  const reader = new ShellReader(text, depth)
  reader.read()
  return reader
}

class ShellReader implements ShellScript {
  readonly commands: ShellCommand[] = []
  hasPipe = false
  readonly #text: string
  readonly #depth: number
  #at = 0
  #word: string | null = null
  #words: string[] = []
  #isTarget = false

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  read(): void {
    while (this.#at < this.#text.length) this.#step(this.#text[this.#at]!)
    this.#endCommand()
  }

  #step(char: string): void {
    const rest = this.#at + 1
    if (char === "'") this.#add(this.#upTo("'", rest))
    else if (char === '"') this.#quoted()
    else if (char === '\\') {
      const next = this.#text[rest]
      if (next !== '\n') this.#add(next ?? '')
      this.#at += 2
    } else if (char === '`') this.#substitute(this.#upTo('`', rest))
    else if (char === '$') this.#dollar()
    else if (char === '#' && this.#word === null) {
      const end = this.#text.indexOf('\n', rest)
      this.#at = end === -1 ? this.#text.length : end
    } else if (char === '>' || char === '<') this.#redirect()
    else if (/[;&|()\n]/.test(char)) this.#operator(char)
    else {
      if (/\s/.test(char)) this.#endWord()
      else this.#add(char)
      this.#at += 1
    }
  }

  /** The text up to a sign, after which reading goes on. */
  #upTo(sign: string, from: number): string {
    const end = this.#text.indexOf(sign, from)
    const to = end === -1 ? this.#text.length : end
    this.#at = to + 1
    return this.#text.slice(from, to)
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text
  }

  #quoted(): void {
    this.#add('')
    this.#at += 1
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"') {
      const char = this.#text[this.#at]!
      const next = this.#text[this.#at + 1] ?? ''
      if (char === '\\' && '$`"\\'.includes(next)) {
        this.#add(next)
        this.#at += 2
      } else if (char === '$') this.#dollar()
      else if (char === '`') this.#substitute(this.#upTo('`', this.#at + 1))
      else {
        this.#add(char)
        this.#at += 1
      }
    }
    this.#at += 1
  }

  // The name of a variable stays, as it is part of a version or a path.
  #dollar(): void {
    const open = this.#text[this.#at + 1]
    if (open !== '(' && open !== '{') {
      this.#add('$')
      this.#at += 1
      return
    }
    const start = this.#at + 2
    const end = this.#closing(open, start)
    const inner = this.#text.slice(start, end)
    this.#at = end + 1
    if (open === '{') this.#add(`\${${inner}}`)
    else if (inner.startsWith('(')) this.#add('${ARITHMETIC}')
    else this.#substitute(inner)
  }

  /** Where a bracket closes, past those of the same kind within it. */
  #closing(open: '(' | '{', from: number): number {
    const close = open === '(' ? ')' : '}'
    let level = 1
    for (let at = from; at < this.#text.length; at++) {
      if (this.#text[at] === open) level += 1
      else if (this.#text[at] === close && --level === 0) return at
    }
    return this.#text.length
  }

  #substitute(script: string): void {
    this.#add('${COMMAND}')
    if (this.#depth >= MAX_DEPTH) return
    const inner = shellScript(script, this.#depth + 1)
    for (const command of inner.commands) this.commands.push(command)
    this.hasPipe ||= inner.hasPipe
  }

  #redirect(): void {
    if (/^\d+$/.test(this.#word ?? '')) this.#word = null
    this.#endWord()
    this.#isTarget = true
    while (/[<>&|-]/.test(this.#text[this.#at] ?? '')) this.#at += 1
  }

  #operator(char: string): void {
    const next = this.#text[this.#at + 1]
    if (char === '&' && next === '>') {
      this.#at += 1
      return this.#redirect()
    }
    if (char === '|' && next !== '|') this.hasPipe = true
    this.#endCommand()
    this.#at += next === char && char !== '(' && char !== ')' ? 2 : 1
  }

  #endWord(): void {
    if (this.#word === null) return
    if (this.#isTarget) this.#isTarget = false
    else this.#words.push(this.#word)
    this.#word = null
  }

  #endCommand(): void {
    this.#endWord()
    const start = this.#words.findIndex((word) => !PREFIX.test(word) && !ASSIGNMENT.test(word))
    const [name, ...args] = start === -1 ? [] : this.#words.slice(start)
    if (name !== undefined && !HEADER.test(name)) this.commands.push({ name, args })
    this.#words = []
    this.#isTarget = false
  }
}

/** The names of the flags of a command, letters of `-yq` one by one, with the places of their words. */
export function flagsOf({ args }: ShellCommand): { readonly flag: string; readonly at: number }[] {
  return args.flatMap((arg, at) => {
    if (arg === '--' || arg === '-' || !arg.startsWith('-')) return []
    const flags = arg.startsWith('--') ? [arg.slice(2).split('=', 1)[0]!] : Array.from(arg.slice(1))
    return flags.map((flag) => ({ flag, at }))
  })
}

/** Whether a command has one of some flags. */
export function hasFlag(command: ShellCommand, ...wanted: readonly string[]): boolean {
  return flagsOf(command).some(({ flag }) => wanted.includes(flag))
}

/** Whether a command of this name has one of some arguments. */
export function callsWith(
  { name, args }: ShellCommand,
  names: string,
  ...wanted: readonly string[]
): boolean {
  return names.split(' ').includes(name) && args.some((arg) => wanted.includes(arg))
}

/** The arguments of a command without its flags, and without the values of the flags named. */
export function operandsOf(command: ShellCommand, valued: readonly string[] = []): string[] {
  const flags = flagsOf(command)
  const left = new Set(flags.map(({ at }) => at))
  for (const { flag, at } of flags)
    if (valued.includes(flag) && !command.args[at]!.includes('=')) left.add(at + 1)
  return command.args.filter((_, at) => !left.has(at))
}
