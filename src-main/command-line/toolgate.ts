import { defineCommand, runCommand, runMain, type CommandDef } from 'citty'
import packageJson from '../../package.json' with { type: 'json' }
import { call } from './commands/call.ts'
import { batch } from './commands/batch.ts'
import { completion, type CommandNames } from './commands/completion.ts'
import { config } from './commands/config.ts'
import { doctor } from './commands/doctor.ts'
import { dryRun } from './commands/dry-run.ts'
import { backup, exportAll, ledger, page, restore, serve } from './commands/instance.ts'
import { jobs, submitJob } from './commands/jobs.ts'
import { keys, limits } from './commands/keys.ts'
import { list } from './commands/list.ts'
import { listen } from './commands/listen.ts'
import { memory } from './commands/memory.ts'
import { balance, buy, history } from './commands/money.ts'
import { purchases } from './commands/purchases.ts'
import { search } from './commands/search.ts'
import { stream } from './commands/stream.ts'
import { types } from './commands/types.ts'
import { verify } from './commands/verify.ts'
import { EXIT } from './exit-codes.ts'
import { mcpCommand } from './mcp-command.ts'
import { providersCommand } from './providers-command.ts'
import type { BuiltFiles } from './serve.ts'
import { say } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** Commands whose flags are not known before they run: each reads its own line. */
const OWN_LINE: Readonly<Record<string, (rawArgs: readonly string[]) => Promise<number>>> = {
  call,
  stream,
  'dry-run': dryRun,
}

/** The command `toolgate`. What a subcommand needs is imported when it is asked for. */
export async function runToolgate(rawArgs: string[], files: BuiltFiles): Promise<void> {
  endQuietlyOnClosedPipe()
  const [name = '', second] = rawArgs
  const own = Object.hasOwn(OWN_LINE, name) ? OWN_LINE[name] : undefined
  if (name === 'serve') {
    const { serve: run } = await import('./serve.ts')
    await run(rawArgs.slice(1), files)
  } else if (own && !isHelp(rawArgs.slice(1))) process.exitCode = await own(rawArgs.slice(1))
  else if (name === 'jobs' && second === 'submit') process.exitCode = await submitJob(rawArgs.slice(2))
  else await runNamed(rawArgs, files)
}

async function runNamed(rawArgs: string[], files: BuiltFiles): Promise<void> {
  const command = toolgateCommand(files)
  // citty ends the process with 1 for what is a matter of usage, so it only shows the help and the version.
  if (rawArgs.length === 0 || rawArgs.some((word) => HELP.has(word)))
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

function commandPath([name = '']: readonly string[]): string {
  return /^[a-z]/.test(name) ? `${name} ` : ''
}

// `toolgate call --help` is about the command, `toolgate call SLUG --help` about the tool.
function isHelp([first]: readonly string[]): boolean {
  return first === '--help' || first === '-h' || first === undefined
}

// `toolgate list | head` closes the pipe; that is an end and no failure.
function endQuietlyOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
}

const described = (name: string, description: string): CommandDef =>
  defineCommand({ meta: { name, description } })

function subCommandsOf(files: BuiltFiles): Record<string, CommandDef> {
  // citty types a command by its arguments; a table of them knows only that each is one.
  return {
    serve,
    call: described(
      'call',
      'Runs a tool: call SLUG [--field value | --input JSON | -]; call SLUG --help tells its flags',
    ),
    stream: described('stream', 'Runs a tool and shows its text as it comes: stream SLUG …'),
    'dry-run': described('dry-run', 'Says what a call would cost and whether it would run: dry-run SLUG …'),
    batch,
    list,
    search,
    balance,
    history,
    buy,
    purchases,
    keys,
    limits,
    jobs,
    memory,
    providers: providersCommand,
    listen,
    mcp: mcpCommand(files),
    verify: verify(files),
    ledger,
    backup,
    restore,
    export: exportAll,
    page,
    types,
    config,
    doctor,
  } as unknown as Record<string, CommandDef>
}

function toolgateCommand(files: BuiltFiles): CommandDef {
  const subCommands = subCommandsOf(files)
  return defineCommand({
    meta: {
      name: 'toolgate',
      version: packageJson.version,
      description: 'A local gateway that serves small, well-made tools',
    },
    subCommands: { ...subCommands, completion: completion(namesOf(subCommands)) },
  })
}

function namesOf(commands: Readonly<Record<string, CommandDef>>): CommandNames {
  const names = Object.entries(commands).map(([name, { subCommands }]): [string, string[]] => [
    name,
    // Our own commands list their subcommands; citty would also take a promise of them.
    typeof subCommands === 'object' ? Object.keys(subCommands) : [],
  ])
  return Object.fromEntries([...names, ['completion', ['bash', 'zsh', 'fish']]])
}
