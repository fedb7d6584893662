import { presentValueAt } from './cash-flows.ts'

const LOWEST_RATE = -0.999
const HIGHEST_RATE = 1_000
const STEPS = 2_000
const DECIMALS = 9

/**
 * Every rate at which the flows have a present value of zero: where their value changes its sign on
 * a fine grid of growth factors, narrowed down by bisection. Rates closer together than a step of
 * the grid (0.7 %) may be missed.
 * @returns rates as fractions to 9 decimal places, ascending
 */
export function ratesOfReturn(flows: readonly number[]): number[] {
  const [from, to] = [Math.log(1 + LOWEST_RATE), Math.log(1 + HIGHEST_RATE)]
  const backwards = flows.toReversed()
  const valueAt = (logGrowth: number) => signAt(flows, backwards, logGrowth)
  const rates: number[] = []
  let [left, leftValue] = [from, valueAt(from)]
  for (let step = 1; step <= STEPS; step++) {
    const right = from + ((to - from) * step) / STEPS
    const rightValue = valueAt(right)
    if (leftValue === 0) rates.push(Math.expm1(left))
    else if (leftValue * rightValue < 0) rates.push(Math.expm1(bisect(valueAt, left, right)))
    ;[left, leftValue] = [right, rightValue]
  }
  const rounded = rates.map((rate) => Number(rate.toFixed(DECIMALS)) + 0)
  return [...new Set(rounded)]
}

// Flows far in the future may weigh more than a double can hold; dividing by the largest weight
// keeps the sign.
function signAt(flows: readonly number[], backwards: readonly number[], logGrowth: number): number {
  if (logGrowth >= 0) return Math.sign(presentValueAt(flows, Math.exp(-logGrowth)))
  return Math.sign(presentValueAt(backwards, Math.exp(logGrowth)))
}

function bisect(valueAt: (at: number) => number, left: number, right: number): number {
  let [low, high] = [left, right]
  const sign = valueAt(low)
  for (let round = 0; round < 80; round++) {
    const middle = (low + high) / 2
    const value = valueAt(middle)
    if (value === 0) return middle
    if (value === sign) low = middle
    else high = middle
  }
  return (low + high) / 2
}
