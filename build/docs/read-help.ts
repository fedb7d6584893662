import { helpOf, overviewText } from '../../src-main/command-line/terminal/command-help.ts'
import { COMMANDS, loadCommand, type LoadedCommand } from '../../src-main/command-line/command-list.ts'
import { subCommandsOf } from '../../src-main/command-line/command-parts.ts'
import { SERVE_HELP } from '../../src-main/command-line/serve/serve-options.ts'

// Nothing is run, so no built file is needed.
const NOWHERE = new URL('file:///')
const FILES = { pageDir: NOWHERE, workerUrl: NOWHERE, headless: NOWHERE, cli: NOWHERE }

/**
 * What `toolgate NAME --help` prints, with the help of its subcommands below.
 * @param path the name of a command; none for the help of `toolgate` itself
 */
export async function readHelp(path: readonly string[]): Promise<string> {
  const [name] = path
  if (name === undefined) return overviewText()
  if (name === 'serve') return SERVE_HELP
  return helpsOf([name], await loadListed(name), COMMANDS[name]!.examples).join('\n\n')
}

function helpsOf(path: readonly string[], command: LoadedCommand, examples: readonly string[]): string[] {
  const subs = Object.entries(subCommandsOf(command))
  return [
    helpOf({ path, command, rest: [] }, examples),
    // Our own commands declare their parts as they are, neither as functions nor as promises.
    ...subs.flatMap(([name, sub]) => helpsOf([...path, name], sub as LoadedCommand, [])),
  ]
}

/** A command as its help needs it. @param name one of `COMMANDS` */
export async function loadListed(name: string): Promise<LoadedCommand> {
  return await loadCommand(name, FILES)
}
