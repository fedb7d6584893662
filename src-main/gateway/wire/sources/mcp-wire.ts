import { z } from 'zod'
import type { OriginOf, ShownConsentOf, ShownPackage } from '../../../../src-shared/sources/source-kinds.ts'
import { consentTo, type AskedCommand, type Consent } from '../../../extensions/consent.ts'
import type { NpmPackages } from '../../../extensions/npm/npm-packages.ts'
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
  return agreedTo(consentTo(asked), null)
}

/** What was found out about a command, as it is shown. @param pinned the package that it would be */
export function agreedTo({ settings, variables, warnings, hash }: Consent, pinned: ShownPackage | null) {
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
      package: pinned,
    },
    changed_at: new Date(program.changedAt).toISOString(),
  }
  return { origin: { kind: 'mcp' as const, settings }, shown }
}

/** How a command is told. */
export function mcpSettings(
  { command, args, cwd, env, package: pinned }: StdioCommand,
  packages: NpmPackages,
): OriginOf<'mcp'>['settings'] {
  const told = pinned && {
    name: pinned.name,
    version: pinned.version,
    newest: packages.newerThan(pinned),
  }
  return { command, args, cwd, variables: Object.keys(env), package: told ?? null }
}
