/** Whether this is the long run, `npm run test:long`. */
export const LONG = process.env['TOOLGATE_LONG'] === '1'

/** The seed of random tests: the same for every `npm test`, and one of its own for each long run, which prints it. */
export const SEED = Number(process.env['TOOLGATE_SEED'] ?? 7)

/** How often a random test runs: few times in `npm test`, many times in the long run. */
export function runs(few: number, many: number): number {
  return LONG ? many : few
}
