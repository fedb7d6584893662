import { defineCommand, runCommand, runMain, type CommandDef } from 'citty'
import packageJson from '../../package.json' with { type: 'json' }
import { COMMANDS, loadCommand } from './command-list.ts'
import { outliveClosedOutput } from '../telemetry/closed-output.ts'
import { EXIT } from './terminal/exit-codes.ts'
import type { BuiltFiles } from './serve/serve.ts'
import { say } from './terminal/terminal.ts'
import { UsageError } from './terminal/usage-error.ts'

/** The command `toolgate`. A subcommand's file is imported when it is needed. */
export async function runToolgate(rawArgs: string[], files: BuiltFiles): Promise<void> {
  if (rawArgs.length === 0 && process.stdin.isTTY && process.stdout.isTTY) {
    const { startHere } = await import('./serve/start-here.ts')
    return await startHere(files)
  }
  // A gateway goes on without its output, which `serve` sees to.
  if (rawArgs[0] !== 'serve') endQuietlyOnClosedPipe()
  const command = await toolgateCommand(rawArgs, files)
  // citty exits with 1 on a usage error, so it only shows the help and the version.
  if (rawArgs.length === 0 || (rawArgs.some((word) => HELP.has(word)) && !answersHelpItself(rawArgs)))
    return await runMain(command, { rawArgs })
  try {
    await runCommand(command, { rawArgs })
  } catch (error) {
    const isUsage = error instanceof UsageError || (error instanceof Error && error.name === 'CLIError')
    if (!isUsage) throw error
    say(`${error.message}\nSee toolgate ${commandPath(rawArgs)}--help.`)
    process.exitCode = EXIT.usage
  }
}

const HELP = new Set(['--help', '-h', '--version', '-v'])

/**
 * Commands whose flags are those of a tool: `toolgate call --help` describes the command, `call
 * SLUG --help` the tool.
 */
const OF_A_TOOL = new Set(['call', 'stream', 'dry-run'])

function answersHelpItself([name = '', second = '']: readonly string[]): boolean {
  if (name === 'jobs') return second === 'submit'
  return name === 'serve' || (OF_A_TOOL.has(name) && !HELP.has(second))
}

function commandPath([name = '']: readonly string[]): string {
  return /^[a-z]/.test(name) ? `${name} ` : ''
}

// `toolgate list | head` closes the pipe; that is the end, not a failure.
function endQuietlyOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.done)
    throw error
  })
  outliveClosedOutput([process.stderr])
}

async function toolgateCommand(rawArgs: readonly string[], files: BuiltFiles): Promise<CommandDef> {
  const name = rawArgs.find((word) => !word.startsWith('-')) ?? ''
  const asked = Object.hasOwn(COMMANDS, name) ? { [name]: await loadCommand(name, files) } : {}
  return defineCommand({
    meta: {
      name: 'toolgate',
      version: packageJson.version,
      description: 'A local gateway that serves small, well-made tools',
    },
    subCommands: { ...HELP_LINES, ...asked },
  })
}

/** The help text of each command, without importing its file. */
const HELP_LINES = Object.fromEntries(
  Object.entries(COMMANDS).map(([name, { description }]) => [
    name,
    defineCommand({ meta: { name, description } }),
  ]),
)
