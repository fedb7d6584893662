/** How long something took, in milliseconds. */
export interface Spread {
  readonly median: number
  readonly p99: number
  readonly most: number
}

/** Sums times up. */
export function toSpread(times: readonly number[]): Spread {
  const sorted = times.map(Math.round).toSorted((one, other) => one - other)
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p99: at(0.99), most: at(1) }
}
