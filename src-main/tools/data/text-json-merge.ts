import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { JSON_AS_TEXT, NUMBERS_NOTE, readJson } from '../lib/json-document.ts'
import { deepMerge, mergePatch } from './lib/json-merge.ts'

export default defineTool({
  slug: 'text-json-merge',
  title: 'Merge JSON documents',
  summary:
    'Merges JSON documents in order, either deeply or as JSON Merge Patches (RFC 7396, where ' +
    'null removes).',
  searchWords: [
    'join',
    'deep merge',
    'override',
    'overlay configs',
    'defaults',
    'extend',
    'union of objects',
    'one after the other',
    'last wins',
    'mix settings',
    'put together',
    'settings over defaults',
    'combine configs',
    'merge objects',
    'put two objects together',
    'add objects',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  worker: true,
  aliases: ['json-merge', 'data-json-merge'],
  mainField: 'documents',
  related: ['data-json-patch', 'text-json-diff'],
  takes: { documents: ['json'] },
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    documents: z
      .array(z.unknown().meta(JSON_AS_TEXT))
      .min(2)
      .max(100)
      .describe(`The documents in order, later ones win: JSON values, or JSON as text (${NUMBERS_NOTE})`),
    strategy: z
      .enum(['deep', 'merge_patch'])
      .default('deep')
      .describe('deep keeps null as a value; merge_patch is RFC 7396: null removes, lists are replaced'),
    lists: z
      .enum(['replace', 'append', 'union', 'by_place'])
      .default('replace')
      .describe(
        'How deep combines two lists: the later one, both, both without duplicates, or index by index',
      ),
  }),
  output: z.strictObject({ result: z.unknown().describe('The merged document'), ...DIGIT_WARNINGS }),

  // RFC 7396, section 3 and appendix A.
  examples: [
    {
      title: 'The example of RFC 7396, section 3',
      input: {
        documents: [
          {
            title: 'Goodbye!',
            author: { givenName: 'John', familyName: 'Doe' },
            tags: ['example', 'sample'],
            content: 'This will be unchanged',
          },
          {
            title: 'Hello!',
            phoneNumber: '+01-123-456-7890',
            author: { familyName: null },
            tags: ['example'],
          },
        ],
        strategy: 'merge_patch',
      },
      output: {
        result: {
          title: 'Hello!',
          author: { givenName: 'John' },
          tags: ['example'],
          content: 'This will be unchanged',
          phoneNumber: '+01-123-456-7890',
        },
      },
    },
    {
      title: 'Removing a member (RFC 7396, appendix A)',
      input: { documents: [{ a: 'b', b: 'c' }, { a: null }], strategy: 'merge_patch' },
      output: { result: { b: 'c' } },
    },
    {
      title: 'Deep, with lists joined',
      input: {
        documents: [
          { a: { b: 1 }, l: [1, 2] },
          { a: { c: null }, l: [2, 3] },
        ],
        lists: 'union',
      },
      output: { result: { a: { b: 1, c: null }, l: [1, 2, 3] } },
    },
  ],

  handler: ({ documents, strategy, lists }) => {
    const values = documents.map((document, at) => readJson(document, `documents.${at}`))
    const merge = strategy === 'deep' ? deepMerge : mergePatch
    const result = values.reduce((target, next) => merge(target, next, lists))
    return { result, ...digitWarningsOf(...documents) }
  },
})
