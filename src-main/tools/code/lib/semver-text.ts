import type { Range, SemVer } from 'semver'
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
  if (/^\d+\.\d+\.\d+(?:[-+].*)?$/.test(version) && /(?:^|\.)\d{16,}/.test(version))
    throw new InvalidInput(field, 'The three numbers of a version may be at most 9007199254740991 here')
  const hint = loose ? '' : ', or set loose'
  throw new InvalidInput(
    field,
    `This is not a semantic version; write it like 1.2.3 or 1.2.3-beta.1${hint}`,
  )
}

/**
 * Which of two versions precedes the other (SemVer 2.0.0, section 11): negative, 0 or positive. The library compares
 * numbers of a prerelease as floats, to which those past 2^53 may be equal.
 */
export function precedenceOf(a: SemVer, b: SemVer): -1 | 0 | 1 {
  const main = a.compareMain(b)
  if (main !== 0) return main
  const [one, other] = [a.prerelease, b.prerelease]
  if (one.length === 0 || other.length === 0)
    return signOf(Number(one.length === 0) - Number(other.length === 0))
  for (let at = 0; at < Math.min(one.length, other.length); at++) {
    const order = orderOf(String(one[at]), String(other[at]))
    if (order !== 0) return order
  }
  return signOf(one.length - other.length)
}

function orderOf(a: string, b: string): -1 | 0 | 1 {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  const [one, other] = isNumber ? [BigInt(a), BigInt(b)] : [a, b]
  return one < other ? -1 : one > other ? 1 : 0
}

const signOf = (number: number): -1 | 0 | 1 => (number < 0 ? -1 : number > 0 ? 1 : 0)

/**
 * Whether a range allows a version, by node-semver's rules and the precedence above: a prerelease only where the range
 * names one of the same version, or prereleases are included.
 */
export function isInRange(version: SemVer, { set }: Range, includePrerelease: boolean): boolean {
  return set.some((comparators) => {
    // `*` is a comparator without an operator, whose version is a symbol.
    const bounds = comparators.filter(({ semver }) => typeof semver === 'object')
    if (!bounds.every(({ operator, semver }) => allows(operator, precedenceOf(version, semver))))
      return false
    if (version.prerelease.length === 0 || includePrerelease) return true
    return bounds.some(({ semver }) => semver.prerelease.length > 0 && semver.compareMain(version) === 0)
  })
}

function allows(operator: string, order: -1 | 0 | 1): boolean {
  if (order === 0) return operator === '' || operator.endsWith('=')
  return operator.startsWith(order < 0 ? '<' : '>')
}
