import { pickOne, type RandomBytes } from './uniform-random.ts'

/** Characters by kind; the symbols are those that forms and shells seldom trip over, and a few more. */
const KINDS = {
  lowercase: 'abcdefghijklmnopqrstuvwxyz',
  uppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  digits: '0123456789',
  symbols: '!#$%&*+-=?@^_~.:',
}
const LOOK_ALIKE = /[0O1Il|]/g

export type CharacterKind = keyof typeof KINDS

/** The letters of each kind that is wanted. */
export function lettersOf(kinds: readonly CharacterKind[], withoutLookAlikes: boolean): string[] {
  return kinds.map((kind) => (withoutLookAlikes ? KINDS[kind].replace(LOOK_ALIKE, '') : KINDS[kind]))
}

/** A password with at least one letter of each set, every such password as likely as the others. */
export function drawPassword(sets: readonly string[], length: number, random: RandomBytes): string {
  const all = sets.join('')
  // To draw until all kinds are there keeps it uniform; to put one of each in place would not.
  for (;;) {
    const letters = Array.from({ length }, () => pickOne(all, random))
    if (sets.every((set) => letters.some((letter) => set.includes(letter)))) return letters.join('')
  }
}

/** The bits of a password that drawPassword makes: by inclusion and exclusion, the logarithm of how many there are. */
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
