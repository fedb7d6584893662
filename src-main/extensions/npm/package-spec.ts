import { refused } from '../source-refusals.ts'

/** A package as somebody asks for it. */
export interface PackageSpec {
  readonly name: string
  /** A version, a range or a tag; null for the newest. */
  readonly version: string | null
}

const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/
const VERSION = /^[0-9A-Za-z^~<>=][0-9A-Za-z.+^~<>=-]*$/
const MAX_NAME_CHARS = 214

/**
 * Reads `name`, `name@1.2.3` or `@scope/name@tag`, with or without `npm:` before it. Only packages of a registry have a
 * version and an integrity, so nothing else is one.
 * @throws GatewayError validation_error
 */
export function readPackageSpec(text: string): PackageSpec {
  const spec = text.replace(/^npm:/, '')
  const cut = spec.indexOf('@', 1)
  const name = cut === -1 ? spec : spec.slice(0, cut)
  const version = cut === -1 ? null : spec.slice(cut + 1)
  if (name.startsWith('-') || name.length > MAX_NAME_CHARS || !NAME.test(name))
    throw refused(
      'package',
      `${JSON.stringify(text.slice(0, 80))} does not name a package of npm, such as @scope/server@1.2.3`,
    )
  if (version !== null && !VERSION.test(version))
    throw refused('package', `${JSON.stringify(version.slice(0, 80))} is not a version, such as 1.2.3`)
  return { name, version }
}

/** A spec as npm reads it. */
export function specText({ name, version }: PackageSpec): string {
  return `${name}@${version ?? 'latest'}`
}
