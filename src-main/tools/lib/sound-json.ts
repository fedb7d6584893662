import { MAX_BODY_DEPTH } from '../../../src-shared/limits.ts'

/**
 * Why a parsed JSON value cannot be written again as canonical JSON: a number too large for a
 * double, half of a surrogate pair, or more levels than the gateway accepts. Null if it can.
 */
export function jsonProblemOf(value: unknown): string | null {
  return problemOf(value, 0)
}

function problemOf(value: unknown, depth: number): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'a number is too large'
  if (typeof value === 'string')
    return value.isWellFormed() ? null : 'a text contains half of a surrogate pair'
  if (typeof value !== 'object' || value === null) return null
  // The levels are counted first, so that no value is deeper than the stack.
  if (depth >= MAX_BODY_DEPTH && Object.keys(value).length > 0)
    return `it has more than ${MAX_BODY_DEPTH} levels`
  return Array.isArray(value) ? problemOfItems(value, depth + 1) : problemOfMembers(value, depth + 1)
}

function problemOfItems(items: readonly unknown[], depth: number): string | null {
  for (let at = 0; at < items.length; at++) {
    const problem = problemOf(items[at], depth)
    if (problem) return problem
  }
  return null
}

function problemOfMembers(object: object, depth: number): string | null {
  for (const [name, member] of Object.entries(object)) {
    const problem = name.isWellFormed()
      ? problemOf(member, depth)
      : 'a name contains half of a surrogate pair'
    if (problem) return problem
  }
  return null
}
