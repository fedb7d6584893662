import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { readInlineCommand } from '../../../src-shared/sources/inline-command.ts'
import type { ShownConsentOf } from '../../../src-shared/sources/source-kinds.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { AddedWords } from './added-words.ts'
import { toVariable, variableLines } from './mcp-source.ts'
import { valuesOf } from './repeated-option.ts'

const command = z.object({
  name: z.string(),
  argv: z.array(z.string()),
  stdin: z.string().nullable(),
  output: z.enum(['text', 'json', 'lines']),
  read_only: z.boolean(),
  file: z.string(),
})

/** How the gateway tells commands. */
export const commandOrigin = z.object({
  cwd: z.string(),
  variables: z.array(z.string()),
  commands: z.array(command),
})

/** What the gateway shows before commands become tools. */
export const commandConsent = z.object({
  kind: z.literal('command'),
  cwd: z.string(),
  commands: z.array(command),
  variables: z.array(z.object({ name: z.string(), from: z.enum(['system', 'you', 'secret']) })),
  warnings: z.array(z.string()),
  hash: z.string(),
})

/**
 * What `sources add command NAME FILE` asks for, or `sources add command NAME -- git log -n {count:integer}`.
 * @throws UsageError
 */
export function commandBody(words: AddedWords): object {
  const { rawArgs, cwd } = words
  const cut = rawArgs.indexOf('--')
  const own = cut === -1 ? rawArgs : rawArgs.slice(0, cut)
  const env = Object.fromEntries(valuesOf(own, 'env').map(toVariable))
  return { kind: 'command', ...(cwd === undefined ? {} : { cwd }), env, commands: newCommands(words) }
}

/** The commands that such words name, of a file or a line. @throws UsageError */
export function newCommands({ rawArgs, address: file, output, readOnly }: AddedWords): unknown {
  const cut = rawArgs.indexOf('--')
  if (cut === -1 && file !== undefined) return commandsIn(file)
  const inline = readInlineCommand(rawArgs.slice(cut + 1))
  if (cut === -1 || !inline)
    throw new UsageError(
      'Write the program after --, with its fields in braces: sources add command git -- git log -n {count:integer}. ' +
        'Or name a JSON file with commands.',
    )
  const more = {
    ...(output === undefined ? {} : { output }),
    ...(readOnly === true ? { read_only: true } : {}),
  }
  return [{ ...inline, ...more }]
}

/** What would run, line by line. */
export function commandConsentLines({ commands, cwd, variables }: ShownConsentOf<'command'>): string[] {
  return [
    'These programs will run on the machine of the gateway, with all rights of its user. What is in braces',
    'comes from whoever calls; each is one argument, and no shell reads it:',
    '',
    ...commands.flatMap(({ name, argv: [program = '', ...args], stdin, file, read_only: isReadOnly }) => [
      `  ${name}${isReadOnly ? ' (only reads, as you say)' : ''}`,
      `    ${program}`,
      ...args.map((arg) => `      ${JSON.stringify(arg)}`),
      ...(stdin === null ? [] : [`    stdin      ${JSON.stringify(stdin.slice(0, 200))}`]),
      `    Program    ${file}`,
    ]),
    '',
    `  Folder     ${cwd}`,
    ...variableLines(variables),
    '',
    '  They can read and write your files, reach the network and start other programs.',
  ]
}

function commandsIn(file: string): unknown {
  let read: unknown
  try {
    read = parseJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  const { commands } =
    typeof read === 'object' && read !== null && 'commands' in read ? read : { commands: read }
  return commands
}
