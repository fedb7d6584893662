import fc from 'fast-check'
import { expect, it } from 'vitest'
import { SEED } from './runs.ts'

// Catches: a random test that fails in one run of `npm test` and not in the next.
it('random tests draw the same values in every run, unless they name a seed', () => {
  const drawn = (seed?: number): string[] => {
    const values: string[] = []
    fc.assert(
      fc.property(fc.string(), (value) => void values.push(value)),
      { numRuns: 20, ...(seed === undefined ? {} : { seed }) },
    )
    return values
  }
  expect(drawn()).toEqual(drawn(SEED))
  expect(drawn(SEED + 1)).not.toEqual(drawn())
})
