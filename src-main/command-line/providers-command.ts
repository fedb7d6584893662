import { defineCommand, type ArgsDef } from 'citty'
import { dataDirOf } from './data-dir.ts'
import {
  addProvider,
  discoverProviders,
  orderProviders,
  providersStatus,
  removeProvider,
  testProviders,
  type ProvidersScope,
} from './providers.ts'

const common = {
  'data-dir': { type: 'string', description: 'Where the instance keeps its data (TOOLGATE_HOME)' },
  json: { type: 'boolean', description: 'Print one JSON document' },
} as const satisfies ArgsDef
const which = { type: 'positional', description: 'Id, kind or name of the provider' } as const

const EXIT_USAGE = 2

/** A command over the providers, which takes the options it names and no other. */
function command<const A extends ArgsDef>(
  name: string,
  description: string,
  args: A,
  run: (
    scope: ProvidersScope,
    parsed: Readonly<Record<string, unknown>>,
    rest: readonly string[],
  ) => Promise<number>,
) {
  const known = { ...common, ...args }
  return defineCommand({
    meta: { name, description },
    args: known,
    run: async ({ args: parsed, rawArgs }) => {
      const unknown = unknownOption(rawArgs, Object.keys(known))
      if (unknown !== null) {
        process.stderr.write(`There is no option ${unknown}. A key is typed at the prompt or piped in.\n`)
        process.exitCode = EXIT_USAGE
        return
      }
      // citty types what it has read by the declaration; here it is read by name.
      const values = parsed as Readonly<Record<string, unknown>>
      const dataDir = dataDirOf(text(values['data-dir']), process.env)
      const scope = { dataDir, env: process.env, json: values.json === true }
      process.exitCode = await run(scope, values, parsed._)
    },
  })
}

// citty lets unknown options pass, and a key that somebody put there must not go unnoticed. Its text is not repeated.
function unknownOption(rawArgs: readonly string[], known: readonly string[]): string | null {
  const named = rawArgs.filter((arg) => arg.startsWith('-')).map((arg) => arg.split('=')[0]!)
  return named.find((option) => !known.includes(option.replace(/^--?(no-)?/, ''))) ?? null
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** `toolgate providers …`. */
export const providersCommand = defineCommand({
  meta: { name: 'providers', description: 'Looks after the language-model providers of a running gateway' },
  subCommands: {
    status: command(
      'status',
      'Prints the providers in their order, and where their keys lie',
      {},
      (scope) => providersStatus(scope),
    ),
    add: command(
      'add',
      'Adds a provider; its key is typed at a prompt or piped in',
      {
        kind: {
          type: 'positional',
          description: 'openai, anthropic, google, openrouter, ollama, lmstudio, openai-compatible or demo',
        },
        name: { type: 'string', description: 'What to call it' },
        'base-url': { type: 'string', description: 'Its address, where it is not the usual one' },
        model: { type: 'string', description: 'The model to use; else the usual or the first one' },
        'with-key': { type: 'boolean', description: 'Ask for a key although this kind needs none' },
      },
      (scope, args) =>
        addProvider(scope, {
          kind: text(args.kind) ?? '',
          name: text(args.name),
          baseUrl: text(args['base-url']),
          model: text(args.model),
          withKey: args['with-key'] === true,
        }),
    ),
    remove: command('remove', 'Removes a provider and its key', { which }, (scope, args) =>
      removeProvider(scope, text(args.which) ?? ''),
    ),
    test: command(
      'test',
      'Says whether providers answer, how fast and with which models; exit code 0 or 1',
      { which: { ...which, required: false } },
      (scope, args) => testProviders(scope, text(args.which)),
    ),
    discover: command(
      'discover',
      'Looks for Ollama, LM Studio and llama.cpp on this machine',
      {},
      (scope) => discoverProviders(scope),
    ),
    order: command('order', 'Puts these providers first, in this order', { which }, (scope, _args, rest) =>
      orderProviders(scope, rest),
    ),
  },
})
