import { runCommand, type SubCommandsDef } from 'citty'
import packageJson from '../../package.json' with { type: 'json' }
import { helpOf, overviewText } from './terminal/command-help.ts'
import { COMMANDS, loadCommand, type LoadedCommand } from './command-list.ts'
import { argsOf, leafOf, subCommandsOf, type NamedCommand } from './command-parts.ts'
import { COMPLETE } from './commands/completion.ts'
import { outliveClosedOutput } from '../telemetry/closed-output.ts'
import { forgetEmptyVariables } from './client/empty-variables.ts'
import { checkArguments, nearest } from './terminal/check-arguments.ts'
import { EXIT } from './terminal/exit-codes.ts'
import { reporting } from './terminal/reporting.ts'
import type { ProgramFiles } from './serve/program-files.ts'
import { print } from './terminal/terminal.ts'
import { UsageError } from './terminal/usage-error.ts'

/** The command `toolgate`. A subcommand's file is imported when it is needed. */
export async function runToolgate(rawArgs: string[], files: ProgramFiles): Promise<void> {
  forgetEmptyVariables(process.env)
  // A gateway goes on without its output, which `serve` sees to.
  if (rawArgs[0] !== 'serve') endQuietlyOnClosedPipe()
  const json = rawArgs.includes('--json')
  const path =
    /^[a-z]/.test(rawArgs[0] ?? '') && Object.hasOwn(COMMANDS, rawArgs[0]!) ? `${rawArgs[0]} ` : ''
  process.exitCode = await reporting(
    json,
    async () => {
      await run(rawArgs, files)
      return Number(process.exitCode ?? EXIT.done)
    },
    `See toolgate ${path}--help.`,
  )
}

async function run(rawArgs: readonly string[], files: ProgramFiles): Promise<void> {
  const [name, ...rest] = rawArgs
  if (name === undefined && process.stdin.isTTY && process.stdout.isTTY) {
    const { startHere } = await import('./serve/start-here.ts')
    return await startHere(files)
  }
  if (name === undefined || HELP.has(name) || (name === 'help' && rest.length === 0))
    return print(overviewText())
  if (VERSION.has(name)) return print(packageJson.version)
  if (name === COMPLETE) {
    const { completionsOf } = await import('./commands/complete.ts')
    return print((await completionsOf(rest, files)).join('\n'))
  }
  if (name === 'help') return await run([...rest, '--help'], files)
  if (name.startsWith('-')) throw new UsageError(`A command comes first, then its options such as ${name}.`)
  if (!Object.hasOwn(COMMANDS, name))
    throw new UsageError(await unknownCommand(name, Object.keys(COMMANDS), 'toolgate --help lists them.'))
  await runLoaded({ path: [name], command: await loadCommand(name, files), rest }, COMMANDS[name]!.examples)
}

const HELP = new Set(['--help', '-h'])
const VERSION = new Set(['--version', '-v'])

async function runLoaded(named: NamedCommand, examples: readonly string[]): Promise<void> {
  const { path, command, rest } = leafOf(named)
  if (asksForHelp(command, rest))
    return print(helpOf({ path, command, rest }, path.length > 1 ? [] : examples))
  const { subCommands: _, run: work, ...leaf } = command
  if (work === undefined)
    throw new UsageError(await missingSubcommand(path, subCommandsOf(command), rest[0]))
  if (leaf.takes === undefined || leaf.takes === 'words')
    await checkArguments(rest, argsOf(command), {
      takesWords: leaf.takes === 'words',
      promptsForKey: leaf.promptsForKey === true,
    })
  await runCommand({ ...leaf, run: work }, { rawArgs: [...rest] })
}

// A tool has a help of its own, and `serve` writes its own.
function asksForHelp({ takes }: LoadedCommand, rest: readonly string[]): boolean {
  if (takes === 'anything') return false
  if (takes === 'tool' && rest[0] !== undefined && !rest[0].startsWith('-')) return false
  const end = rest.indexOf('--')
  return rest.slice(0, end === -1 ? undefined : end).some((word) => HELP.has(word))
}

async function missingSubcommand(
  path: readonly string[],
  subCommands: SubCommandsDef,
  typed: string | undefined,
): Promise<string> {
  const known = Object.keys(subCommands)
  const all = `toolgate ${path.join(' ')} takes ${known.join(', ')}.`
  if (typed === undefined || typed.startsWith('-')) return all
  return await unknownCommand(typed, known, all)
}

async function unknownCommand(typed: string, known: readonly string[], all: string): Promise<string> {
  const near = await nearest(typed, known)
  return `There is no command ${typed}. ${near === null ? all : `Did you mean ${near}?`}`
}

// `toolgate list | head` closes the pipe; that is the end, not a failure.
function endQuietlyOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done)
    throw error
  })
  outliveClosedOutput([process.stderr])
}
