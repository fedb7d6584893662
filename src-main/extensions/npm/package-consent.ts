import { hash } from 'node:crypto'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { consentTo, type AskedCommand, type Consent } from '../consent.ts'
import { nodeProgram } from './run-npm.ts'
import { pinOf, type NpmPackages } from './npm-packages.ts'
import type { PackagePlan } from './pinned-package.ts'

/** A package as somebody asks for it to be run; its arguments are those of the server. */
export interface AskedPackage extends Omit<AskedCommand, 'command'> {
  /** `name`, `name@version` or a tag. */
  readonly package: string
}

/** Everything that a person must have seen before a package is installed and runs. */
export interface PackageConsent extends Consent {
  readonly plan: PackagePlan
  readonly folder: string
}

/**
 * What a package would be and run. The registry is asked; nothing is installed or run.
 * @throws GatewayError validation_error
 */
export async function consentToPackage(
  { package: text, args, ...asked }: AskedPackage,
  packages: NpmPackages,
): Promise<PackageConsent> {
  const plan = await packages.plan(text)
  const entry = packages.entryOf(plan)
  const command = { ...asked, command: nodeProgram(asked.cwd ?? '/'), args: [entry, ...args] }
  const { settings, variables, warnings } = consentTo(command)
  const pinned = { ...settings, package: pinOf(plan) }
  // Not installed yet, or installed again: the script is pinned by the package until then.
  const { scripts: _, ...shown } = pinned
  return {
    ...{ settings: pinned, variables, plan, folder: packages.folderOf(plan) },
    warnings: [...warnings, ...warningsOf(plan)],
    hash: hash('sha256', canonicalJson(shown)),
  }
}

function warningsOf({ deprecated, withScripts, integrity }: PackagePlan): string[] {
  const some = withScripts.slice(0, 5).join(', ') + (withScripts.length > 5 ? ', …' : '')
  return [
    ...(deprecated === null ? [] : [`Its maker says: ${deprecated.slice(0, 300)}`]),
    ...(withScripts.length === 0
      ? []
      : [
          `Not run when it is installed: the scripts of ${some}. A server that needs them fails at its start.`,
        ]),
    ...(/^sha(?:256|384|512)-/.test(integrity)
      ? []
      : [
          'The registry has only a SHA-1 of it, which does not hold against somebody who wants to replace it.',
        ]),
  ]
}
