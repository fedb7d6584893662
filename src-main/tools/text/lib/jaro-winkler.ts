const PREFIX_WEIGHT = 0.1
const LONGEST_PREFIX = 4
/** Texts that are less alike get nothing for their beginning. */
const BOOST_FROM = 0.7

/**
 * The Jaro-Winkler similarity of two texts, 0 to 1, which favours a common beginning: Jaro's similarity, and
 * Winkler's tenth of what is missing for each of the first four characters that agree. As in strcmp95, the program
 * of the U.S. Census Bureau, texts that are hardly alike get no more, and half a swap counts as none.
 */
export function jaroWinkler(first: string, second: string): number {
  if (first === second) return 1
  const jaro = jaroOf(first, second)
  if (jaro <= BOOST_FROM) return jaro
  let prefix = 0
  while (prefix < LONGEST_PREFIX && prefix < first.length && first[prefix] === second[prefix]) prefix++
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro)
}

// Each character of one text is matched with the first free one of the other that is near enough. The places
// of each character are visited in order, so long texts take no longer than their length.
function jaroOf(first: string, second: string): number {
  const reach = Math.max(0, Math.floor(Math.max(first.length, second.length) / 2) - 1)
  const free = new Map<string, { readonly places: number[]; next: number }>()
  for (let at = 0; at < second.length; at++) {
    const known = free.get(second[at]!)
    if (known) known.places.push(at)
    else free.set(second[at]!, { places: [at], next: 0 })
  }
  const matched: string[] = []
  const places: number[] = []
  for (let at = 0; at < first.length; at++) {
    const known = free.get(first[at]!)
    if (!known) continue
    while ((known.places[known.next] ?? Infinity) < at - reach) known.next++
    const place = known.places[known.next]
    if (place === undefined || place > at + reach) continue
    known.next++
    matched.push(first[at]!)
    places.push(place)
  }
  if (matched.length === 0) return 0
  const others = places.toSorted((one, other) => one - other).map((place) => second[place])
  const swapped = Math.floor(matched.filter((char, at) => char !== others[at]).length / 2)
  const count = matched.length
  return (count / first.length + count / second.length + (count - swapped) / count) / 3
}
