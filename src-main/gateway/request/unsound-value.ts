/** Where a value read from JSON cannot be written again, and why. */
export interface Flaw {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const HALF_CHARACTER = 'A text holds half of a surrogate pair (\\ud800 to \\udfff)'
const HUGE_NUMBER = 'A number is too large for a double'

/**
 * The first thing in a parsed JSON value that no JSON can carry on (RFC 8785, 3.2.2): half of a surrogate pair, or a
 * number such as 1e999, which JSON.parse makes an infinity of. Null when there is none.
 */
export function flawOf(value: unknown): Flaw | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : { path: [], message: HALF_CHARACTER }
  if (typeof value === 'number') return Number.isFinite(value) ? null : { path: [], message: HUGE_NUMBER }
  if (typeof value !== 'object' || value === null) return null
  return Array.isArray(value) ? flawOfItems(value) : flawOfMembers(value)
}

function flawOfItems(items: readonly unknown[]): Flaw | null {
  for (let index = 0; index < items.length; index++) {
    const flaw = flawOf(items[index])
    if (flaw) return { ...flaw, path: [index, ...flaw.path] }
  }
  return null
}

function flawOfMembers(object: object): Flaw | null {
  for (const [name, member] of Object.entries(object)) {
    if (!name.isWellFormed()) return { path: [], message: HALF_CHARACTER }
    const flaw = flawOf(member)
    if (flaw) return { ...flaw, path: [name, ...flaw.path] }
  }
  return null
}
