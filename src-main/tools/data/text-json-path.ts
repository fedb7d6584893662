import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { jsonField, readJson } from '../lib/json-document.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { STANDARDS } from '../lib/standards.ts'

const BOOKS = {
  store: {
    book: [
      { category: 'reference', author: 'Nigel Rees', title: 'Sayings of the Century', price: 8.95 },
      { category: 'fiction', author: 'Evelyn Waugh', title: 'Sword of Honour', price: 12.99 },
    ],
    bicycle: { color: 'red', price: 399 },
  },
}

export default defineTool({
  slug: 'text-json-path',
  title: 'JSONPath query',
  summary: 'Finds the values that a JSONPath (RFC 9535) such as $..book[?@.price < 10] selects.',
  searchWords: [
    'pick a value',
    'nested field',
    'select from json',
    'extract a field',
    'find by path',
    'get property',
    'pull out',
    'dollar sign path',
    'third item',
    'deep value',
    'array element',
    'value at a path',
    'json selector',
    'search in json',
    'get one field',
    'nested value',
    'dig into json',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  version: 3,
  cacheable: true,
  worker: true,
  standards: [STANDARDS.jsonPath],
  related: ['data-jsonata', 'text-json-format', 'text-xml-to-json'],
  takes: { json: ['json'], path: ['json-path'] },
  firstFor: ['json-path'],
  gives: 'json',
  mainOutput: 'values',

  input: z.strictObject({
    json: jsonField('The document'),
    path: wellFormedText(1_000)
      .min(1)
      .describe(
        'The JSONPath (RFC 9535), starting with $. Filters compare with == != < <= > >=, join with ' +
          '&& || !, and know length, count, match, search and value; a member alone is true if it exists',
      ),
    limit: z.int().min(1).max(10_000).default(1_000).describe('Most values to return'),
  }),
  output: z.strictObject({
    values: z.array(z.unknown()).describe('The values found, in the order of the document'),
    pointers: z.array(z.string()).describe('The place of each of them, as a JSON Pointer (RFC 6901)'),
    count: z.int().min(0).describe('Number of values found, including those past the limit'),
    ...DIGIT_WARNINGS,
  }),

  // Queries of RFC 9535, section 1.5, on the first books of its document.
  examples: [
    {
      title: 'All authors',
      input: { json: BOOKS, path: '$..author' },
      output: {
        values: ['Nigel Rees', 'Evelyn Waugh'],
        pointers: ['/store/book/0/author', '/store/book/1/author'],
        count: 2,
      },
    },
    {
      title: 'Titles of books cheaper than 10',
      input: { json: BOOKS, path: '$..book[?@.price<10].title' },
      output: { values: ['Sayings of the Century'], pointers: ['/store/book/0/title'], count: 1 },
    },
    {
      title: 'The last book by a negative index',
      input: { json: BOOKS, path: '$..book[-1].price' },
      output: { values: [12.99], pointers: ['/store/book/1/price'], count: 1 },
    },
    {
      title: 'Everything that costs something',
      input: { json: BOOKS, path: '$..[?@.price].price' },
      output: {
        values: [399, 8.95, 12.99],
        pointers: ['/store/bicycle/price', '/store/book/0/price', '/store/book/1/price'],
        count: 3,
      },
    },
  ],

  prepare: () => import('./lib/json-path.ts'),
  handler: async ({ json, path, limit }) => {
    const { selectByPath } = await import('./lib/json-path.ts')
    const found = selectByPath(readJson(json, 'json'), path)
    const first = found.slice(0, limit)
    return {
      values: first.map(({ value }) => value),
      pointers: first.map(({ pointer }) => pointer),
      count: found.length,
      ...digitWarningsOf(json),
    }
  },
})
