/** The attributes of an ordered list that say how it is numbered, and the `value` of each of its items. */
export interface NumberedList {
  readonly start?: unknown
  readonly isReversed: boolean
  readonly values: readonly unknown[]
}

/** The numbers of the items of an ordered list, as a browser shows them (HTML, 4.4.5 and 4.4.8). */
export function listNumbers({ start, isReversed, values }: NumberedList): number[] {
  let next = wholeNumber(start) ?? (isReversed ? values.length : 1)
  return values.map((value) => {
    const number = wholeNumber(value) ?? next
    next = number + (isReversed ? -1 : 1)
    return number
  })
}

// HTML, 2.3.4.1: what follows the digits does not count.
function wholeNumber(attribute: unknown): number | null {
  if (typeof attribute === 'number') return Number.isInteger(attribute) ? attribute : null
  const digits = typeof attribute === 'string' ? /^[ \t\n\f\r]*([+-]?\d+)/.exec(attribute) : null
  const number = Number(digits?.[1])
  return digits !== null && Number.isSafeInteger(number) ? number : null
}
