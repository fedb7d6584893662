/** Whether two words differ by at most so many letters that were added, dropped, changed or swapped. */
export function isNear(a: string, b: string, edits: number): boolean {
  if (Math.abs(a.length - b.length) > edits) return false
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const cost = Math.min(row[j - 1]! + 1, last[j]! + 1, last[j - 1]! + (same ? 0 : 1))
      row.push(swapped ? Math.min(cost, before[j - 2]! + 1) : cost)
    }
    if (Math.min(...row) > edits) return false
    before = last
    last = row
  }
  return last[b.length]! <= edits
}
