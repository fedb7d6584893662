import { InvalidInput } from '../../tool-kit/tool-context.ts'
import type { CommandField, CommandPlan } from './command-settings.ts'

/** All arguments together, in bytes; systems allow little more. */
const ARGV_BYTES = 128 * 1024
const FIELD = /^\{([A-Za-z_][A-Za-z0-9_]*)\}$/
const LITERAL = /^\{(\{.*\})\}$/s

/** What a process is started with, and what it reads. */
export interface BuiltCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly stdin: string
}

/** The field that an argument stands for; null for one that is meant as it is. */
export function fieldOf(argument: string): string | null {
  return FIELD.exec(argument)?.[1] ?? null
}

/**
 * The process of a call. Each field is one whole argument, whatever characters it has, since no shell reads it; one
 * that begins with `-` would be an option and is refused, unless that is declared or `--` comes before it.
 * @throws InvalidInput
 */
export function buildCommand(
  { argv, stdin = '', fields }: Pick<CommandPlan, 'argv' | 'stdin' | 'fields'>,
  input: Readonly<Record<string, unknown>>,
): BuiltCommand {
  const [command = '', ...rest] = argv
  const ends = rest.indexOf('--')
  const args = rest.map((argument, at) => {
    const name = fieldOf(argument)
    if (name === null) return plain(argument)
    const value = textOf(name, fields[name], input)
    const isOperand = ends !== -1 && ends < at
    if (value.startsWith('-') && !isOperand && fields[name]?.may_be_option !== true)
      throw new InvalidInput(name, 'It must not begin with -, since the program would read it as an option')
    return value
  })
  if (args.reduce((sum, one) => sum + Buffer.byteLength(one) + 1, 0) > ARGV_BYTES)
    throw new InvalidInput('', `All arguments together may have ${ARGV_BYTES / 1024} KiB`)
  const read = fieldOf(stdin)
  return { command, args, stdin: read === null ? plain(stdin) : textOf(read, fields[read], input) }
}

function textOf(
  name: string,
  field: CommandField | undefined,
  input: Readonly<Record<string, unknown>>,
): string {
  const value = Object.hasOwn(input, name) ? input[name] : field?.default
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new InvalidInput(name, 'This field is missing')
  const text = String(value)
  if (text.includes('\0')) throw new InvalidInput(name, 'It must not have a NUL character')
  return text
}

function plain(argument: string): string {
  return LITERAL.exec(argument)?.[1] ?? argument
}
