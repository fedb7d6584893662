import { hash } from 'node:crypto'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { changedFileOf, consentTo, type Consent } from '../consent.ts'
import { refused } from '../source-refusals.ts'
import { fieldOf } from './command-argv.ts'
import type { AskedCommandTool, CommandSettings, CommandTool } from './command-settings.ts'

/** Commands as somebody asks for them. */
export interface AskedCommands {
  readonly commands: readonly AskedCommandTool[]
  readonly cwd?: string | undefined
  readonly env: Readonly<Record<string, string>>
  /** The names of their secret variables. */
  readonly secrets: readonly string[]
}

/** Everything that a person must have seen before a command becomes a tool. */
export interface CommandConsent {
  readonly settings: CommandSettings
  readonly variables: Consent['variables']
  readonly warnings: readonly string[]
  /** Stands for all of this. */
  readonly hash: string
}

const SHELL =
  /(?:^|[\\/])(?:(?:ba|da|z|fi|k|a|c|tc)?sh|busybox|cmd|powershell|pwsh)(?:\.exe)?$|\.(?:bat|cmd)$/i
const PART = /\{[A-Za-z_][A-Za-z0-9_]*\}/

/**
 * What commands would run, found out without running anything.
 * @throws GatewayError validation_error for a program that is missing or a shell, and for fields that do not fit
 */
export function consentToCommands({ commands, cwd, env, secrets }: AskedCommands): CommandConsent {
  const names = commands.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw refused('commands', `There are two commands ${twice}`)
  const each = commands.map((asked) => {
    checkFields(asked)
    const [command = '', ...args] = asked.argv
    const consent = consentTo({ command, args, cwd, env, secrets })
    const { program } = consent.settings
    if (SHELL.test(consent.settings.command) || SHELL.test(program.file))
      throw refused(
        'argv',
        `${asked.name} runs a shell, which would read the values of callers as commands. Name the program itself`,
      )
    const tool: CommandTool = { ...asked, argv: [consent.settings.command, ...args], program }
    return { tool, consent }
  })
  const [first] = each
  if (!first) throw refused('commands', 'There is no command')
  const settings: CommandSettings = {
    ...{ cwd: first.consent.settings.cwd, env, secrets },
    commands: each.map(({ tool }) => tool),
  }
  return {
    settings,
    variables: first.consent.variables,
    warnings: [...new Set(each.flatMap(({ consent: { warnings } }) => warnings))],
    hash: hash('sha256', canonicalJson(settings)),
  }
}

/** Whether all programs are still those that their owner has agreed to. */
export function areAsAgreed({ commands }: Pick<CommandSettings, 'commands'>): boolean {
  return commands.every(({ argv: [command = ''], program }) => changedFileOf({ command, program }) === null)
}

function checkFields({ name, argv, stdin = '', fields }: AskedCommandTool): void {
  const places = [...argv, stdin]
  if (fieldOf(argv[0] ?? '') !== null)
    throw refused('argv', `${name}: the program must be named; no field can stand for it`)
  const used = places.flatMap((place) => fieldOf(place) ?? [])
  const mixed = places.find(
    (place) => PART.test(place) && fieldOf(place) === null && !/^\{\{.*\}\}$/s.test(place),
  )
  if (mixed !== undefined)
    throw refused(
      'argv',
      `${name}: in ${JSON.stringify(mixed.slice(0, 80))} a field is a part of an argument. Make it an argument of its ` +
        'own, or write {{…}} for braces that are meant',
    )
  const unknown = used.find((field) => !Object.hasOwn(fields, field))
  if (unknown !== undefined) throw refused('fields', `${name}: the field ${unknown} is not declared`)
  const unused = Object.keys(fields).find((field) => !used.includes(field))
  if (unused !== undefined)
    throw refused('fields', `${name}: the field ${unused} is not used in argv or stdin`)
}
