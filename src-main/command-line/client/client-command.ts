import { defineCommand, type ArgsDef, type CommandDef, type ParsedArgs } from 'citty'
import { CLIENT_ARGS, GatewayClient } from './gateway-client.ts'

/** A command as its runner reads it. */
export interface Taking {
  /**
   * What it takes that its arguments do not say: more words than are named, the flags of a tool, or whatever it reads
   * itself.
   */
  readonly takes?: 'words' | 'tool' | 'anything'
  /** A key on this line could be mistaken for the gateway's, so it is read from a prompt or a pipe. */
  readonly promptsForKey?: boolean
}

/** A command that talks to the running gateway. */
interface ClientCommand<T extends ArgsDef> extends Taking {
  /** Left out by a command of `toolgate` itself, which is named and described in command-list.ts. */
  readonly name?: string
  readonly description?: string
  readonly args?: T
  /** The built entry of the gateway, for a command that starts one where none runs. */
  readonly headless?: URL
  /** Does the work; the exit code is 0 unless it returns another. */
  readonly run: (
    client: GatewayClient,
    args: ParsedArgs<T & typeof CLIENT_ARGS>,
    rawArgs: readonly string[],
  ) => Promise<number | void>
}

/** Declares a command that finds the gateway and does its work. */
export function defineClientCommand<const T extends ArgsDef>({
  name,
  description,
  args,
  promptsForKey = false,
  headless,
  takes,
  run,
}: ClientCommand<T>): CommandDef<T & typeof CLIENT_ARGS> & Taking {
  const { key: _key, ...keyless } = CLIENT_ARGS
  const known = { ...args, ...(promptsForKey ? keyless : CLIENT_ARGS) }
  const command = defineCommand({
    meta: {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    },
    // citty's types cannot merge two sets of arguments; an undeclared option is never present.
    args: known as unknown as T & typeof CLIENT_ARGS,
    run: async ({ args: parsed, rawArgs }) => {
      const client = await GatewayClient.find(parsed, process.env, headless)
      process.exitCode = (await run(client, parsed, rawArgs)) ?? 0
    },
  })
  return { ...command, promptsForKey, ...(takes ? { takes } : {}) }
}
