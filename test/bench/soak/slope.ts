/** How much y grows with x: the slope of the line that fits best (least squares). */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length
  const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)]
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
}
