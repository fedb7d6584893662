import type { Matcher } from 're2js'
import { z } from 'zod'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { wellFormedText } from '../../lib/well-formed-text.ts'

/** The fields of every tool that takes a pattern. */
export const patternFields = {
  pattern: wellFormedText(2_000)
    .min(1)
    .describe(
      'Regular expression in RE2 syntax, without slashes around it: no look-ahead, look-behind or back-references',
    ),
  ignore_case: z
    .boolean()
    .default(false)
    .describe('Ignores the difference between upper and lower case (flag i)'),
  multiline: z.boolean().default(false).describe('^ and $ match at line breaks too (flag m)'),
  dot_all: z.boolean().default(false).describe('. matches line breaks too (flag s)'),
}

interface Pattern {
  readonly pattern: string
  readonly ignore_case: boolean
  readonly multiline: boolean
  readonly dot_all: boolean
}

/** A compiled pattern applied to a text. */
export interface Search {
  readonly matcher: Matcher
  readonly groupCount: number
  /** Names of groups by their number. */
  readonly names: ReadonlyMap<number, string>
}

const SYNTAX: readonly (readonly [RegExp, string])[] = [
  [
    /\(\?<?[=!]/,
    'Look-ahead and look-behind are not supported, because they can take endless time; match ' +
      'more and use groups',
  ],
  [
    /\\[1-9]/,
    'Back-references are not supported, because they can take endless time; compare the ' +
      'groups yourself',
  ],
  [
    /\(\?>|[*+?}]\+/,
    'Possessive and atomic groups are not supported, and not needed: every pattern runs in ' +
      'linear time',
  ],
]

/**
 * Applies a pattern in time linear in the text.
 * @throws InvalidInput for `pattern` when it is not a regular expression, or not one of RE2
 */
export async function searchOf(text: string, { pattern, ...flags }: Pattern): Promise<Search> {
  const { RE2JS } = await import('re2js')
  const bits =
    (flags.ignore_case ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.multiline ? RE2JS.MULTILINE : 0) |
    (flags.dot_all ? RE2JS.DOTALL : 0)
  try {
    const compiled = RE2JS.compile(pattern, bits)
    const names = Object.entries(compiled.namedGroups()).map(([name, at]) => [at, name] as const)
    return { matcher: compiled.matcher(text), groupCount: compiled.groupCount(), names: new Map(names) }
  } catch (error) {
    throw new InvalidInput('pattern', faultOf(pattern, error))
  }
}

function faultOf(pattern: string, error: unknown): string {
  const known = SYNTAX.find(([syntax]) => syntax.test(pattern))
  if (known) return known[1]
  const reason =
    error instanceof Error ? error.message.replace('error parsing regexp: ', '') : String(error)
  return `This is not a regular expression of RE2: ${reason.slice(0, 200)}`
}
