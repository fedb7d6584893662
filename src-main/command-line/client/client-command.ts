import { defineCommand, type ArgsDef, type CommandDef, type ParsedArgs } from 'citty'
import { CLIENT_ARGS, GatewayClient } from './gateway-client.ts'
import { reporting } from '../terminal/reporting.ts'
import { UsageError } from '../terminal/usage-error.ts'

/** A command that speaks with the running gateway. */
interface ClientCommand<T extends ArgsDef> {
  /** Left out by a command of `toolgate` itself, which is named and described in command-list.ts. */
  readonly name?: string
  readonly description?: string
  readonly args?: T
  /** A key on this line would be taken for another one than the gateway's: it is read from a prompt or a pipe. */
  readonly promptsForKey?: boolean
  /** Does the work; the exit code is 0 unless it returns another. */
  readonly run: (
    client: GatewayClient,
    args: ParsedArgs<T & typeof CLIENT_ARGS>,
    rawArgs: readonly string[],
  ) => Promise<number | void>
}

/** Declares a command that finds the gateway, does its work and says in words why it could not. */
export function defineClientCommand<const T extends ArgsDef>({
  name,
  description,
  args,
  promptsForKey = false,
  run,
}: ClientCommand<T>): CommandDef<T & typeof CLIENT_ARGS> {
  const { key: _key, ...keyless } = CLIENT_ARGS
  const known = { ...args, ...(promptsForKey ? keyless : CLIENT_ARGS) }
  return defineCommand({
    meta: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    },
    // citty's own type cannot add up two sets of arguments; a key that is not taken is never there.
    args: known as unknown as T & typeof CLIENT_ARGS,
    run: async ({ args: parsed, rawArgs }) => {
      process.exitCode = await reporting(parsed.json === true, async () => {
        refuseUnknownOptions(rawArgs, known, promptsForKey)
        return await run(await GatewayClient.find(parsed), parsed, rawArgs)
      })
    },
  })
}

/**
 * Refuses options that a command does not have; a misspelt one would be quietly left out. What was given to one is not
 * repeated, since it may be a key.
 * @throws UsageError naming those that there are
 */
function refuseUnknownOptions(rawArgs: readonly string[], args: ArgsDef, promptsForKey: boolean): void {
  const known = Object.entries(args).flatMap(([name, { type, ...rest }]) =>
    type === 'positional' ? [] : [name, ...('alias' in rest && rest.alias ? [rest.alias].flat() : [])],
  )
  for (const word of rawArgs) {
    if (word === '--') return
    const name = /^--?(?:no-)?([a-z][a-z-]*)/.exec(word)?.[1]
    if (name === undefined || known.includes(name) || word.startsWith('--no-')) continue
    const instead = promptsForKey ? 'A key is typed at the prompt or piped in. ' : ''
    throw new UsageError(
      `There is no option ${word.split('=')[0]}. ${instead}There are ${known.map((option) => `--${option}`).join(', ')}.`,
    )
  }
}
