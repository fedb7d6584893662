/** A source of random bytes, as `ctx.random` is one. */
export type RandomBytes = (bytes: number) => Uint8Array

/**
 * A whole number below `span`, each as likely as the others: draws past the last whole multiple are thrown away,
 * since a remainder of them all would favour the small ones.
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

/** One of the items, each as likely as the others. */
export function pickOne<T>(items: ArrayLike<T>, random: RandomBytes): T {
  // An index below the length is an item.
  return items[uniformBelow(items.length, random)] as T
}
