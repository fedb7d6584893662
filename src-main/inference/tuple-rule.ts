const MIN_ROWS = 3
const MIN_PLACES = 2
const MAX_PLACES = 12

/**
 * The length of the rows if arrays are rows of a table: at least three of one length, each position
 * always of one kind, and positions that differ in kind. 0 if they are plain lists.
 */
export function rowLength(arrays: readonly (readonly unknown[])[]): number {
  const first = arrays[0]
  if (!first || arrays.length < MIN_ROWS || first.length < MIN_PLACES || first.length > MAX_PLACES) return 0
  const kinds = first.map(kindOf)
  if (new Set(kinds).size < 2 || kinds.includes('null')) return 0
  const alike = arrays.every(
    (row) => row.length === kinds.length && row.every((item, i) => kindOf(item) === kinds[i]),
  )
  return alike ? kinds.length : 0
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
