/**
 * Whether a number of JSON comes back from a 64-bit float with its value: 1.10 and 1e2 do, integers past 2^53
 * and long decimals often do not.
 * @param written a number by the grammar of RFC 8259
 */
export function keepsDigits(written: string): boolean {
  if (written.length <= 15 && !/[eE]/.test(written)) return true
  const read = String(Number(written))
  return read === written || isSame(written, read)
}

function isSame(written: string, read: string): boolean {
  const [one, other] = [partsOf(written), partsOf(read)]
  return one !== null && other !== null && one.digits === other.digits && one.power === other.power
}

/** The digits without zeros at either end, with their sign, and the power of ten of the last one. */
export function partsOf(number: string): { readonly digits: string; readonly power: number } | null {
  const parts = /^([+-]?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(number)
  if (!parts) return null
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts
  const all = whole + fraction
  let [start, end] = [0, all.length]
  while (start < end && all[start] === '0') start++
  while (end > start && all[end - 1] === '0') end--
  if (start === end) return { digits: '0', power: 0 }
  const digits = (sign === '-' ? '-' : '') + all.slice(start, end)
  return { digits, power: Number(exponent) - fraction.length + (all.length - end) }
}
