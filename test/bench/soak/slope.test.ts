import { expect, it } from 'vitest'
import { slopeOf } from './slope.ts'

const level = Array.from({ length: 17 }, (_, i) => [i, 350] as const)

it('sees no growth in a level line with one deep dip', () => {
  // Catches: least squares, for which a dip early in the line is growth.
  expect(slopeOf(level.map(([x, y]) => [x, x === 2 ? y - 40 : y]))).toBe(0)
})

it('gives the growth of a line that grows', () => {
  expect(slopeOf(level.map(([x, y]) => [x, y + 2 * x]))).toBe(2)
})

it('sees the growth of a line that is given back at each third point', () => {
  const slope = slopeOf(level.map(([x, y]) => [x, y + 2 * x - (x % 3 === 0 ? 5 : 0)]))
  expect(slope).toBeGreaterThan(1.5)
})

it('refuses a single point', () => {
  expect(() => slopeOf([[1, 1]])).toThrow('two points')
})
