import type { z } from 'zod'
import { readPackageSpec } from '../../../extensions/npm/package-spec.ts'
import { refused } from '../../../extensions/source-refusals.ts'
import type { StoredOrigin } from '../../../extensions/source.ts'
import { commandFields } from './command-wire.ts'
import { packageSpec } from './npm-wire.ts'

/** What a source is to become that was added: another version of its package, or other commands. */
export const renewalFields = {
  package: packageSpec.optional(),
  commands: commandFields.commands.optional(),
}

/** The same as it was read. */
export interface Renewal {
  readonly package?: z.output<typeof renewalFields.package>
  readonly commands?: z.output<typeof renewalFields.commands>
}

/** Refuses what a source cannot become. @throws GatewayError validation_error */
export function refuseOtherRenewal({ kind, settings }: StoredOrigin, to: Renewal): void {
  const pinned = kind === 'mcp' ? settings.package : undefined
  if (to.commands !== undefined && kind !== 'command') throw refused('commands', 'It has no commands')
  if (to.package === undefined) return
  if (!pinned) throw refused('package', 'It is not a package of npm. Remove it and add it as one')
  if (readPackageSpec(to.package).name !== pinned.name)
    throw refused('package', `It is ${pinned.name}. Add another package as a source of its own`)
}
