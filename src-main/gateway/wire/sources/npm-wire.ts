import { z } from 'zod'
import { consentToPackage, type AskedPackage } from '../../../extensions/npm/package-consent.ts'
import type { NpmPackages } from '../../../extensions/npm/npm-packages.ts'
import type { PinnedPackage } from '../../../extensions/npm/pinned-package.ts'
import type { StdioCommand } from '../../../extensions/source.ts'
import { agreedTo, mcpFields } from './mcp-wire.ts'

/** What names a package of npm. */
export const packageSpec = z
  .string()
  .min(1)
  .max(300)
  .describe('A package of npm: NAME, or NAME@VERSION; its newest version without one')

/** The fields of a request about a server that is a package of npm. */
export const npmFields = {
  kind: z.literal('npm'),
  package: packageSpec,
  args: mcpFields.args,
  cwd: mcpFields.cwd,
  env: mcpFields.env,
}

/**
 * What a package would be and run; the registry is asked, and nothing is installed or run.
 * @throws GatewayError validation_error
 */
export async function npmConsent(asked: AskedPackage, packages: NpmPackages) {
  const consent = await consentToPackage(asked, packages)
  const { name, version, integrity, count, origins } = consent.plan
  const shown = { name, version, integrity, count, origins, folder: consent.folder }
  return {
    ...agreedTo(consent, shown),
    prepare: async () => {
      await packages.install(consent.plan)
      // Once more, for the script that is there now.
      const { settings } = await consentToPackage(asked, packages)
      return { kind: 'mcp' as const, settings }
    },
  }
}

/** The same for one that was installed. @param spec another version of it */
export async function npmConsentAgain(
  { args, cwd, env, secrets }: StdioCommand,
  { name, version }: PinnedPackage,
  spec: string | undefined,
  packages: NpmPackages,
) {
  const wanted = spec ?? `${name}@${version}`
  // The first argument is the script of the version that is installed.
  return await npmConsent({ package: wanted, args: args.slice(1), cwd, env, secrets }, packages)
}
