import type { ArgsDef } from 'citty'
import { EXIT_WORDS } from './exit-codes.ts'
import { styled } from './terminal.ts'

/** What the help of a command shows. */
interface HelpTopic {
  /** Its words after `toolgate`. */
  readonly path: readonly string[]
  readonly description: string
  readonly args: ArgsDef
  /** Its subcommands with their descriptions. */
  readonly subcommands: readonly (readonly [string, string])[]
  readonly examples: readonly string[]
  /** Whether it takes the flags of a tool. */
  readonly ofTool: boolean
}

interface UsageParts extends Pick<HelpTopic, 'path' | 'args' | 'ofTool'> {
  readonly hasCommands: boolean
}

/** A group of commands with their descriptions. */
interface HelpGroup {
  readonly title: string
  readonly commands: readonly (readonly [string, string])[]
}

const MOST_COLUMNS = 100
const GAP = 2

/** The options of every command. */
export const GLOBAL: readonly (readonly [string, string])[] = [
  ['--json', 'Print one JSON document; a failure is one too'],
  ['--url ADDRESS', 'The gateway to speak with'],
  ['--data-dir FOLDER', 'The data folder of the gateway that runs here'],
  ['--key FILE|-', 'A file with the API key, or stdin'],
  ['-h, --help', 'Help on a command, or on a tool: toolgate call SLUG --help'],
  ['-v, --version', 'The version'],
]

/** The variables of the environment that commands read. */
export const ENVIRONMENT: readonly (readonly [string, string])[] = [
  ['TOOLGATE_URL', 'The gateway, unless --url or --data-dir names one'],
  ['TOOLGATE_KEY', 'The API key, unless --key names one; else the owner key in the data folder'],
  ['TOOLGATE_HOME', 'The data folder, unless --data-dir names one'],
  ['NO_COLOR', 'No colours'],
]

/** Lines to type, for the help of `toolgate` itself. */
export const EXAMPLES: readonly string[] = [
  'toolgate call crypto-hash-sha256 abc',
  'toolgate call text-diff --before @old.txt --after @new.txt',
  'toolgate batch rows.csv --tool math-evaluate',
  'toolgate search "resize a picture"',
]

/** The help of `toolgate` itself. */
export function overviewHelp(groups: readonly HelpGroup[], version: string): string {
  return [
    ...wrapped(`toolgate ${version}: a local gateway that serves small, well-made tools`, 0),
    '',
    ...section('Usage', ['  toolgate COMMAND [ARGUMENTS]']),
    ...groups.flatMap(({ title, commands }) => section(title, columns(commands))),
    ...section('Options', columns(GLOBAL)),
    ...section('Environment', columns(ENVIRONMENT)),
    ...section('Exit codes', columns(EXIT_WORDS.map(([code, words]) => [String(code), words] as const))),
    ...section('Examples', EXAMPLES.map(indented)),
    ...wrapped('toolgate COMMAND --help says more about a command.', 0),
  ].join('\n')
}

/** The help of a command. */
export function commandHelp({ path, description, args, subcommands, examples, ofTool }: HelpTopic): string {
  const { words, flags } = argumentRows(args)
  const usage = usageOf({ path, args, hasCommands: subcommands.length > 0, ofTool })
  return [
    ...wrapped(description, 0),
    '',
    ...section('Usage', wrapped(usage, 2)),
    ...section('Commands', columns(subcommands)),
    ...section('Arguments', columns(words)),
    ...section('Options', columns([...flags, ['-h, --help', 'Show this'] as const])),
    ...section('Examples', examples.map(indented)),
    ...wrapped('toolgate --help lists the environment and the exit codes.', 0),
  ].join('\n')
}

/** The words and flags of a command with what they mean. */
export function argumentRows(
  args: ArgsDef,
): Record<'words' | 'flags', readonly (readonly [string, string])[]> {
  const entries = Object.entries(args)
  return {
    words: entries
      .filter(([, { type }]) => type === 'positional')
      .map(([name, arg]) => [upper(name), descriptionOf(arg)] as const),
    flags: entries
      .filter(([, { type }]) => type !== 'positional')
      .map(([name, arg]) => [flagOf(name, arg), descriptionOf(arg)] as const),
  }
}

/** How a command is typed. */
export function usageOf({ path, args, hasCommands, ofTool }: UsageParts): string {
  const words = Object.entries(args).filter(([, { type }]) => type === 'positional')
  return [
    'toolgate',
    ...path,
    ...(hasCommands ? ['COMMAND'] : []),
    ...(ofTool ? ['SLUG', '[--FIELD VALUE | --input JSON | -]'] : []),
    ...words.map(([name, { required }]) => (required === false ? `[${upper(name)}]` : upper(name))),
    '[OPTIONS]',
  ].join(' ')
}

/** Rows of a name and its description, which is wrapped beside it to the width of the terminal. */
export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const room = width()
  const longest = Math.max(0, ...rows.map(([name]) => name.length))
  const first = Math.min(longest, Math.floor(room / 3))
  const indent = 2 + first + GAP
  return rows.flatMap(([name, words]) => {
    const lines = wrapped(words, indent)
    if (name.length > first) return [`  ${name}`, ...lines]
    const [head = '', ...more] = lines
    return [`  ${name.padEnd(first)}${' '.repeat(GAP)}${head.trimStart()}`.trimEnd(), ...more]
  })
}

/** A text in lines that fit the terminal. */
export function wrapped(text: string, indent: number): string[] {
  const room = Math.max(20, width() - indent)
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= room) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.map((line) => `${' '.repeat(indent)}${line}`.trimEnd())
}

/** A heading with the lines below it; nothing when there are none. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [styled('bold', title, process.stdout), ...lines, '']
}

function width(): number {
  return Math.min(process.stdout.columns || 80, MOST_COLUMNS)
}

function indented(line: string): string {
  return `  ${line}`
}

function upper(name: string): string {
  return name.toUpperCase()
}

function flagOf(name: string, arg: ArgsDef[string]): string {
  const short = 'alias' in arg && arg.alias ? `${[arg.alias].flat().map((one) => `-${one}`)[0]}, ` : ''
  return `${short}--${name}${arg.type === 'boolean' ? '' : ` ${arg.valueHint ?? 'VALUE'}`}`
}

function descriptionOf({ description = '', default: value }: ArgsDef[string]): string {
  return value === undefined ? description : `${description} (${String(value)})`
}
