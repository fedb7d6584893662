/**
 * Makes names unique. It goes on from the last number that a name got, so that thousands of equal names stay cheap.
 * @param taken the names that are not free; each that is given is added
 * @param numbered another name in the place of a wanted one that is taken
 * @param first the first number
 * @returns gives the wanted name, or else the first numbered one that is free
 */
export function freeNames(
  taken: Set<string>,
  numbered: (wanted: string, number: number) => string,
  first = 2,
): (wanted: string) => string {
  const numbers = new Map<string, number>()
  return (wanted) => {
    let name = wanted
    let number = numbers.get(wanted) ?? first
    while (taken.has(name)) name = numbered(wanted, number++)
    numbers.set(wanted, number)
    taken.add(name)
    return name
  }
}
