const MIN_ROWS = 3
const MIN_PLACES = 2
const MAX_PLACES = 12

/**
 * The length of the rows if arrays are rows of a table: at least three of one length, each position
 * always of one kind (or null at times), and positions that differ in kind. 0 if they are plain
 * lists: a list of numbers may have one more of them tomorrow.
 */
export function rowLength(arrays: readonly (readonly unknown[])[]): number {
  const length = arrays[0]?.length ?? 0
  if (arrays.length < MIN_ROWS || length < MIN_PLACES || length > MAX_PLACES) return 0
  const kinds: (string | null)[] = Array.from({ length }, () => null)
  for (const row of arrays) {
    if (row.length !== length) return 0
    for (const [at, item] of row.entries()) {
      const kind = kindOf(item)
      if (kind === null) continue
      if ((kinds[at] ??= kind) !== kind) return 0
    }
  }
  return kinds.includes(null) || new Set(kinds).size < 2 ? 0 : length
}

function kindOf(value: unknown): string | null {
  if (value === null) return null
  return Array.isArray(value) ? 'array' : typeof value
}
