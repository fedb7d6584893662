/**
 * Walks a graph depth first from one of its nodes, leaving out what was seen before, with an explicit stack: types may
 * be nested 1,000 deep.
 * @param seen the nodes that were entered; grows by those of this walk
 * @param done gets each node after all that it leads to, but for circles
 */
export function depthFirst(
  start: string,
  targetsOf: (name: string) => readonly string[],
  seen: Set<string>,
  done: (name: string) => void,
): void {
  if (seen.has(start)) return
  seen.add(start)
  const stack = [{ name: start, targets: targetsOf(start), at: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const next = top.targets[top.at++]
    if (next === undefined) {
      done(top.name)
      stack.pop()
    } else if (!seen.has(next)) {
      seen.add(next)
      stack.push({ name: next, targets: targetsOf(next), at: 0 })
    }
  }
}
