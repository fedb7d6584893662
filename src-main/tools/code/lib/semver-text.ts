import type { SemVer } from 'semver'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { wellFormedText } from '../../lib/well-formed-text.ts'

/** A version as a field; 256 characters is the limit of most SemVer parsers. */
export const semverText = wellFormedText(256).min(1)

/**
 * Parses a version.
 * @param field where it was sent
 * @param loose accepts spellings such as v1.2.3 or 1.2.3beta
 * @throws InvalidInput if it is not a semantic version
 */
export async function semverOf(field: string, version: string, loose: boolean): Promise<SemVer> {
  const { default: semver } = await import('semver')
  // semver accepts a "v" and white space even in strict mode; SemVer 2.0.0 does not.
  const parsed = loose || /^\d/.test(version) ? semver.parse(version, { loose }) : null
  if (parsed && (loose || version === version.trim())) return parsed
  const hint = loose ? '' : ', or set loose'
  throw new InvalidInput(
    field,
    `This is not a semantic version; write it like 1.2.3 or 1.2.3-beta.1${hint}`,
  )
}
