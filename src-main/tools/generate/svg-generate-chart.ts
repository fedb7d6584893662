import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const value = z.number().min(-1e15).max(1e15)
const color = z.string().regex(/^#[\da-f]{6}$/i, 'Send six hexadecimal digits, such as #2563eb')

export default defineTool({
  slug: 'svg-generate-chart',
  title: 'Chart',
  summary: 'Draws a bar, line, area, pie or scatter chart as SVG without scripts.',
  searchWords: [
    'graph',
    'plot',
    'diagram',
    'pie',
    'bar',
    'line graph',
    'scatter',
    'histogram',
    'visualize',
    'draw data',
    'picture of numbers',
    'data visualization',
    'sparkline',
    'infographic',
    'draw a graph',
    'bar graph',
    'show numbers as a picture',
    'chart from data',
  ],
  category: 'Generate',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  worker: true,
  related: ['math-statistics', 'data-group-by'],
  gives: 'svg',
  mainOutput: 'svg',

  input: z.strictObject({
    type: z.enum(['bar', 'line', 'area', 'pie', 'scatter']).describe('The kind of chart'),
    series: z
      .array(
        z.strictObject({
          name: wellFormedText(200).default('').describe('Its name in the legend'),
          values: z
            .array(z.union([value.nullable(), z.tuple([value, value])]))
            .min(1)
            .max(5_000)
            .describe('One number per category, null for a gap; for scatter, pairs of x and y'),
          color: color.optional().describe('Its colour'),
        }),
      )
      .min(1)
      .max(20)
      .describe('The series; a pie has exactly one'),
    categories: z
      .array(wellFormedText(200))
      .max(5_000)
      .default([])
      .describe('Labels along the axis, or of the slices; default: 1, 2, 3 and so on'),
    title: wellFormedText(200).default('').describe('Title above the chart'),
    x_label: wellFormedText(100).default('').describe('Name of the horizontal axis'),
    y_label: wellFormedText(100).default('').describe('Name of the vertical axis'),
    stacked: z.boolean().default(false).describe('Stacks the series of bars or areas'),
    width: z.int().min(100).max(2_000).default(640).describe('Pixels'),
    height: z.int().min(100).max(2_000).default(400).describe('Pixels'),
    dark: z.boolean().default(false).describe('Light text, for a dark page'),
    background: color.optional().describe('Background colour; default: none'),
  }),
  output: z.strictObject({
    svg: z.string().describe('The chart, without scripts or external references'),
    width: z.int().describe('Pixels'),
    height: z.int().describe('Pixels'),
  }),

  // The exact positions are up to ECharts; tests check what the drawing must and must not contain.
  examples: [
    {
      title: 'Bars',
      input: {
        type: 'bar',
        categories: ['Mon', 'Tue', 'Wed'],
        series: [{ name: 'Calls', values: [120, 200, 150] }],
      },
    },
    {
      title: 'A pie with a title',
      input: { type: 'pie', title: 'Browsers', categories: ['A', 'B'], series: [{ values: [70, 30] }] },
    },
    {
      title: 'Points',
      input: {
        type: 'scatter',
        series: [
          {
            values: [
              [1, 2],
              [2, 3.5],
            ],
          },
        ],
      },
    },
  ],

  prepare: () => import('./lib/chart-drawing.ts'),
  handler: async (chart) => {
    const { drawChart } = await import('./lib/chart-drawing.ts')
    return { svg: drawChart(chart), width: chart.width, height: chart.height }
  },
})
