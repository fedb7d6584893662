import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'

const MAX_VALUES = 50_000
// Squares of larger numbers would exceed the largest double.
const MAX_SIZE = 1e100

export default defineTool({
  slug: 'math-statistics',
  title: 'Statistics of numbers',
  summary: 'Mean, median, mode, quantiles, standard deviation, skewness and more of a list of numbers.',
  searchWords: [
    'average',
    'mean',
    'median',
    'standard deviation',
    'variance',
    'percentile',
    'spread',
    'histogram',
    'quartile',
    'min and max',
    'summary of numbers',
    'distribution',
    'outliers',
    'describe a column',
    'sum',
    'total',
    'range',
    'sd',
    'list of numbers',
    'average of numbers',
  ],
  category: 'Math & Numbers',
  tier: 'compute',
  credits: 3,
  version: 3,
  cacheable: true,
  worker: true,
  mainField: 'values',
  related: ['math-linear-regression', 'data-group-by', 'svg-generate-chart'],
  takes: { values: ['numbers'] },
  firstFor: ['numbers'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    values: z
      .array(z.number().min(-MAX_SIZE).max(MAX_SIZE))
      .min(1)
      .max(MAX_VALUES)
      .describe('The numbers, in any order'),
    percentiles: z
      .array(z.number().min(0).max(100))
      .max(100)
      .default([5, 25, 50, 75, 95])
      .describe('Which percentiles to compute, interpolated between two numbers as in NumPy'),
  }),
  output: z.strictObject({
    count: z.int().min(1).describe('Number of numbers'),
    sum: z.number().describe('Their sum'),
    mean: z.number().describe('Arithmetic mean'),
    median: z.number().describe('The middle one, or the mean of the two in the middle'),
    mode: z.array(z.number()).describe('The most frequent numbers, ascending; empty if none repeats'),
    min: z.number().describe('The smallest'),
    max: z.number().describe('The largest'),
    range: z.number().describe('Largest minus smallest'),
    variance: z.number().nullable().describe('Of a sample (divided by n - 1); null for a single number'),
    standard_deviation: z.number().nullable().describe('Of a sample; null for a single number'),
    population_variance: z.number().describe('Of a whole population (divided by n)'),
    population_standard_deviation: z.number().describe('Of a whole population'),
    skewness: z
      .number()
      .nullable()
      .describe('Of a sample, adjusted Fisher-Pearson; null below 3 numbers or if all are the same'),
    kurtosis: z
      .number()
      .nullable()
      .describe('Excess kurtosis of a sample; null below 4 numbers or if all are the same'),
    geometric_mean: z.number().nullable().describe('Null unless all numbers are positive'),
    harmonic_mean: z.number().nullable().describe('Null unless all numbers are positive'),
    interquartile_range: z.number().describe('75th minus 25th percentile'),
    percentiles: z
      .array(
        z.strictObject({
          percent: z.number().describe('Share of the numbers below'),
          value: z.number().describe('The percentile'),
        }),
      )
      .describe('The requested percentiles'),
  }),

  examples: [
    {
      // The certified values of the dataset NumAcc1 of the NIST Statistical Reference Datasets; the
      // rest is derived.
      title: 'Numbers that need all their digits (NIST NumAcc1)',
      input: { values: [10000001, 10000003, 10000002], percentiles: [50] },
      output: {
        count: 3,
        sum: 30000006,
        mean: 10000002,
        median: 10000002,
        mode: [],
        min: 10000001,
        max: 10000003,
        range: 2,
        variance: 1,
        standard_deviation: 1,
        population_variance: 0.66666666666667,
        population_standard_deviation: 0.81649658092773,
        skewness: 0,
        kurtosis: null,
        geometric_mean: 10000002,
        harmonic_mean: 10000002,
        interquartile_range: 1,
        percentiles: [{ percent: 50, value: 10000002 }],
      },
    },
    { title: 'Two modes', input: { values: [1, 1, 2, 3, 3] } },
    {
      title: 'The usual percentiles of a latency',
      input: { values: [12, 15, 11, 240, 13], percentiles: [50, 99] },
    },
  ],

  prepare: () => import('./lib/sample-statistics.ts'),
  handler: async ({ values, percentiles }) => {
    const { statisticsOf } = await import('./lib/sample-statistics.ts')
    return statisticsOf(values, percentiles)
  },
})
