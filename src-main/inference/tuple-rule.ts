const MIN_ROWS = 3
const MIN_PLACES = 2
// 1990 to 2100, in seconds.
const FIRST_TIME = 631_152_000
const LAST_TIME = 4_102_444_800
export const MAX_PLACES = 12

/**
 * The length of the rows if arrays are rows of a table: at least three of one length, each position
 * always of one kind (or null at times), and positions that differ in kind, or some that are always
 * times beside some that never are. 0 if they are plain lists: a list of numbers may have one more of
 * them tomorrow.
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
  if (kinds.includes(null)) return 0
  return new Set(kinds).size > 1 || haveTimes(arrays, length) ? length : 0
}

// Rows such as [time, open, high, low, close].
function haveTimes(rows: readonly (readonly unknown[])[], length: number): boolean {
  let always = false
  let never = false
  for (let at = 0; at < length; at++) {
    const times = rows.reduce((n, row) => n + (isTime(row[at]) ? 1 : 0), 0)
    if (times === rows.length) always = true
    else if (times === 0) never = true
  }
  return always && never
}

// Seconds or milliseconds since 1970, or a text that begins with a date.
function isTime(value: unknown): boolean {
  if (typeof value === 'string') return /^\d{4}-(?:0\d|1[0-2])-[0-3]\d(?:$|[T ]\d)/.test(value)
  if (typeof value !== 'number' || !Number.isInteger(value)) return false
  const seconds = value > LAST_TIME ? value / 1_000 : value
  return seconds >= FIRST_TIME && seconds <= LAST_TIME
}

function kindOf(value: unknown): string | null {
  if (value === null) return null
  return Array.isArray(value) ? 'array' : typeof value
}
