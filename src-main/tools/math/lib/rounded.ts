/** Few enough digits to hide the last, inexact ones of a double. */
const DIGITS_OF_A_DOUBLE = 14

/** From here on, 14 digits would round the units away, and a double has two or three more. */
const LARGE = 1e13
const DIGITS_OF_LARGE = 16

/** A number to 14 significant digits, so that 0.1 + 0.2 is 0.3. Whole numbers keep all of theirs. */
export function rounded(value: number): number {
  if (Number.isSafeInteger(value)) return value + 0
  const digits = Math.abs(value) >= LARGE ? DIGITS_OF_LARGE : DIGITS_OF_A_DOUBLE
  // Adding 0 turns -0 into 0; JSON writes both the same.
  return Number(value.toPrecision(digits)) + 0
}
