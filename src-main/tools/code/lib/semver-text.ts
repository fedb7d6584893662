import type { SemVer } from 'semver'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { wellFormedText } from '../../lib/well-formed-text.ts'

/** A version as a field; SemVer's own limit of most readers is 256 characters. */
export const semverText = wellFormedText(256).min(1)

/**
 * Reads a version.
 * @param field where it was sent
 * @param loose takes spellings such as v1.2.3 or 1.2.3beta
 * @throws InvalidInput when it is no semantic version
 */
export async function semverOf(field: string, version: string, loose: boolean): Promise<SemVer> {
  const { default: semver } = await import('semver')
  // semver takes a "v" and white space even where it is strict; SemVer 2.0.0 does not.
  const parsed = loose || /^\d/.test(version) ? semver.parse(version, { loose }) : null
  if (parsed && (loose || version === version.trim())) return parsed
  const hint = loose ? '' : ', or set loose'
  throw new InvalidInput(field, `This is no semantic version; write it like 1.2.3 or 1.2.3-beta.1${hint}`)
}
