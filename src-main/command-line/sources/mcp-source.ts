import { z } from 'zod'
import type { ShownConsentOf, ShownPackage } from '../../../src-shared/sources/source-kinds.ts'
import { UsageError } from '../terminal/usage-error.ts'
import type { AddedWords } from './added-words.ts'
import { valuesOf } from './repeated-option.ts'

const command = { command: z.string(), args: z.array(z.string()), cwd: z.string() }

/** How the gateway tells a server over stdio. */
export const mcpSettings = z.object({
  ...command,
  variables: z.array(z.string()),
  package: z.object({ name: z.string(), version: z.string(), newest: z.string().nullable() }).nullable(),
})

/** What the gateway shows before it runs one. */
export const mcpConsent = z.object({
  kind: z.literal('mcp'),
  ...command,
  file: z.string(),
  scripts: z.array(z.string()),
  changed_at: z.string(),
  variables: z.array(z.object({ name: z.string(), from: z.enum(['system', 'you', 'secret']) })),
  package: z
    .object({
      ...{ name: z.string(), version: z.string(), integrity: z.string(), folder: z.string() },
      count: z.number(),
      origins: z.array(z.string()),
    })
    .nullable(),
  warnings: z.array(z.string()),
  hash: z.string(),
})

/** What `sources add mcp NAME --env A=B -- PROGRAM ARGUMENTS` asks for. @throws UsageError */
export function mcpBody({ rawArgs, cwd }: AddedWords): object {
  const cut = rawArgs.indexOf('--')
  const [program, ...args] = cut === -1 ? [] : rawArgs.slice(cut + 1)
  if (program === undefined)
    throw new UsageError('Write the program after --: toolgate sources add mcp NAME -- node server.js')
  const env = Object.fromEntries(valuesOf(rawArgs.slice(0, cut), 'env').map(toVariable))
  return { kind: 'mcp', command: program, args, ...(cwd === undefined ? {} : { cwd }), env }
}

/** What `sources add npm NAME PACKAGE --env A=B -- ARGUMENTS` asks for. @throws UsageError */
export function npmBody({ rawArgs, address: spec, cwd }: AddedWords): object {
  if (spec === undefined)
    throw new UsageError('Name the package: toolgate sources add npm NAME @scope/server@1.2.3 -- ARGUMENTS')
  const cut = rawArgs.indexOf('--')
  const own = cut === -1 ? rawArgs : rawArgs.slice(0, cut)
  const args = cut === -1 ? [] : rawArgs.slice(cut + 1)
  const env = Object.fromEntries(valuesOf(own, 'env').map(toVariable))
  return { kind: 'npm', package: spec, args, ...(cwd === undefined ? {} : { cwd }), env }
}

/** What would run, line by line. */
export function mcpConsentLines({
  command: program,
  args,
  cwd,
  file,
  scripts,
  variables,
  package: pinned,
}: ShownConsentOf<'mcp'>): string[] {
  return [
    ...(pinned ? packageLines(pinned) : []),
    'This program will run on the machine of the gateway, with all rights of its user:',
    '',
    `  ${program}`,
    ...args.map((arg) => `    ${JSON.stringify(arg)}`),
    '',
    `  Program    ${file}`,
    ...scripts.map((script) => `  Script     ${script}`),
    `  Folder     ${cwd}`,
    ...variableLines(variables),
    '',
    '  It can read and write your files, reach the network and start other programs.',
  ]
}

function packageLines({ name, version, integrity, count, origins, folder }: ShownPackage): string[] {
  return [
    'This package will be installed on the machine of the gateway, at exactly these versions; its install',
    'scripts are not run:',
    '',
    `  Package    ${name}@${version}`,
    `  Integrity  ${integrity}`,
    `  Packages   ${count}, from ${origins.join(', ')}`,
    `  Into       ${folder}`,
    '',
  ]
}

/** The variables that a program gets, by where they are from. */
export function variableLines(variables: ShownConsentOf<'mcp'>['variables']): string[] {
  const named = (from: string): string =>
    variables.flatMap((one) => (one.from === from ? [one.name] : [])).join(', ') || 'none'
  return [
    `  Variables  of the system: ${named('system')}`,
    `             yours: ${named('you')}`,
    `             secret: ${named('secret')}`,
  ]
}

/** A variable of `--env`. @throws UsageError */
export function toVariable(text: string): [string, string] {
  const cut = text.indexOf('=')
  if (cut > 0) return [text.slice(0, cut), text.slice(cut + 1)]
  throw new UsageError('--env takes NAME=VALUE. For a secret, use --secret NAME.')
}
