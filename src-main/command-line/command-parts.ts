import type { ArgsDef, CommandDef, SubCommandsDef } from 'citty'
import type { LoadedCommand } from './command-list.ts'

/** A command, the words that named it, and those after it. */
export interface NamedCommand {
  readonly path: readonly string[]
  readonly command: LoadedCommand
  readonly rest: readonly string[]
}

/** The subcommand that the next words name, or the command itself. */
export function leafOf(named: NamedCommand): NamedCommand {
  const { path, command, rest } = named
  const [name = '', ...more] = rest
  const subs = subCommandsOf(command)
  if (!Object.hasOwn(subs, name)) return named
  // Our own commands declare their parts as they are; citty would also take functions and promises of them.
  const sub = subs[name] as LoadedCommand
  return leafOf({ path: [...path, name], command: sub, rest: more })
}

/** The subcommands of a command. */
export function subCommandsOf({ subCommands = {} }: CommandDef): SubCommandsDef {
  // Neither a function nor a promise, as in leafOf().
  return subCommands as SubCommandsDef
}

/** The arguments of a command. */
export function argsOf({ args = {} }: CommandDef): ArgsDef {
  // As above.
  return args as ArgsDef
}

/** What a command does. */
export function descriptionOf({ meta = {} }: CommandDef): string {
  // As above.
  return (meta as { readonly description?: string }).description ?? ''
}
