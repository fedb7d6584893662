import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { jsonField, readExactJson } from '../lib/json-document.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const aggregate = z.strictObject({
  op: z
    .enum(['count', 'count_distinct', 'sum', 'mean', 'min', 'max', 'first', 'last', 'list'])
    .describe('What to compute; null and missing members are skipped'),
  field: wellFormedText(1_000).describe('The member to compute it from'),
  as: wellFormedText(200).min(1).optional().describe('Name of the result; default: op_field'),
})

export default defineTool({
  slug: 'data-group-by',
  title: 'Group rows',
  summary:
    'Groups JSON rows by one or more members and computes counts, sums, means and more for ' +
    'each group.',
  searchWords: [
    'aggregate',
    'pivot',
    'totals per',
    'sum by',
    'count per',
    'average per',
    'subtotal',
    'per customer',
    'per month',
    'rollup',
    'breakdown',
    'summarize table',
    'how many of each',
    'tally',
    'group records',
    'sum by category',
    'totals by month',
    'average by group',
    'count by type',
    'pivot table',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  worker: true,
  related: ['text-csv-to-json', 'data-jsonata', 'math-statistics'],
  takes: { rows: ['json'] },
  gives: 'json',
  mainOutput: 'groups',

  input: z.strictObject({
    rows: jsonField('The rows, a list of objects'),
    by: z.array(wellFormedText(1_000)).min(1).max(10).describe('The members to group by'),
    aggregates: z.array(aggregate).max(50).default([]).describe('What to compute for each group'),
    include_rows: z.boolean().default(false).describe('Whether to list the rows of each group'),
  }),
  output: z.strictObject({
    groups: z
      .array(
        z.strictObject({
          key: namedValues(z.string(), z.unknown()).describe(
            'The members that the rows share; null if missing',
          ),
          count: z.int().min(1).describe('Number of rows'),
          values: namedValues(z.string(), z.unknown()).describe(
            'The aggregates by name; null if a group has no values to compute one from',
          ),
          rows: z.array(z.unknown()).optional().describe('The rows, if requested'),
        }),
      )
      .describe('The groups in the order in which they first appear'),
    group_count: z.int().min(0).describe('Number of groups'),
    row_count: z.int().min(0).describe('Number of rows'),
    ...DIGIT_WARNINGS,
  }),

  // The results of SQL's GROUP BY for the same rows (checked with SQLite); sums are decimal.
  examples: [
    {
      title: 'Sums by country',
      input: {
        rows: [
          { country: 'FR', amount: 0.1 },
          { country: 'DE', amount: 5 },
          { country: 'FR', amount: 0.2 },
        ],
        by: ['country'],
        aggregates: [{ op: 'sum', field: 'amount' }],
      },
      output: {
        groups: [
          { key: { country: 'FR' }, count: 2, values: { sum_amount: 0.3 } },
          { key: { country: 'DE' }, count: 1, values: { sum_amount: 5 } },
        ],
        group_count: 2,
        row_count: 3,
      },
    },
    {
      title: 'Only counts',
      input: { rows: [{ a: 1 }, { a: '1' }, { a: 1 }, {}], by: ['a'] },
      output: {
        groups: [
          { key: { a: 1 }, count: 2, values: {} },
          { key: { a: '1' }, count: 1, values: {} },
          { key: { a: null }, count: 1, values: {} },
        ],
        group_count: 3,
        row_count: 4,
      },
    },
    {
      title: 'Several aggregates, null skipped',
      input: {
        rows: [
          { t: 'x', v: 1 },
          { t: 'x', v: null },
          { t: 'x', v: 4 },
        ],
        by: ['t'],
        aggregates: [
          { op: 'mean', field: 'v' },
          { op: 'max', field: 'v', as: 'most' },
          { op: 'count', field: 'v' },
        ],
      },
      output: {
        groups: [{ key: { t: 'x' }, count: 3, values: { mean_v: 2.5, most: 4, count_v: 2 } }],
        group_count: 1,
        row_count: 3,
      },
    },
  ],

  prepare: () => import('./lib/row-groups.ts'),
  handler: async ({ rows, ...options }) => {
    const { groupRows } = await import('./lib/row-groups.ts')
    return { ...groupRows(readExactJson(rows, 'rows'), options), ...digitWarningsOf(rows) }
  },
})
