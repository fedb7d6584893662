/**
 * Parses a whole number as people write it (`10,000` too); null if it is not one or out of bounds.
 */
export function readWhole(text: string, least: number, most: number): number | null {
  const plain = text.replaceAll(/[\s,]/g, '')
  const value = /^\d+$/.test(plain) ? Number(plain) : NaN
  return value >= least && value <= most ? value : null
}
