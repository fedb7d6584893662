import { MAX_BODY_DEPTH } from '../../../src-shared/limits.ts'

/**
 * Why a parsed JSON value cannot be written again as canonical JSON: a number too large for a
 * double, half of a surrogate pair, or more levels than the gateway accepts. Null if it can.
 */
export function jsonProblemOf(value: unknown): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const problem = problemOfValue(next.value, next.depth)
    if (problem) return problem
    if (typeof next.value !== 'object' || next.value === null) continue
    for (const [key, member] of Object.entries(next.value)) {
      if (!key.isWellFormed()) return 'a name contains half of a surrogate pair'
      open.push({ value: member, depth: next.depth + 1 })
    }
  }
  return null
}

function problemOfValue(value: unknown, depth: number): string | null {
  if (depth > MAX_BODY_DEPTH) return `it has more than ${MAX_BODY_DEPTH} levels`
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number is too large'
  if (typeof value === 'string' && !value.isWellFormed()) return 'a text contains half of a surrogate pair'
  return null
}
