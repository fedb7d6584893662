import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { JSON_AS_TEXT } from '../lib/json-document.ts'
import { modulesWithPrelude, withPrelude } from './lib/jq-failure.ts'
import { MODULES } from './lib/jq-module-texts.ts'
import { linesOf, resultsOf } from './lib/jq-results.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { STANDARDS } from '../lib/standards.ts'

const MAX_ARGUMENT_CHARS = 16_384
export default defineTool({
  slug: 'exec-jq',
  title: 'Run jq',
  summary: 'Runs a jq 1.8 filter over JSON and returns every result, as JSON or as raw text.',
  searchWords: [
    'filter json',
    'remove duplicates',
    'unique values',
    'transform',
    'command-line json',
    'select fields',
    'query',
    'map values',
    'pipe',
    'stream editor for json',
    'pick keys',
    'slice',
    'jq filter',
    'jq query',
    'json command',
    'process json',
    'filter an array',
    'filter a list',
    'select from json',
  ],
  category: 'Execute',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  worker: true,
  standards: [STANDARDS.jq],
  mainField: 'json',
  related: ['exec-javascript', 'exec-sql-on-json'],
  takes: { json: ['json', 'jsonl'], filter: ['jq'] },
  firstFor: ['jsonl', 'jq'],
  gives: 'json',
  mainOutput: 'results',

  input: z.strictObject({
    json: z
      .unknown()
      .refine((json) => json !== undefined, 'Send the JSON to filter')
      .meta({
        description: 'A JSON value, or JSON as text, also several documents',
        ...JSON_AS_TEXT,
      }),
    filter: wellFormedText(10_000).min(1).describe('The jq filter, such as .items[] | .name'),
    slurp: z.boolean().default(false).describe('Reads all documents into one array (jq -s)'),
    args: namedValues(
      z
        .string()
        .regex(
          /^[A-Za-z_][A-Za-z0-9_]{0,63}$/,
          'A variable is a letter or _, then up to 63 letters, digits or _',
        ),
      z.unknown(),
    )
      .refine((args) => Object.keys(args).length <= 50, 'At most 50 arguments can be given')
      .default({})
      .describe('Values of the variables $name in the filter'),
    modules: MODULES,
  }),
  output: z.strictObject({
    results: z.array(z.unknown()).describe('All results of the filter in order, at most 10,000'),
    count: z.int().min(0).describe('Number of results'),
    first: z.unknown().describe('The first result; null if there is none'),
    error: z
      .string()
      .optional()
      .describe('The error that jq ended with after some results; without any result, the call is refused'),
    ...DIGIT_WARNINGS,
  }),

  // Filters and results of the jq 1.8 manual.
  examples: [
    {
      title: 'Elements of an array',
      input: { json: [{ name: 'JSON' }, { name: 'XML' }], filter: '.[].name' },
      output: { results: ['JSON', 'XML'], count: 2, first: 'JSON' },
    },
    {
      title: 'map(.+1)',
      input: { json: [1, 2, 3], filter: 'map(.+1)' },
      output: { results: [[2, 3, 4]], count: 1, first: [2, 3, 4] },
    },
    {
      title: 'Group by a field',
      input: {
        json: [
          { foo: 1, bar: 10 },
          { foo: 3, bar: 100 },
          { foo: 1, bar: 1 },
        ],
        filter: 'group_by(.foo)',
      },
      output: {
        results: [
          [
            [
              { foo: 1, bar: 10 },
              { foo: 1, bar: 1 },
            ],
            [{ foo: 3, bar: 100 }],
          ],
        ],
        count: 1,
        first: [
          [
            { foo: 1, bar: 10 },
            { foo: 1, bar: 1 },
          ],
          [{ foo: 3, bar: 100 }],
        ],
      },
    },
    {
      title: 'Include a module',
      input: {
        json: [1, 2],
        filter: 'include "steps"; map(increment)',
        modules: { 'steps.jq': 'def increment: . + 1;' },
      },
      output: { results: [[2, 3]], count: 1, first: [2, 3] },
    },
    {
      title: 'No result is not an error',
      input: { json: '1 2 3', filter: 'empty' },
      output: { results: [], count: 0, first: null },
    },
  ],

  prepare: async () => (await import('./lib/jq-engine.ts')).prepareJq(),
  handler: async ({ json, filter, slurp, args, modules }) => {
    const { runJq } = await import('./lib/jq-engine.ts')
    const stdin = typeof json === 'string' ? json : JSON.stringify(json)
    const flags = ['-c', ...(slurp ? ['-s'] : []), ...argumentsOf(args)]
    const { lines, error } = linesOf(
      await runJq(flags, withPrelude(filter), stdin, modulesWithPrelude(modules)),
    )
    const results = resultsOf(lines)
    const warnings = digitWarningsOf(`[${lines.join()}]`)
    return { results, count: results.length, first: results[0] ?? null, ...error, ...warnings }
  },
})

function argumentsOf(args: Readonly<Record<string, unknown>>): string[] {
  const flags = Object.entries(args).flatMap(([name, value]) => ['--argjson', name, JSON.stringify(value)])
  if (flags.join('').length > MAX_ARGUMENT_CHARS)
    throw new InvalidInput(
      'args',
      `The arguments have more than ${MAX_ARGUMENT_CHARS} characters; shorten them`,
    )
  return flags
}
