/**
 * The optimal string alignment distance of two texts: how many characters have to be inserted, deleted, replaced,
 * or swapped with their neighbour, to turn one into the other (Damerau 1964; no part is edited twice).
 */
export function alignmentDistance(first: string, second: string): number {
  const [from, to] = [codePointsOf(first), codePointsOf(second)]
  let beforeLast = new Uint32Array(to.length + 1)
  let last = new Uint32Array(to.length + 1).map((_, at) => at)
  let here = new Uint32Array(to.length + 1)
  for (let row = 1; row <= from.length; row++) {
    here[0] = row
    for (let at = 1; at <= to.length; at++) {
      const replaced = last[at - 1]! + (from[row - 1] === to[at - 1] ? 0 : 1)
      let least = Math.min(last[at]! + 1, here[at - 1]! + 1, replaced)
      if (row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1])
        least = Math.min(least, beforeLast[at - 2]! + 1)
      here[at] = least
    }
    ;[beforeLast, last, here] = [last, here, beforeLast]
  }
  return last[to.length]!
}

/** How alike two whole texts are by that distance, 0 to 1; 0 without a look where one is twice as long. */
export function alignmentRatio(first: string, second: string): number {
  const long = Math.max(first.length, second.length)
  if (Math.min(first.length, second.length) * 2 < long) return 0
  return long === 0 ? 1 : 1 - alignmentDistance(first, second) / long
}

function codePointsOf(text: string): Uint32Array {
  return Uint32Array.from(text, (character) => character.codePointAt(0)!)
}
