import { median } from '../median.ts'

type Point = readonly [x: number, y: number]

/**
 * How much y grows with x: the median of the slopes between any two points (Theil and Sen). Resident memory jumps up
 * and down by several MB as the system gives pages and takes them back; one such jump bends the line of least
 * squares, not this one.
 *
 * @throws Error for fewer than two points
 */
export function slopeOf(points: readonly Point[]): number {
  if (points.length < 2) throw new Error('A slope needs two points.')
  return median(points.flatMap(([x, y], i) => points.slice(i + 1).map(([x2, y2]) => (y2 - y) / (x2 - x))))
}
