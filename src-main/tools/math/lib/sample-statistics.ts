import {
  harmonicMean,
  mean as meanOf,
  sampleKurtosis,
  sampleSkewness,
  sampleVariance,
  sum as sumOf,
  variance as varianceOf,
} from 'simple-statistics'
import { rounded } from './rounded.ts'

/** The results of math-statistics. All but `percentiles` are rounded to 14 digits. */
export function statisticsOf(values: readonly number[], percentiles: readonly number[]) {
  const sorted = Float64Array.from(values).sort()
  const list = [...sorted]
  const [min, max] = [list[0]!, list.at(-1)!]
  const mean = meanOf(list)
  const positive = min > 0
  // Equal numbers have no shape and no variance, only rounding errors.
  const varies = min < max
  // Spread and shape do not depend on the place, and large numbers lose digits in a mean.
  const shifted = list.map((value) => value - min)
  const population = varies ? varianceOf(shifted) : 0
  const sample = list.length > 1 ? (varies ? sampleVariance(shifted) : 0) : null
  return {
    count: list.length,
    sum: rounded(sumOf(list)),
    mean: rounded(mean),
    median: rounded(percentileOf(list, 50)),
    mode: modesOf(list),
    min,
    max,
    range: rounded(max - min),
    variance: sample === null ? null : rounded(sample),
    standard_deviation: sample === null ? null : rounded(Math.sqrt(sample)),
    population_variance: rounded(population),
    population_standard_deviation: rounded(Math.sqrt(population)),
    skewness: varies && list.length >= 3 ? finite(sampleSkewness(shifted)) : null,
    kurtosis: varies && list.length >= 4 ? finite(sampleKurtosis(shifted)) : null,
    geometric_mean: positive ? rounded(Math.exp(meanOf(list.map(Math.log)))) : null,
    harmonic_mean: positive ? finite(harmonicMean(list)) : null,
    interquartile_range: rounded(percentileOf(list, 75) - percentileOf(list, 25)),
    percentiles: percentiles.map((percent) => ({ percent, value: rounded(percentileOf(list, percent)) })),
  }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? rounded(value) : null
}

// Interpolates between the two closest ranks, as NumPy does by default, so that a caller can check
// the result.
function percentileOf(sorted: readonly number[], percent: number): number {
  const rank = (percent / 100) * (sorted.length - 1)
  const lower = sorted[Math.floor(rank)]!
  const upper = sorted[Math.ceil(rank)]!
  return lower + (upper - lower) * (rank - Math.floor(rank))
}

function modesOf(sorted: readonly number[]): number[] {
  const counts = new Map<number, number>()
  for (const value of sorted) counts.set(value, (counts.get(value) ?? 0) + 1)
  const most = [...counts.values()].reduce((a, b) => Math.max(a, b), 0)
  return most === 1 ? [] : [...counts].filter(([, count]) => count === most).map(([value]) => value + 0)
}
