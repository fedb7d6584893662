/**
 * A text that two JSON values share exactly when they are equal: 1 equals 1.0, and the order of
 * members does not matter.
 */
export function identityOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return JSON.stringify(value, (_, part: unknown) => (isObject(part) ? sorted(part) : part))
}

/** Whether a value is a JSON object, not an array or null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether a number is a whole multiple of another, computed from their decimal notation. */
export function isMultipleOf(value: number, of: number): boolean {
  const [digits, exponent] = decimalOf(value)
  const [divisor, divisorExponent] = decimalOf(of)
  const least = Math.min(exponent, divisorExponent)
  const scaled = (mantissa: bigint, at: number): bigint => mantissa * 10n ** BigInt(at - least)
  return scaled(digits, exponent) % scaled(divisor, divisorExponent) === 0n
}

function decimalOf(value: number): [mantissa: bigint, exponent: number] {
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  return [BigInt(whole + fraction), Number(exponent) - fraction.length]
}
