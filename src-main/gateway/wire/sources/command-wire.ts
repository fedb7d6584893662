import { z } from 'zod'
import type { OriginOf, ShownCommand, ShownConsentOf } from '../../../../src-shared/sources/source-kinds.ts'
import { consentToCommands, type AskedCommands } from '../../../extensions/command/command-consent.ts'
import type { CommandSettings, CommandTool } from '../../../extensions/command/command-settings.ts'
import { mcpFields } from './mcp-wire.ts'

const fieldName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/, 'letters, digits and _, at most 64')
const field = z.strictObject({
  type: z.enum(['string', 'integer', 'number']),
  description: z.string().min(1).max(500).optional(),
  choices: z.array(z.string().max(500)).min(1).max(100).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  max_length: z.int().min(0).max(32_768).optional(),
  default: z.union([z.string().max(32_768), z.number()]).optional(),
  may_be_option: z.boolean().optional().describe('Whether a value may begin with -'),
})
const command = z.strictObject({
  name: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, '1 to 40 of a-z, 0-9 and -'),
  title: z.string().min(1).max(100).optional(),
  summary: z.string().min(1).max(1_024),
  argv: z.array(z.string().max(32_768)).min(1).max(256),
  stdin: z.string().max(65_536).optional(),
  output: z.enum(['text', 'json', 'lines']).default('text'),
  fields: z.record(fieldName, field).default({}),
  exit_codes: z.array(z.int().min(0).max(255)).min(1).max(20).default([0]),
  read_only: z.boolean().default(false).describe('Whether it only reads; its owner says so'),
})

/** The fields of a request about commands of one's own. */
export const commandFields = {
  kind: z.literal('command'),
  commands: z.array(command).min(1).max(50).describe('Programs; an argument {name} is a field'),
  cwd: mcpFields.cwd,
  env: mcpFields.env,
}

/** What commands would run; nothing is run. @throws GatewayError validation_error */
export function commandConsent(asked: AskedCommands) {
  const { settings, variables, warnings, hash } = consentToCommands(asked)
  const { cwd, commands } = settings
  const shown: ShownConsentOf<'command'> = {
    ...{ kind: 'command', cwd, commands: commands.map(toWire), variables, warnings, hash },
  }
  return { origin: { kind: 'command' as const, settings }, shown }
}

/** How commands are told. */
export function commandSettings({ cwd, env, commands }: CommandSettings): OriginOf<'command'>['settings'] {
  return { cwd, variables: Object.keys(env), commands: commands.map(toWire) }
}

function toWire({ name, argv, stdin, output, read_only, program }: CommandTool): ShownCommand {
  return { name, argv, stdin: stdin ?? null, output, read_only, file: program.file }
}
