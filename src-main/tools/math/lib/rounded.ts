/** Few enough digits to hide the last, inexact ones of a double. */
const DIGITS_OF_A_DOUBLE = 14

/** A number to 14 significant digits, so that 0.1 + 0.2 is 0.3. */
export function rounded(value: number): number {
  // Adding 0 turns -0 into 0; JSON writes both the same.
  return Number(value.toPrecision(DIGITS_OF_A_DOUBLE)) + 0
}
