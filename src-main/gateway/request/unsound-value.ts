/** The place of a value that JSON cannot represent, and why. */
export interface UnsoundValue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const HALF_CHARACTER = 'A text contains half of a surrogate pair (\\ud800 to \\udfff)'
const HUGE_NUMBER = 'A number is too large for a double'

/**
 * The first value in parsed JSON that JSON cannot represent (RFC 8785, 3.2.2): half of a surrogate pair, or a number
 * such as 1e999, which JSON.parse turns into infinity. Null when there is none.
 */
export function findUnsoundValue(value: unknown): UnsoundValue | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : { path: [], message: HALF_CHARACTER }
  if (typeof value === 'number') return Number.isFinite(value) ? null : { path: [], message: HUGE_NUMBER }
  if (typeof value !== 'object' || value === null) return null
  return Array.isArray(value) ? findInItems(value) : findInMembers(value)
}

function findInItems(items: readonly unknown[]): UnsoundValue | null {
  for (let index = 0; index < items.length; index++) {
    const found = findUnsoundValue(items[index])
    if (found) return { ...found, path: [index, ...found.path] }
  }
  return null
}

function findInMembers(object: object): UnsoundValue | null {
  for (const [name, member] of Object.entries(object)) {
    if (!name.isWellFormed()) return { path: [], message: HALF_CHARACTER }
    const found = findUnsoundValue(member)
    if (found) return { ...found, path: [name, ...found.path] }
  }
  return null
}
