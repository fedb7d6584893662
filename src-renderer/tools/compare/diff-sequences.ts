/** A stretch that differs: items of the left replaced by items of the right; the ends are not part of it. */
export interface Stretch {
  readonly leftFrom: number
  readonly leftTo: number
  readonly rightFrom: number
  readonly rightTo: number
}

/** Between two anchors at most so many edits are searched for; more make one stretch of all. */
const MAX_EDITS = 600

/**
 * Finds what differs between two lists of texts. Items that each list has once are matched first, so that a list of
 * a hundred thousand lines is compared at once; between them the fewest edits are searched for (Myers 1986).
 */
export function diffSequences(left: readonly string[], right: readonly string[]): readonly Stretch[] {
  const found: Stretch[] = []
  let [leftAt, rightAt] = [0, 0]
  for (const [leftEnd, rightEnd] of [...anchorsOf(left, right), [left.length, right.length] as const]) {
    between(
      left,
      right,
      { leftFrom: leftAt, leftTo: leftEnd, rightFrom: rightAt, rightTo: rightEnd },
      found,
    )
    ;[leftAt, rightAt] = [leftEnd + 1, rightEnd + 1]
  }
  return found
}

type Pair = readonly [left: number, right: number]

/** Items that are once in each list, in the order that both have them in. */
function anchorsOf(left: readonly string[], right: readonly string[]): readonly Pair[] {
  const [lefts, rights] = [onceIn(left), onceIn(right)]
  const pairs: Pair[] = []
  for (const [item, at] of lefts) {
    const other = rights.get(item)
    if (at !== -1 && other !== undefined && other !== -1) pairs.push([at, other])
  }
  return longestRising(pairs)
}

/** Where each item is; -1 if it is there more than once. */
function onceIn(items: readonly string[]): Map<string, number> {
  const places = new Map<string, number>()
  items.forEach((item, at) => places.set(item, places.has(item) ? -1 : at))
  return places
}

/** The longest part of pairs, which rise on the left, that also rises on the right. */
function longestRising(pairs: readonly Pair[]): readonly Pair[] {
  const ends: number[] = []
  const former: number[] = []
  pairs.forEach(([, right], index) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < right) low = middle + 1
      else high = middle
    }
    former[index] = ends[low - 1] ?? -1
    ends[low] = index
  })
  const rising: Pair[] = []
  for (let index = ends.at(-1) ?? -1; index !== -1; index = former[index]!) rising.push(pairs[index]!)
  return rising.toReversed()
}

function between(left: readonly string[], right: readonly string[], whole: Stretch, into: Stretch[]): void {
  let { leftFrom, leftTo, rightFrom, rightTo } = whole
  while (leftFrom < leftTo && rightFrom < rightTo && left[leftFrom] === right[rightFrom]) {
    leftFrom++
    rightFrom++
  }
  while (leftFrom < leftTo && rightFrom < rightTo && left[leftTo - 1] === right[rightTo - 1]) {
    leftTo--
    rightTo--
  }
  if (leftFrom === leftTo && rightFrom === rightTo) return
  const rest = { leftFrom, leftTo, rightFrom, rightTo }
  const kept =
    leftFrom === leftTo || rightFrom === rightTo
      ? []
      : keptItems(left.slice(leftFrom, leftTo), right.slice(rightFrom, rightTo))
  for (const [one, other] of [...kept, [leftTo - leftFrom, rightTo - rightFrom] as const]) {
    const [leftEnd, rightEnd] = [rest.leftFrom + one, rest.rightFrom + other]
    if (leftFrom < leftEnd || rightFrom < rightEnd)
      into.push({ leftFrom, leftTo: leftEnd, rightFrom, rightTo: rightEnd })
    ;[leftFrom, rightFrom] = [leftEnd + 1, rightEnd + 1]
  }
}

/** The items that the fewest edits keep; none if that takes too many edits. */
function keptItems(left: readonly string[], right: readonly string[]): readonly Pair[] {
  const rounds: Map<number, number>[] = []
  let furthest = new Map([[1, 0]])
  for (let edits = 0; edits <= MAX_EDITS; edits++) {
    rounds.push(furthest)
    const next = new Map<number, number>()
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let at = startOf(furthest, diagonal, edits)
      while (at < left.length && at - diagonal < right.length && left[at] === right[at - diagonal]) at++
      next.set(diagonal, at)
      if (at >= left.length && at - diagonal >= right.length)
        return wayBack(rounds, left.length, right.length)
    }
    furthest = next
  }
  return []
}

function startOf(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): number {
  return isAdded(furthest, diagonal, edits)
    ? (furthest.get(diagonal + 1) ?? 0)
    : (furthest.get(diagonal - 1) ?? -1) + 1
}

/** Whether the way to a diagonal adds an item of the right, rather than taking one of the left away. */
function isAdded(furthest: ReadonlyMap<number, number>, diagonal: number, edits: number): boolean {
  const [below, above] = [furthest.get(diagonal - 1) ?? -1, furthest.get(diagonal + 1) ?? -1]
  return diagonal === -edits || (diagonal !== edits && below < above)
}

function wayBack(
  rounds: readonly ReadonlyMap<number, number>[],
  left: number,
  right: number,
): readonly Pair[] {
  const kept: Pair[] = []
  let at = left
  let diagonal = left - right
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const before = rounds[edits]!
    const start = startOf(before, diagonal, edits)
    while (at > start) {
      at--
      kept.push([at, at - diagonal])
    }
    if (isAdded(before, diagonal, edits)) diagonal++
    else {
      at--
      diagonal--
    }
  }
  return kept.toReversed()
}
