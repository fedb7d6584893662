import { defineCommand, type ArgsDef, type CommandDef, type ParsedArgs } from 'citty'
import { CommandFailed } from './exit-codes.ts'
import { CLIENT_ARGS, GatewayClient, Refused } from './gateway-client.ts'
import { printJson, say, styled } from './terminal.ts'
import { UsageError } from './usage-error.ts'

/** A command that speaks with the running gateway. */
interface ClientCommand<T extends ArgsDef> {
  readonly name: string
  readonly description: string
  readonly args?: T
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
  run,
}: ClientCommand<T>): CommandDef<T & typeof CLIENT_ARGS> {
  return defineCommand({
    meta: { name, description },
    // citty's own type cannot add up two sets of arguments.
    args: { ...args, ...CLIENT_ARGS } as T & typeof CLIENT_ARGS,
    run: async ({ args: parsed, rawArgs }) => {
      process.exitCode = await reporting(parsed.json === true, async () => {
        refuseUnknownOptions(rawArgs, { ...args, ...CLIENT_ARGS })
        const client = await GatewayClient.find(parsed)
        return (await run(client, parsed, rawArgs)) ?? 0
      })
    },
  })
}

/**
 * Refuses options that a command does not have; a misspelt one would be quietly left out.
 * @throws UsageError naming those that there are
 */
export function refuseUnknownOptions(rawArgs: readonly string[], args: ArgsDef): void {
  const known = Object.entries(args).flatMap(([name, { type, ...rest }]) =>
    type === 'positional' ? [] : [name, ...('alias' in rest && rest.alias ? [rest.alias].flat() : [])],
  )
  for (const word of rawArgs) {
    if (word === '--') return
    const name = /^--?(?:no-)?([a-z][a-z-]*)/.exec(word)?.[1]
    if (name === undefined || known.includes(name) || word.startsWith('--no-')) continue
    throw new UsageError(
      `There is no option ${word}. There are ${known.map((option) => `--${option}`).join(', ')}.`,
    )
  }
}

/**
 * Runs the work of a command. What goes wrong is one sentence on stderr; with --json the gateway's own words are
 * the document on stdout.
 * @returns the exit code
 */
export async function reporting(json: boolean, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CommandFailed || error instanceof UsageError)) throw error
    if (json && error instanceof Refused) printJson(error.body)
    else say(styled('red', error.message))
    return error.exitCode
  }
}
