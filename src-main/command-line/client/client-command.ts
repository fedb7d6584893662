import { defineCommand, type ArgsDef, type CommandDef, type ParsedArgs } from 'citty'
import { CLIENT_ARGS, GatewayClient } from './gateway-client.ts'
import { reporting } from '../terminal/reporting.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** A command that talks to the running gateway. */
interface ClientCommand<T extends ArgsDef> {
  /** Left out by a command of `toolgate` itself, which is named and described in command-list.ts. */
  readonly name?: string
  readonly description?: string
  readonly args?: T
  /** A key on this line could be mistaken for the gateway's, so it is read from a prompt or a pipe. */
  readonly promptsForKey?: boolean
  /** The built entry of the gateway, for a command that starts one where none runs. */
  readonly headless?: URL
  /** Does the work; the exit code is 0 unless it returns another. */
  readonly run: (
    client: GatewayClient,
    args: ParsedArgs<T & typeof CLIENT_ARGS>,
    rawArgs: readonly string[],
  ) => Promise<number | void>
}

/** Declares a command that finds the gateway, does its work and explains failures in words. */
export function defineClientCommand<const T extends ArgsDef>({
  name,
  description,
  args,
  promptsForKey = false,
  headless,
  run,
}: ClientCommand<T>): CommandDef<T & typeof CLIENT_ARGS> {
  const { key: _key, ...keyless } = CLIENT_ARGS
  const known = { ...args, ...(promptsForKey ? keyless : CLIENT_ARGS) }
  return defineCommand({
    meta: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    },
    // citty's types cannot merge two sets of arguments; an undeclared option is never present.
    args: known as unknown as T & typeof CLIENT_ARGS,
    run: async ({ args: parsed, rawArgs }) => {
      process.exitCode = await reporting(parsed.json === true, async () => {
        refuseUnknownOptions(rawArgs, known, promptsForKey)
        return await run(await GatewayClient.find(parsed, process.env, headless), parsed, rawArgs)
      })
    },
  })
}

/**
 * Refuses unknown options, because a misspelt one would be silently ignored. The value of one is not repeated,
 * since it may be a key.
 * @throws UsageError listing the known ones
 */
function refuseUnknownOptions(rawArgs: readonly string[], args: ArgsDef, promptsForKey: boolean): void {
  const known = Object.entries(args).flatMap(([name, { type, ...rest }]) =>
    type === 'positional' ? [] : [name, ...('alias' in rest && rest.alias ? [rest.alias].flat() : [])],
  )
  for (const word of rawArgs) {
    if (word === '--') return
    const name = /^--?(?:no-)?([a-z][a-z-]*)/.exec(word)?.[1]
    if (name === undefined || known.includes(name) || word.startsWith('--no-')) continue
    const instead = promptsForKey ? 'Type the key at the prompt or pipe it in. ' : ''
    throw new UsageError(
      `Unknown option ${word.split('=')[0]}. ${instead}Known options: ${known.map((option) => `--${option}`).join(', ')}.`,
    )
  }
}
