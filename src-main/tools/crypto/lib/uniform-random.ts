/** A source of random bytes, such as `ctx.random`. */
export type RandomBytes = (bytes: number) => Uint8Array

/**
 * A random whole number below `span`, all equally likely: draws above the last whole multiple are
 * discarded, because a plain remainder would favour small numbers.
 * @param span 1 to 2^53
 */
export function uniformBelow(span: number, random: RandomBytes): number {
  const bytes = Math.max(1, Math.ceil(Math.log2(span) / 8))
  const range = 256n ** BigInt(bytes)
  const limit = range - (range % BigInt(span))
  for (;;) {
    const drawn = BigInt(`0x${Buffer.from(random(bytes)).toString('hex')}`)
    if (drawn < limit) return Number(drawn % BigInt(span))
  }
}

/** One of the items, all equally likely. */
export function pickOne<T>(items: ArrayLike<T>, random: RandomBytes): T {
  // An index below the length is an item.
  return items[uniformBelow(items.length, random)] as T
}
