import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { digitWarningsOf } from '../lib/exact-json.ts'
import { jsonField, readJson } from '../lib/json-document.ts'
import { toJsonTree } from '../lib/json-tree.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'data-jsonata',
  title: 'JSONata',
  summary: 'Queries and reshapes JSON with a JSONata expression: select, filter, group, compute, rebuild.',
  searchWords: [
    'transform',
    'reshape',
    'map',
    'expression language',
    'restructure',
    'query an object',
    'rename keys',
    'filter list',
    'pick fields',
    'select and compute',
    'convert structure',
    'sort objects',
    'json transformation',
    'change the shape of json',
    'sort records',
    'sort a list of objects',
    'sum a field',
    'convert an api answer',
    'rename fields',
    'new structure',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  related: ['text-json-path', 'data-group-by', 'text-json-merge'],
  takes: { json: ['json'] },
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    json: jsonField('The document'),
    expression: wellFormedText(20_000)
      .min(1)
      .describe(
        'The JSONata expression, such as $sum(items.price). $now, $millis, $random and $shuffle ' +
          'are not available: the answer depends only on the document',
      ),
  }),
  output: z.strictObject({
    result: z.unknown().describe('The value; null if the expression finds nothing'),
    found: z.boolean().describe('False if the expression finds nothing, as opposed to the value null'),
    warnings: z
      .array(z.string())
      .describe('Values that JSON cannot represent, numbers that lost digits, and how they were converted'),
  }),

  // Expressions of the JSONata documentation (docs.jsonata.org: simple queries, predicates, aggregation).
  examples: [
    {
      title: 'Navigating',
      input: { json: { Address: { City: 'Winchester' } }, expression: 'Address.City' },
      output: { result: 'Winchester', found: true, warnings: [] },
    },
    {
      title: 'A predicate',
      input: {
        json: {
          Phone: [
            { type: 'home', number: '0203 544 1234' },
            { type: 'mobile', number: '077 7700 1234' },
          ],
        },
        expression: "Phone[type='mobile'].number",
      },
      output: { result: '077 7700 1234', found: true, warnings: [] },
    },
    {
      title: 'A sum of products',
      input: {
        json: {
          Product: [
            { Price: 2, Quantity: 3 },
            { Price: 5, Quantity: 1 },
          ],
        },
        expression: '$sum(Product.(Price * Quantity))',
      },
      output: { result: 11, found: true, warnings: [] },
    },
  ],

  prepare: () => import('./lib/jsonata-query.ts'),
  handler: async ({ json, expression }) => {
    const { evaluateJsonata } = await import('./lib/jsonata-query.ts')
    const value = await evaluateJsonata(expression, readJson(json, 'json'))
    const tree = toJsonTree(value, 'expression')
    const { warnings = [] } = digitWarningsOf(json)
    return { result: tree.value, found: value !== undefined, warnings: [...warnings, ...tree.warnings] }
  },
})
