import type { ArgsDef, CommandDef } from 'citty'
import type { Taking } from './client/client-command.ts'
import type { ProgramFiles } from './serve/program-files.ts'

/** A command of `toolgate`: its help text, and how to import it when it is needed. */
export interface ListedCommand {
  readonly description: string
  readonly load: (files: ProgramFiles) => Promise<LoadedCommand>
  /** Lines to type. */
  readonly examples: readonly string[]
}

/** A command with what its arguments do not say. */
export type LoadedCommand = CommandDef & Taking

/** All commands in groups, in the order in which the help shows them. */
export const COMMAND_GROUPS: Readonly<Record<string, Readonly<Record<string, ListedCommand>>>> = {
  Tools: {
    call: listed(
      'Runs a tool; call SLUG --help lists its flags',
      async (files) => (await import('./commands/call.ts')).call(files),
      [
        'toolgate call crypto-hash-sha256 abc',
        'toolgate call text-diff --before @old.txt --after @new.txt',
        'toolgate call vision-image-resize --image @photo.png --width 320 -o small.png',
        'echo -n abc | toolgate call crypto-hash-sha256 -',
      ],
    ),
    stream: listed(
      'Runs a tool and shows its text as it comes',
      async () => (await import('./commands/stream.ts')).stream,
      ['toolgate stream llm-summarize --text @report.txt'],
    ),
    'dry-run': listed(
      'Says what a call would cost and whether it would run',
      async () => (await import('./commands/dry-run.ts')).dryRun,
      ['toolgate dry-run text-diff --before a --after b'],
    ),
    batch: listed(
      'Runs the calls of a CSV, JSON or NDJSON file; a stopped run resumes where it stopped',
      async () => (await import('./commands/batch.ts')).batch,
      [
        'toolgate batch rows.csv --tool math-evaluate',
        'cat calls.ndjson | toolgate batch - -y --output results.ndjson',
        'toolgate batch old.csv --tool text-word-count --encoding latin1',
      ],
    ),
    list: listed('Lists the tools', async () => (await import('./commands/list.ts')).list, [
      'toolgate list --category "Code Utilities"',
      'toolgate list --names',
    ]),
    search: listed(
      'Finds tools by what they do',
      async () => (await import('./commands/search.ts')).search,
      ['toolgate search "resize a picture"'],
    ),
    types: listed(
      'Writes TypeScript: the input and output of every tool, and a typed client',
      async () => (await import('./commands/types.ts')).types,
    ),
  },
  'Jobs and memory': {
    jobs: listed(
      'Lists, shows, waits for and cancels jobs; jobs submit SLUG makes one',
      async () => (await import('./commands/jobs.ts')).jobs,
      ['toolgate jobs submit crypto-hash-sha256 abc', 'toolgate jobs wait ID'],
    ),
    memory: listed(
      "Lists, finds, reads, writes and deletes the key's memory",
      async () => (await import('./commands/memory.ts')).memory,
      ['toolgate memory set colour blue --tags taste', 'toolgate memory get colour'],
    ),
    files: listed(
      'Uploads, lists, reads and deletes files that calls refer to as @ID',
      async () => (await import('./commands/files.ts')).files,
      [
        'toolgate files upload report.pdf',
        'toolgate call doc-pdf-to-text --pdf @file_0123456789abcdef01234567',
      ],
    ),
    listen: listed(
      'Shows calls as they happen, until Ctrl-C',
      async () => (await import('./commands/listen.ts')).listen,
    ),
  },
  'Credits and keys': {
    balance: listed(
      'Shows how many credits the key holds, and what it has asked of language models',
      async () => (await import('./commands/money.ts')).balance,
    ),
    history: listed(
      'Shows the newest entries of the ledger',
      async () => (await import('./commands/money.ts')).history,
    ),
    buy: listed('Buys credits: $1 for 1,000', async () => (await import('./commands/money.ts')).buy, [
      'toolgate buy 1000',
    ]),
    purchases: listed(
      'Approves or declines purchases that wait for the owner',
      async () => (await import('./commands/purchases.ts')).purchases,
    ),
    keys: listed(
      'Lists, makes, confirms, adopts and revokes keys, and sets their budgets and folders',
      async () => (await import('./commands/keys.ts')).keys,
      ['toolgate keys create CI --slugs text-diff --credit-limit 100', 'toolgate keys revoke ID'],
    ),
    hub: listed(
      'Spends the credits of a hub, also while it is away, and shows what is left of them',
      async () => (await import('./commands/hub.ts')).hub,
      ['toolgate hub connect https://toolgate.example.com', 'toolgate hub status'],
    ),
    instances: listed(
      'Lists the gateways that hold credits of keys here, and forgets one that does not come back',
      async () => (await import('./commands/instances.ts')).instances,
      ['toolgate instances forget Laptop'],
    ),
    limits: listed(
      'Sets how many requests a key may send',
      async () => (await import('./commands/keys.ts')).limits,
      ['toolgate limits ID 100 --window 60'],
    ),
  },
  'The gateway': {
    serve: listed('Starts the gateway without a window', async (files) =>
      (await import('./commands/serve.ts')).serve(files),
    ),
    service: listed(
      'Lets the system start the gateway at login, for this user alone',
      async (files) => (await import('./commands/service.ts')).service(files),
      ['toolgate service install --dry-run', 'toolgate service status'],
    ),
    page: listed(
      'Opens the page, signed in; without a display it prints a fresh address that signs a browser in',
      async (files) => (await import('./commands/page.ts')).page(files),
    ),
    settings: listed(
      'Lists and changes the settings of a running gateway',
      async () => (await import('./commands/settings.ts')).settings,
      ['toolgate settings set call_seconds 60'],
    ),
    providers: listed(
      'Manages the language-model providers of a running gateway',
      async () => (await import('./commands/providers.ts')).providers,
      ['toolgate providers discover', 'toolgate providers add ollama'],
    ),
    config: listed(
      'Shows the data folder, the gateway and where the key comes from',
      async () => (await import('./commands/config.ts')).config,
    ),
    doctor: listed(
      'Looks for problems on this machine',
      async (files) => (await import('./commands/doctor.ts')).doctor(files),
      ['toolgate doctor --json'],
    ),
  },
  Agents: {
    mcp: listed(
      'Speaks MCP on stdin and stdout; mcp config CLIENT sets a client up',
      async (files) => (await import('./commands/mcp.ts')).mcp(files),
      ['toolgate mcp config zed --write', 'toolgate mcp --toolset all'],
    ),
    sources: listed(
      'Adds servers of MCP whose tools this gateway then serves, and reviews what they change',
      async () => (await import('./sources/sources.ts')).sources,
      ['toolgate sources add mcp files -- node server.js ~/notes', 'toolgate sources changes files'],
    ),
    recipes: listed(
      'Saves, checks, tries and removes recipes: tools that run one after the other as one tool',
      async () => (await import('./recipes/recipes.ts')).recipes,
      ['toolgate recipes save digest.json', 'toolgate recipes try digest.json --input \'{"title": "A"}\''],
    ),
    tools: listed(
      'Writes a starting file for a tool of your own: tools new NAME',
      async () => (await import('./sources/own-tools.ts')).tools,
      ['toolgate tools new word-score'],
    ),
    approvals: listed(
      'Lists the calls that wait for your approval, and approves or refuses them',
      async () => (await import('./rules/approvals.ts')).approvals,
      ['toolgate approvals list --input', 'toolgate approvals approve approval_0123'],
    ),
    toolsets: listed(
      'Saves choices of tools for clients, with presets of their fields and descriptions of your own',
      async () => (await import('./mcp/toolsets.ts')).toolsets,
      ['toolgate toolsets set desk.json', 'toolgate mcp --toolset desk'],
    ),
  },
  'Proofs and copies': {
    verify: listed(
      'Checks saved answers and their receipts, with no gateway running',
      async (files) => (await import('./commands/verify.ts')).verify(files),
      ['toolgate verify answer.json'],
    ),
    ledger: listed(
      'Checks the ledger, and prints its signed head',
      async () => (await import('./commands/instance.ts')).ledger,
      ['toolgate ledger verify', 'toolgate ledger head > head.json'],
    ),
    backup: listed(
      'Copies the instance, running or not, into one file and checks it',
      async () => (await import('./commands/instance.ts')).backup,
      ['toolgate backup ./copy.db'],
    ),
    restore: listed(
      'Restores an instance from a backup, into a folder that has none',
      async () => (await import('./commands/instance.ts')).restore,
      ['toolgate restore ./copy.db --data-dir ./new'],
    ),
    migrate: listed(
      'Moves the data of a stopped instance into a PostgreSQL, or copies it back into a folder',
      async () => (await import('./commands/instance.ts')).migrate,
      [
        'toolgate migrate --data-dir ./data --database-url postgres://toolgate@db.example.com/toolgate',
        'toolgate migrate --to-sqlite ./data --database-url postgres://toolgate@db.example.com/toolgate',
      ],
    ),
    export: listed(
      'Writes everything but secrets as lines of JSON',
      async () => (await import('./commands/instance.ts')).exportAll,
    ),
  },
  Help: {
    docs: listed(
      'Opens the manual of the running gateway at a topic; without a display it prints the address',
      async () => (await import('./commands/docs.ts')).docs,
      ['toolgate docs', 'toolgate docs rate_limited', 'toolgate docs "connect claude" --json'],
    ),
    completion: listed(
      'Prints a completion script for bash, zsh or fish',
      async () => (await import('./commands/completion.ts')).completion,
      ['source <(toolgate completion bash)'],
    ),
  },
}

/** All commands by their names; subcommands are declared in their own files. */
export const COMMANDS: Readonly<Record<string, ListedCommand>> = Object.fromEntries(
  Object.values(COMMAND_GROUPS).flatMap((commands) => Object.entries(commands)),
)

function listed<T extends ArgsDef>(
  description: string,
  load: (files: ProgramFiles) => Promise<CommandDef<T>>,
  examples: readonly string[] = [],
): ListedCommand {
  // citty types a command by its arguments; a list of them knows only that each is one.
  return { description, load: load as unknown as ListedCommand['load'], examples }
}

/** Loads a listed command, whose help shows the description in the list. */
export async function loadCommand(name: string, files: ProgramFiles): Promise<LoadedCommand> {
  const { description, load } = COMMANDS[name]!
  return { ...(await load(files)), meta: { name, description } }
}
