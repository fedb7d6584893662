import type { z } from 'zod'
import { counted } from '../../src-shared/counted.ts'

/** The library's own sentences; a schema that has a better one says it itself. */
const OWN_WORDS = /^((Too (small|big)|Invalid (input|option|number|string)): |Invalid discriminator)/

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

/** What is wrong with a value, as the start of a sentence: "Must be 1 or more". */
export function issueWords(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key') return nameWords(issue.issues)
  if (!OWN_WORDS.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return kindWords([issue.expected])
    case 'too_small':
      return sizeWords(issue.origin, Number(issue.minimum), SMALL[bound(issue)])
    case 'too_big':
      return sizeWords(issue.origin, Number(issue.maximum), BIG[bound(issue)])
    case 'invalid_value':
      return oneOf(issue.values)
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return 'options' in issue ? oneOf(issue.options ?? []) : issue.message
    case 'invalid_format':
      return issue.message.replace('Invalid string: must', 'Must')
    default:
      return issue.message
  }
}

/** What is wrong with the name of a member, which is the end of the path of the issue. */
function nameWords(issues: readonly z.core.$ZodIssue[]): string {
  const [first] = issues
  const reason = first ? issueWords(first) : ''
  return `This name cannot be used: ${reason.replace(/^Must/, 'it must')}`
}

/** Says which kinds of value are taken: "Must be a number or a string". */
export function kindWords(kinds: readonly string[]): string {
  return `Must be ${[...new Set(kinds.map((kind) => KINDS[kind] ?? kind))].join(' or ')}`
}

function oneOf(values: readonly unknown[]): string {
  return `Must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`
}

const SMALL = {
  exact: ['exactly', ''],
  inclusive: ['at least', ' or more'],
  exclusive: ['more than', ''],
} as const
const BIG = {
  exact: ['exactly', ''],
  inclusive: ['at most', ' or less'],
  exclusive: ['less than', ''],
} as const

function bound({ exact, inclusive }: { exact?: boolean; inclusive?: boolean }): keyof typeof SMALL {
  if (exact) return 'exact'
  return inclusive === false ? 'exclusive' : 'inclusive'
}

function sizeWords(origin: string, size: number, [before, after]: readonly [string, string]): string {
  const unit = { string: 'character', array: 'item', set: 'item', map: 'entry' }[origin]
  if (unit) return `Must have ${before} ${counted(size, unit)}`
  return after === '' ? `Must be ${before} ${size}` : `Must be ${size}${after}`
}
