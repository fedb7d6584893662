/** Enough to hide the last, inexact digits of a double. */
const DIGITS_OF_A_DOUBLE = 14

/** A number to 14 significant digits, so that 0.1 + 0.2 is 0.3. */
export function rounded(value: number): number {
  // Adding 0 makes 0 of -0, which JSON writes alike.
  return Number(value.toPrecision(DIGITS_OF_A_DOUBLE)) + 0
}
