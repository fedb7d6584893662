import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { digitWarningsOf } from '../lib/exact-json.ts'
import { jsonField, readJson } from '../lib/json-document.ts'
import { flatten } from './lib/json-paths.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'data-json-flatten',
  title: 'Flatten JSON',
  summary: 'Turns nested JSON into one level of names such as a.b.0, and never loses a value on the way.',
  searchWords: [
    'dot notation',
    'one level',
    'nested to flat',
    'dotted keys',
    'dotted columns',
    'collapse nesting',
    'spreadsheet-ready',
    'single row',
    'key paths',
    'deep object',
    'unnest',
    'make it flat',
    'columns from nested data',
    'json to a table',
    'nested to dotted',
    'flat columns',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  worker: true,
  aliases: ['json-flatten', 'data-flatten', 'text-json-flatten', 'data-flatten-object'],
  mainField: 'json',
  related: ['data-json-unflatten', 'text-json-to-csv'],
  takes: { json: ['json'] },
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    json: jsonField('The object or list to flatten'),
    delimiter: wellFormedText(10).min(1).default('.').describe('Separator between the parts of a name'),
    lists: z.boolean().default(true).describe('Flattens lists too; otherwise they are values'),
    max_depth: z
      .int()
      .min(1)
      .max(1_024)
      .default(1_024)
      .describe('Levels to flatten; deeper values stay as they are'),
  }),
  output: z.strictObject({
    result: z
      .unknown()
      .describe('An object with the values by their names; empty objects and lists are values'),
    count: z.int().min(0).describe('Number of values'),
    warnings: z
      .array(z.string())
      .optional()
      .describe(
        'Names that data-json-unflatten would not give back, and numbers of a JSON text that a 64-bit float cannot ' +
          'hold, as sent and as read; at most 100 of each',
      ),
  }),

  // By the rule in the summary, as the npm package flat does.
  examples: [
    {
      title: 'Objects and lists',
      input: { json: { a: { b: 1, c: [true, null] }, d: {} } },
      output: { result: { 'a.b': 1, 'a.c.0': true, 'a.c.1': null, d: {} }, count: 4 },
    },
    {
      title: 'Lists kept, with another delimiter',
      input: { json: { a: { b: [1, 2] } }, delimiter: '/', lists: false },
      output: { result: { 'a/b': [1, 2] }, count: 1 },
    },
    {
      title: 'One level only',
      input: { json: { a: { b: { c: 1 } } }, max_depth: 2 },
      output: { result: { 'a.b': { c: 1 } }, count: 1 },
    },
  ],

  handler: ({ json, delimiter, lists, max_depth }) => {
    const flat = flatten(readJson(json, 'json'), { delimiter, lists, maxDepth: max_depth })
    const warnings = [...flat.warnings, ...(digitWarningsOf(json).warnings ?? [])]
    const { result } = flat
    return { result, count: Object.keys(result).length, ...(warnings.length > 0 && { warnings }) }
  },
})
