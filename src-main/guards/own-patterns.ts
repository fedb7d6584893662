import type { RE2JS } from 're2js'
import { GUARD_LIMITS } from '../../src-shared/rules/guard.ts'

const MAX_COMPILED = 500
const compiled = new Map<string, RE2JS>()

/**
 * A pattern of a guard, ready to run in time linear in the text.
 * @throws Error for a pattern that RE2 does not have
 */
export async function ownPattern(pattern: string): Promise<RE2JS> {
  const known = compiled.get(pattern)
  if (known) return known
  const { RE2JS } = await import('re2js')
  const made = RE2JS.compile(pattern)
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  compiled.set(pattern, made)
  return made
}

/** What is wrong with a pattern that an owner wants to lay down, as a sentence without its dot; null for nothing. */
export async function faultOfPattern(pattern: string): Promise<string | null> {
  try {
    const made = await ownPattern(pattern)
    if (made.programSize() > GUARD_LIMITS.patternSize)
      return 'is too large to be run for every call; repeat parts fewer times'
    return made.matcher('').find() ? 'matches the empty text; let it match at least one character' : null
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace('error parsing regexp: ', '') : ''
    return `is not a regular expression of RE2, which has no look-around and no back-references: ${reason.slice(0, 200)}`
  }
}

/** How many steps the patterns take for each character of a text at most. */
export async function sizeOfPatterns(patterns: readonly string[]): Promise<number> {
  const made = await Promise.all(patterns.map(ownPattern))
  return made.reduce((sum, pattern) => sum + pattern.programSize(), 0)
}
