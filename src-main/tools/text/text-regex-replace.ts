import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { patternFields, searchOf, type Search } from './lib/linear-regex.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_OUTPUT_CHARS = 2_000_000

export default defineTool({
  slug: 'text-regex-replace',
  title: 'Replace with a regular expression',
  summary: 'Replaces the matches of a regular expression, with groups in the replacement, in linear time.',
  searchWords: [
    'find and replace',
    'substitute',
    'regexp',
    'swap words',
    'sed',
    'search and replace',
    'change pattern',
    'rewrite matches',
    'bulk edit',
    'pattern replacement',
    'replace digits',
    'replace words',
    'change all matches',
    'remove characters',
    'delete pattern',
    'mask digits',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  worker: true,
  related: ['text-regex-test'],
  takes: { text: ['text'], pattern: ['regex'] },
  gives: 'text',
  mainOutput: 'text',

  input: z.strictObject({
    ...patternFields,
    text: wellFormedText(500_000).describe('The text to change'),
    replacement: wellFormedText(10_000).describe(
      "$1 or $<name> is a group, $& the match, $` and $' around it, $$ a dollar sign",
    ),
    limit: z
      .int()
      .min(1)
      .max(500_001)
      .default(500_001)
      .describe('Most matches to replace, from the left; by default all'),
  }),
  output: z.strictObject({
    text: z.string().describe('The text with the replacements'),
    count: z.int().min(0).describe('How many matches were replaced'),
  }),

  // By the syntax of RE2, and the replacement patterns of ECMA-262 (GetSubstitution).
  examples: [
    {
      title: 'Day and month swapped',
      input: { pattern: '(\\d+)/(?P<month>\\d+)', text: '31/12 and 1/2', replacement: '$<month>/$1' },
      output: { text: '12/31 and 2/1', count: 2 },
    },
    {
      title: 'Only the first match, and a dollar sign',
      input: { pattern: '\\d+', text: '5 and 6', replacement: '$$$&', limit: 1 },
      output: { text: '$5 and 6', count: 1 },
    },
    {
      title: 'Between all characters',
      input: { pattern: 'x*', text: 'ab', replacement: '-' },
      output: { text: '-a-b-', count: 3 },
    },
  ],

  prepare: () => import('re2js'),
  handler: async ({ text, replacement, limit, ...pattern }) => {
    const search = await searchOf(text, pattern)
    const parts = readReplacement(replacement, search)
    const { matcher } = search
    let [result, from, count] = ['', 0, 0]
    while (count < limit && matcher.find()) {
      result += text.slice(from, matcher.start())
      for (const part of parts) result += written(part, text, matcher)
      if (result.length > MAX_OUTPUT_CHARS)
        throw new InvalidInput(
          'replacement',
          `The result would have more than ${MAX_OUTPUT_CHARS} characters; shorten it`,
        )
      from = matcher.end()
      count++
    }
    return { text: result + text.slice(from), count }
  },
})

const BEFORE = Symbol('before')
const AFTER = Symbol('after')
/** A literal text, the number of a group, or what is before or after the match. */
type Part = string | number | typeof BEFORE | typeof AFTER

function written(part: Part, text: string, matcher: Search['matcher']): string {
  if (part === BEFORE) return text.slice(0, matcher.start())
  if (part === AFTER) return text.slice(matcher.end())
  return typeof part === 'number' ? (matcher.group(part) ?? '') : part
}

function readReplacement(replacement: string, { groupCount, names }: Search): Part[] {
  const numbers = new Map(Array.from(names, ([at, name]) => [name, at]))
  const parts: Part[] = []
  let from = 0
  for (const sign of replacement.matchAll(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>|([`']))/g)) {
    parts.push(replacement.slice(from, sign.index))
    const [, dollar, whole, written, name, side] = sign
    const digits = written === undefined ? undefined : groupIn(written, groupCount)
    from = sign.index + sign[0].length - (written?.length ?? 0) + (digits?.length ?? 0)
    const at = whole ? 0 : digits !== undefined ? Number(digits) : numbers.get(name ?? '')
    if (dollar) parts.push('$')
    else if (side) parts.push(side === '`' ? BEFORE : AFTER)
    else if (at === undefined || at > groupCount || Number(digits ?? 1) === 0)
      throw new InvalidInput(
        'replacement',
        `The pattern has no group ${name ?? digits}; write $$ for a dollar sign`,
      )
    else parts.push(at)
  }
  return [...parts, replacement.slice(from)]
}

// GetSubstitution, step 5.f: the first of two digits may be a group by itself.
function groupIn(digits: string, groupCount: number): string {
  const [first = ''] = digits
  return Number(digits) > groupCount && Number(first) >= 1 && Number(first) <= groupCount ? first : digits
}
