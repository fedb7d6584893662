import { COMMANDS, COMMAND_GROUPS, type LoadedCommand } from '../../src-main/command-line/command-list.ts'
import { argsOf, descriptionOf, subCommandsOf } from '../../src-main/command-line/command-parts.ts'
import { SERVE_HELP } from '../../src-main/command-line/serve/serve-options.ts'
import { EXIT_WORDS } from '../../src-main/command-line/terminal/exit-codes.ts'
import {
  argumentRows,
  ENVIRONMENT,
  EXAMPLES,
  GLOBAL,
  usageOf,
} from '../../src-main/command-line/terminal/help.ts'
import { loadListed } from './read-help.ts'
import { definitions, examplesOf, inRoff, paragraph, type Row, titleOf } from './roff.ts'

/**
 * The man pages, by their file: `toolgate.1`, and one for each command with its subcommands.
 * @param version of the product
 */
export async function manPages(version: string): Promise<ReadonlyMap<string, string>> {
  const pages = Object.keys(COMMANDS).map(
    async (name) => [`toolgate-${name}.1`, await commandPage(name, version)] as const,
  )
  return new Map([['toolgate.1', overviewPage(version)], ...(await Promise.all(pages))])
}

function overviewPage(version: string): string {
  const commands = Object.entries(COMMAND_GROUPS).flatMap(([group, listed]) => [
    `.SS ${inRoff(group)}`,
    definitions(
      Object.entries(listed).map(([name, { description }]) => [`toolgate-${name}(1)`, description]),
    ),
  ])
  return pageOf('toolgate', version, [
    nameLine('toolgate', 'a local gateway that serves small, well-made tools'),
    '.SH SYNOPSIS',
    '.B toolgate',
    '.I COMMAND\n[\\fIARGUMENTS\\fR]',
    '.SH DESCRIPTION',
    paragraph(
      'Toolgate serves tools at one address of this machine: over HTTP, over MCP and on this command line. toolgate serve starts it; every other command speaks to the gateway that runs here, or to the one that --url names.',
    ),
    paragraph('The whole manual is at /docs of the gateway, http://127.0.0.1:4777/docs.'),
    '.SH COMMANDS',
    ...commands,
    '.SH OPTIONS',
    definitions(GLOBAL),
    '.SH ENVIRONMENT',
    definitions(ENVIRONMENT),
    '.SH EXIT STATUS',
    definitions(EXIT_WORDS.map(([code, words]): Row => [String(code), words])),
    examplesOf(EXAMPLES),
  ])
}

async function commandPage(name: string, version: string): Promise<string> {
  const { description, examples } = COMMANDS[name]!
  const body = name === 'serve' ? serveParts() : commandParts([name], await loadListed(name))
  return pageOf(`toolgate-${name}`, version, [
    nameLine(`toolgate-${name}`, `${description[0]!.toLowerCase()}${description.slice(1)}`),
    ...body,
    examplesOf(examples),
    '.SH SEE ALSO',
    '.BR toolgate (1),\nwhich lists the environment and the exit status',
  ])
}

function pageOf(name: string, version: string, parts: readonly string[]): string {
  return `${[titleOf(name, version), ...parts].filter((part) => part !== '').join('\n')}\n`
}

function nameLine(name: string, sentence: string): string {
  return `.SH NAME\n${inRoff(name)} \\- ${inRoff(sentence)}`
}

function commandParts(path: readonly string[], command: LoadedCommand): string[] {
  const subs = subsOf(command)
  return [
    '.SH SYNOPSIS',
    usageLine(path, command),
    ...argumentParts(command, '.SH'),
    ...(subs.length === 0 ? [] : ['.SH COMMANDS']),
    ...subs.flatMap(([name, sub]) => subParts([...path, name], sub)),
  ]
}

function subParts(path: readonly string[], command: LoadedCommand): string[] {
  return [
    `.SS ${inRoff(['toolgate', ...path].join(' '))}`,
    paragraph(`${descriptionOf(command)}.`),
    usageLine(path, command),
    ...argumentParts(command, '.PP'),
    ...subsOf(command).flatMap(([name, sub]) => subParts([...path, name], sub)),
  ]
}

function subsOf(command: LoadedCommand): [string, LoadedCommand][] {
  // Our own commands declare their parts as they are, neither as functions nor as promises.
  return Object.entries(subCommandsOf(command)) as [string, LoadedCommand][]
}

function usageLine(path: readonly string[], command: LoadedCommand): string {
  const usage = usageOf({
    path,
    args: argsOf(command),
    hasCommands: subsOf(command).length > 0,
    ofTool: command.takes === 'tool',
  })
  const name = ['toolgate', ...path].join(' ')
  return `.PP\n.B ${inRoff(name)}\n${inRoff(usage.slice(name.length + 1))}`
}

function argumentParts(command: LoadedCommand, heading: '.SH' | '.PP'): string[] {
  const { words, flags } = argumentRows(argsOf(command))
  const title = (text: string): string => (heading === '.SH' ? `.SH ${text}` : '')
  return [
    ...(words.length === 0 ? [] : [title('ARGUMENTS'), definitions(words)]),
    ...(flags.length === 0 ? [] : [title('OPTIONS'), definitions(flags)]),
  ].filter((part) => part !== '')
}

// `serve` reads its options itself. Its help has a usage, a sentence, options, and words on the environment.
function serveParts(): string[] {
  const [usage = '', sentence = '', options = '', ...rest] = SERVE_HELP.trim().split('\n\n')
  const rows = options.split('\n').map((line): Row => {
    const [, flag, words] = /^ +(--\S+(?: [A-Z]+)?) +(.+)$/.exec(line) ?? []
    if (flag === undefined || words === undefined)
      throw new Error(`The help of serve has no option in: ${line}`)
    return [flag, words]
  })
  return [
    '.SH SYNOPSIS',
    `.B toolgate serve\n${inRoff(usage.replace('Usage: toolgate serve ', ''))}`,
    '.SH DESCRIPTION',
    paragraph(sentence),
    '.SH OPTIONS',
    definitions(rows),
    '.SH ENVIRONMENT',
    ...rest.map((part) => paragraph(part.replaceAll('\n', ' '))),
  ]
}
