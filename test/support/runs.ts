/** Whether this is the long run, `npm run test:long`. */
export const LONG = process.env['TOOLGATE_LONG'] === '1'

/** The seed of random tests: the same for every `npm test`, and one of its own for each long run, which prints it. */
export const SEED = Number(process.env['TOOLGATE_SEED'] ?? 7)

/** How often a random test runs: few times in `npm test`, many times in the long run. */
export function runs(few: number, many: number): number {
  return LONG ? many : few
}

/** One of each so many members of a list in `npm test`, and all of them in the long run. */
export function oneIn<T>(step: number, all: readonly T[]): readonly T[] {
  return LONG ? all : all.filter((_, at) => at % step === SEED % step)
}

/** The turn that a member of a list has with one of several ways to look at it; in the long run it has all of them. */
export function turnOf<T>(at: number, ways: readonly T[]): readonly T[] {
  return LONG ? ways : [ways[at % ways.length]!]
}
