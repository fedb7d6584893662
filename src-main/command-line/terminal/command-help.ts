import type { CommandDef } from 'citty'
import packageJson from '../../../package.json' with { type: 'json' }
import { COMMAND_GROUPS } from '../command-list.ts'
import { argsOf, descriptionOf, subCommandsOf, type NamedCommand } from '../command-parts.ts'
import { commandHelp, overviewHelp } from './help.ts'

/** The help of `toolgate` itself. */
export function overviewText(): string {
  const groups = Object.entries(COMMAND_GROUPS).map(([title, commands]) => ({
    title,
    commands: Object.entries(commands).map(([name, { description }]) => [name, description] as const),
  }))
  return overviewHelp(groups, packageJson.version)
}

/** The help of a command. @param examples lines to type */
export function helpOf({ path, command }: NamedCommand, examples: readonly string[]): string {
  return commandHelp({
    path,
    description: descriptionOf(command),
    args: argsOf(command),
    subcommands: Object.entries(subCommandsOf(command)).map(
      ([name, sub]) => [name, descriptionOf(sub as CommandDef)] as const, // see leafOf()
    ),
    examples,
    ofTool: command.takes === 'tool',
  })
}
