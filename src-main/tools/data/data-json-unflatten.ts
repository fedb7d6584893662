import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { isJsonObject, jsonField, readJson } from '../lib/json-document.ts'
import { unflatten } from './lib/json-paths.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'data-json-unflatten',
  title: 'Unflatten JSON',
  summary: 'Builds nested JSON from names such as a.b.0, the inverse of data-json-flatten.',
  searchWords: [
    'nest',
    'expand dotted keys',
    'dotted keys to objects',
    'restore structure',
    'rebuild nested',
    'from dot notation',
    'inflate',
    'flat to nested',
    'reverse flattening',
    'back to nested',
    'make it nested again',
    'build a tree',
    'flat keys to tree',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  worker: true,
  mainField: 'json',
  related: ['data-json-flatten'],
  takes: { json: ['json'] },
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    json: jsonField('The object with flat names'),
    delimiter: wellFormedText(10).min(1).default('.').describe('Separator between the parts of a name'),
    lists: z
      .boolean()
      .default(true)
      .describe(
        'Turns the names 0, 1, 2 and so on into a list if none is missing; otherwise they become ' +
          'an object',
      ),
  }),
  output: z.strictObject({
    result: z.unknown().describe('The nested object, or list'),
    ...DIGIT_WARNINGS,
  }),

  // The examples of data-json-flatten in reverse.
  examples: [
    {
      title: 'Objects and lists',
      input: { json: { 'a.b': 1, 'a.c.0': true, 'a.c.1': null, d: {} } },
      output: { result: { a: { b: 1, c: [true, null] }, d: {} } },
    },
    {
      title: 'Another delimiter',
      input: { json: { 'a/b': [1, 2] }, delimiter: '/' },
      output: { result: { a: { b: [1, 2] } } },
    },
    {
      title: 'A missing index makes an object instead of a list',
      input: { json: { 'a.0': 'x', 'a.2': 'z' } },
      output: { result: { a: { '0': 'x', '2': 'z' } } },
    },
  ],

  handler: ({ json, delimiter, lists }) => {
    const flat = readJson(json, 'json')
    if (!isJsonObject(flat)) throw new InvalidInput('json', 'Send an object with flat names')
    return { result: unflatten(flat, { delimiter, lists }), ...digitWarningsOf(json) }
  },
})
