/**
 * A count and its noun, as in every sentence: "1 second", "0 rows", "1,200 calls".
 * @param many the noun's plural, if it is not formed with s
 */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString('en', { maximumFractionDigits: 20 })} ${nounOf(count, noun, many)}`
}

/** The noun alone, for a count that is shown separately. */
export function nounOf(count: number, noun: string, many = `${noun}s`): string {
  return count === 1 ? noun : many
}
