import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { fitLine } from './lib/line-fit.ts'
import { rounded } from './lib/rounded.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

const MAX_POINTS = 20_000
const MAX_SIZE = 1e70

const coordinate = z.number().min(-MAX_SIZE).max(MAX_SIZE)

export default defineTool({
  slug: 'math-linear-regression',
  title: 'Linear regression',
  summary: 'Fits a line through points by least squares: slope, intercept, R², errors and predictions.',
  searchWords: [
    'trend line',
    'best fit',
    'slope',
    'predict',
    'forecast',
    'correlation',
    'least squares',
    'line through points',
    'extrapolate',
    'r squared',
    'fit a line',
    'relationship between variables',
    'next value',
    'sales next month',
    'predict sales',
    'growth',
    'straight line',
    'estimate the future',
    'line of best fit',
  ],
  category: 'Math & Numbers',
  tier: 'compute',
  credits: 3,
  cacheable: true,
  related: ['math-statistics', 'svg-generate-chart'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    x: z.array(coordinate).min(2).max(MAX_POINTS).describe('The x values'),
    y: z.array(coordinate).min(2).max(MAX_POINTS).describe('The y values, as many as x'),
    predict: z.array(coordinate).max(1_000).default([]).describe('x values to predict y for'),
  }),
  output: z.strictObject({
    slope: z.number().describe('Increase of y per unit of x'),
    intercept: z.number().describe('y at x = 0'),
    r_squared: z
      .number()
      .nullable()
      .describe('Share of the variation of y that the line explains; null if all y are the same'),
    correlation: z.number().nullable().describe("Pearson's r; null if all y are the same"),
    residual_standard_deviation: z.number().nullable().describe('Null for two points'),
    slope_standard_error: z.number().nullable().describe('Null for two points'),
    intercept_standard_error: z.number().nullable().describe('Null for two points'),
    count: z.int().min(2).describe('Number of points'),
    predictions: z
      .array(
        z.strictObject({
          x: z.number().describe('The x value that was sent'),
          y: z.number().describe('The y value on the line'),
        }),
      )
      .describe('Predicted points'),
  }),

  // By the least-squares formulas, calculated by hand.
  examples: [
    {
      title: 'Points on a line',
      input: { x: [0, 1, 2], y: [1, 3, 5], predict: [10] },
      output: {
        slope: 2,
        intercept: 1,
        r_squared: 1,
        correlation: 1,
        residual_standard_deviation: 0,
        slope_standard_error: 0,
        intercept_standard_error: 0,
        count: 3,
        predictions: [{ x: 10, y: 21 }],
      },
    },
    {
      title: 'Two points leave no error',
      input: { x: [1, 3], y: [4, 0] },
      output: {
        slope: -2,
        intercept: 6,
        r_squared: 1,
        correlation: -1,
        residual_standard_deviation: null,
        slope_standard_error: null,
        intercept_standard_error: null,
        count: 2,
        predictions: [],
      },
    },
    {
      title: 'Sales of four months, and the next',
      input: { x: [1, 2, 3, 4], y: [10, 14, 15, 21], predict: [5] },
    },
  ],

  handler: ({ x, y, predict }) => {
    if (x.length !== y.length)
      throw new InvalidInput(
        'y',
        `There are ${x.length} x values and ${y.length} y values; send the same number of each`,
      )
    if (x.every((value) => value === x[0]))
      throw new InvalidInput('x', 'All x are the same, so the slope is undefined; send different ones')
    const fit = fitLine(x, y)
    return {
      ...fit,
      predictions: predict.map((at) => ({ x: at, y: rounded(fit.intercept + fit.slope * at) })),
    }
  },
})
