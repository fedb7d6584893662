import { InvalidInput } from '../../../tool-kit/tool-context.ts'

// Below this, the squares of doubles lose their digits, and their quotients become NaN.
const LEAST_SPREAD = 1e-200

import { rounded } from './rounded.ts'

export interface LineFit {
  readonly slope: number
  readonly intercept: number
  readonly r_squared: number | null
  readonly correlation: number | null
  readonly residual_standard_deviation: number | null
  readonly slope_standard_error: number | null
  readonly intercept_standard_error: number | null
  readonly count: number
}

/**
 * The least-squares line through points. Sums the differences from the means, because sums of the
 * values themselves lose significant digits (NIST StRD, Norris).
 * @param x at least two values that are not all the same
 * @param y as many values
 */
export function fitLine(x: readonly number[], y: readonly number[]): LineFit {
  const count = x.length
  const [meanX, meanY] = [meanOf(x), meanOf(y)]
  const sumOver = (term: (at: number) => number) => sumOf(x.map((_, at) => term(at)))
  const xx = sumOver((at) => (x[at]! - meanX) ** 2)
  const xy = sumOver((at) => (x[at]! - meanX) * (y[at]! - meanY))
  const yy = sumOver((at) => (y[at]! - meanY) ** 2)
  if (xx < LEAST_SPREAD)
    throw new InvalidInput(
      'x',
      'The x values are too close together for a slope; send them in a smaller unit',
    )
  const slope = xy / xx
  const intercept = meanY - slope * meanX
  const residual = sumOver((at) => (y[at]! - meanY - slope * (x[at]! - meanX)) ** 2)
  const deviation = count > 2 ? Math.sqrt(residual / (count - 2)) : null
  const orNull = (value: number | null) => (value === null ? null : rounded(value))
  return {
    slope: rounded(slope),
    intercept: rounded(intercept),
    r_squared: yy === 0 ? null : rounded(Math.max(0, 1 - residual / yy)),
    correlation: yy === 0 ? null : rounded(Math.max(-1, Math.min(1, xy / (Math.sqrt(xx) * Math.sqrt(yy))))),
    residual_standard_deviation: orNull(deviation),
    slope_standard_error: orNull(deviation === null ? null : deviation / Math.sqrt(xx)),
    intercept_standard_error: orNull(
      deviation === null ? null : deviation * Math.sqrt(1 / count + meanX ** 2 / xx),
    ),
    count,
  }
}

function meanOf(values: readonly number[]): number {
  return sumOf(values) / values.length
}

// Neumaier's summation: carries along what each addition drops.
function sumOf(values: readonly number[]): number {
  let [sum, dropped] = [0, 0]
  for (const value of values) {
    const next = sum + value
    dropped += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + dropped
}
