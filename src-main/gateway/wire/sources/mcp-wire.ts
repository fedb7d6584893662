import { z } from 'zod'
import type { OriginOf, ShownConsentOf } from '../../../../src-shared/sources/source-kinds.ts'
import { consentTo, type AskedCommand } from '../../../extensions/consent.ts'
import type { StdioCommand } from '../../../extensions/source.ts'

/** The fields of a request about a server of MCP over stdio. */
export const mcpFields = {
  kind: z.literal('mcp'),
  command: z.string().min(1).max(4_096).describe('The program'),
  args: z.array(z.string().max(32_768)).max(256).default([]).describe('Its arguments; no shell reads them'),
  cwd: z.string().min(1).max(4_096).optional().describe('The folder that it runs in'),
  env: z
    .record(z.string().min(1).max(128), z.string().max(32_768))
    .default({})
    .describe('Variables that need not be secret'),
}

/** What a command would run; nothing is run. @throws GatewayError validation_error */
export function mcpConsent(asked: AskedCommand) {
  const { settings, variables, warnings, hash } = consentTo(asked)
  const { command, args, cwd, program, scripts = [] } = settings
  const shown: ShownConsentOf<'mcp'> = {
    ...{
      kind: 'mcp',
      command,
      args,
      cwd,
      file: program.file,
      scripts: scripts.map(({ file }) => file),
      variables,
      warnings,
      hash,
    },
    changed_at: new Date(program.changedAt).toISOString(),
  }
  return { origin: { kind: 'mcp' as const, settings }, shown }
}

/** How a command is told. */
export function mcpSettings({ command, args, cwd, env }: StdioCommand): OriginOf<'mcp'>['settings'] {
  return { command, args, cwd, variables: Object.keys(env) }
}
