/**
 * A count and its noun, as in every sentence: "1 second", "0 rows", "1,200 calls".
 * @param many the noun's plural, if it is not formed with s
 */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${written(count)} ${nounOf(count, noun, many)}`
}

let format: Intl.NumberFormat | undefined

// Most counts are small, and a formatter takes as long to make as a whole call.
function written(count: number): string {
  if (Number.isInteger(count) && count >= 0 && count < 1_000) return String(count)
  format ??= new Intl.NumberFormat('en', { maximumFractionDigits: 20 })
  return format.format(count)
}

/** The noun alone, for a count that is shown separately. */
export function nounOf(count: number, noun: string, many = `${noun}s`): string {
  return count === 1 ? noun : many
}
