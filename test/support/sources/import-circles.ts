/**
 * The circles among files that import each other, each as the sorted list of its files: Tarjan's strongly connected
 * components of more than one file.
 * @param imports for each file the files that it imports; whatever else they name is left out
 */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const place = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  const visit = (file: string): void => {
    place.set(file, place.size)
    lowest.set(file, place.get(file)!)
    open.push(file)
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue
      if (!place.has(next)) visit(next)
      else if (!open.includes(next)) continue
      lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!))
    }
    if (lowest.get(file) !== place.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1) circles.push(circle.toSorted())
  }
  for (const file of imports.keys()) if (!place.has(file)) visit(file)
  return circles
}
