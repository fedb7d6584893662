import type { ArgsDef, CommandDef } from 'citty'
import type { CommandNames } from './commands/completion.ts'
import type { BuiltFiles } from './serve/serve.ts'

/** A command of `toolgate`: its help text, and how to import it when it is needed. */
export interface ListedCommand {
  readonly description: string
  readonly load: (files: BuiltFiles) => Promise<CommandDef>
}

/** All commands, in the order in which the help shows them; subcommands are declared in their own files. */
export const COMMANDS: Readonly<Record<string, ListedCommand>> = {
  serve: listed('Starts the gateway without a window; see toolgate serve --help', async (files) =>
    (await import('./commands/serve.ts')).serve(files),
  ),
  call: listed(
    'Runs a tool: call SLUG [--field value | --input JSON | -]; call SLUG --help lists its flags',
    async (files) => (await import('./commands/call.ts')).call(files),
  ),
  stream: listed(
    'Runs a tool and shows its text as it comes: stream SLUG …',
    async () => (await import('./commands/stream.ts')).stream,
  ),
  'dry-run': listed(
    'Says what a call would cost and whether it would run: dry-run SLUG …',
    async () => (await import('./commands/dry-run.ts')).dryRun,
  ),
  batch: listed(
    'Runs the calls of a CSV, JSON or NDJSON file; a stopped run resumes where it stopped',
    async () => (await import('./commands/batch.ts')).batch,
  ),
  list: listed('Lists the tools', async () => (await import('./commands/list.ts')).list),
  search: listed('Finds tools by what they do', async () => (await import('./commands/search.ts')).search),
  balance: listed(
    'Shows how many credits the key holds, and what it has asked of language models',
    async () => (await import('./commands/money.ts')).balance,
  ),
  history: listed(
    'Shows the newest entries of the ledger',
    async () => (await import('./commands/money.ts')).history,
  ),
  buy: listed('Buys credits: $1 for 1,000', async () => (await import('./commands/money.ts')).buy),
  purchases: listed(
    'Approves or declines purchases that wait for the owner',
    async () => (await import('./commands/purchases.ts')).purchases,
  ),
  keys: listed(
    'Lists, makes, confirms, adopts and revokes keys, and sets their budgets for language models',
    async () => (await import('./commands/keys.ts')).keys,
  ),
  limits: listed(
    'Sets how many requests a key may send',
    async () => (await import('./commands/keys.ts')).limits,
  ),
  jobs: listed(
    'Lists, shows, waits for and cancels jobs; jobs submit SLUG makes one',
    async () => (await import('./commands/jobs.ts')).jobs,
  ),
  memory: listed(
    "Lists, finds, reads, writes and deletes the key's memory",
    async () => (await import('./commands/memory.ts')).memory,
  ),
  providers: listed(
    'Manages the language-model providers of a running gateway',
    async () => (await import('./commands/providers.ts')).providers,
  ),
  settings: listed(
    'Lists and changes the settings of a running gateway',
    async () => (await import('./commands/settings.ts')).settings,
  ),
  listen: listed(
    'Shows calls as they happen, until Ctrl-C',
    async () => (await import('./commands/listen.ts')).listen,
  ),
  mcp: listed('Speaks MCP on stdin and stdout; mcp config CLIENT sets a client up', async (files) =>
    (await import('./commands/mcp.ts')).mcp(files),
  ),
  verify: listed(
    'Checks saved answers and their receipts, with no gateway running; exit code 0, 1 or 2',
    async (files) => (await import('./commands/verify.ts')).verify(files),
  ),
  ledger: listed(
    'Checks the ledger: ledger verify; ledger head prints its signed head',
    async () => (await import('./commands/instance.ts')).ledger,
  ),
  backup: listed(
    'Copies the instance, running or not, into one file and checks it',
    async () => (await import('./commands/instance.ts')).backup,
  ),
  restore: listed(
    'Restores an instance from a backup, into a folder that has none',
    async () => (await import('./commands/instance.ts')).restore,
  ),
  export: listed(
    'Writes everything but secrets as lines of JSON',
    async () => (await import('./commands/instance.ts')).exportAll,
  ),
  page: listed(
    'Opens the page, signed in; without a display it prints a fresh address that signs a browser in',
    async (files) => (await import('./commands/page.ts')).page(files),
  ),
  types: listed(
    'Writes TypeScript: the input and output of every tool, and a typed client',
    async () => (await import('./commands/types.ts')).types,
  ),
  config: listed(
    'Shows the data folder, the gateway and where the key comes from',
    async () => (await import('./commands/config.ts')).config,
  ),
  doctor: listed('Looks for problems on this machine; exit code 0 or 1', async (files) =>
    (await import('./commands/doctor.ts')).doctor(files),
  ),
  completion: listed('Prints a completion script for bash, zsh or fish', async (files) =>
    (await import('./commands/completion.ts')).completion(() => commandNames(files)),
  ),
}

function listed<T extends ArgsDef>(
  description: string,
  load: (files: BuiltFiles) => Promise<CommandDef<T>>,
): ListedCommand {
  // citty types a command by its arguments; a list of them knows only that each is one.
  return { description, load: load as unknown as ListedCommand['load'] }
}

/** Loads a listed command, whose help shows the description in the list. */
export async function loadCommand(name: string, files: BuiltFiles): Promise<CommandDef> {
  const { description, load } = COMMANDS[name]!
  return { ...(await load(files)), meta: { name, description } }
}

// Shells complete subcommands too, and only the commands' own files know them.
async function commandNames(files: BuiltFiles): Promise<CommandNames> {
  const names = Object.entries(COMMANDS).map(async ([name, { load }]): Promise<[string, string[]]> => {
    const { subCommands } = await load(files)
    // Our own commands list their subcommands; citty would also take a promise of them.
    return [name, typeof subCommands === 'object' ? Object.keys(subCommands) : []]
  })
  return Object.fromEntries(await Promise.all(names))
}
