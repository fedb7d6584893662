import { pickOne, type RandomBytes } from './uniform-random.ts'

/** Characters by kind; the symbols are mostly those that forms and shells accept. */
const KINDS = {
  lowercase: 'abcdefghijklmnopqrstuvwxyz',
  uppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#$%&*+-=?@^_~.:',
}
const LOOK_ALIKE = /[0O1Il|]/g

export type CharacterKind = keyof typeof KINDS

/** The characters of each requested kind. */
export function lettersOf(kinds: readonly CharacterKind[], withoutLookAlikes: boolean): string[] {
  return kinds.map((kind) => (withoutLookAlikes ? KINDS[kind].replace(LOOK_ALIKE, '') : KINDS[kind]))
}

/** A password with at least one character of each set; all such passwords are equally likely. */
export function drawPassword(sets: readonly string[], length: number, random: RandomBytes): string {
  const all = sets.join('')
  // Drawing until all kinds are present keeps the distribution uniform; placing one of each would
  // not.
  for (;;) {
    const letters = Array.from({ length }, () => pickOne(all, random))
    if (sets.every((set) => letters.some((letter) => set.includes(letter)))) return letters.join('')
  }
}

/**
 * The bits of a password from drawPassword: the logarithm of the number of possible ones, by
 * inclusion and exclusion.
 */
export function passwordBits(sets: readonly string[], length: number): number {
  let count = 0n
  for (let left = 0; left < 2 ** sets.length; left++) {
    const without = sets.filter((_, index) => (left >> index) & 1)
    const size = BigInt(sets.join('').length - without.join('').length)
    count += (without.length % 2 === 0 ? 1n : -1n) * size ** BigInt(length)
  }
  return log2(count)
}

function log2(count: bigint): number {
  const bits = count.toString(2).length
  const shift = Math.max(0, bits - 53)
  return shift + Math.log2(Number(count >> BigInt(shift)))
}
