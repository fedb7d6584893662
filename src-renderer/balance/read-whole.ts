/** A whole number as people write it (`10,000` too); null when it is none or outside its bounds. */
export function readWhole(text: string, least: number, most: number): number | null {
  const plain = text.replaceAll(/[\s,]/g, '')
  const value = /^\d+$/.test(plain) ? Number(plain) : NaN
  return value >= least && value <= most ? value : null
}
