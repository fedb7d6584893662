import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { COMPARED_TEXTS, MAX_EDITS, MINIMAL } from './lib/diff-fields.ts'
import { numbering, replacementOf, toOperations, tokensOf } from './lib/diff-operations.ts'

const operation = z.strictObject({
  op: z.enum(['equal', 'delete', 'insert']).describe('What happens to the text'),
  text: z.string().describe('The lines, words or characters'),
  count: z.int().min(1).describe('Number of lines, words or characters'),
})

export default defineTool({
  slug: 'text-diff',
  title: 'Compare two texts',
  summary: 'The differences between two texts: what to delete and insert, by lines, words or characters.',
  searchWords: [
    'what changed',
    'differences between drafts',
    'changes',
    'compare versions',
    'two drafts',
    'track changes',
    'spot the difference',
    'added and removed',
    'compare files',
    'edited',
    'what is different',
    'redline',
    'see changes',
    'old and new version',
    'compare documents',
    'side by side',
    'two paragraphs',
    'comparison of two texts',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 3,
  version: 2,
  cacheable: true,
  worker: true,
  related: ['text-diff-unified', 'text-compare-similarity', 'diff-patch-apply', 'text-json-diff'],
  takes: { before: ['text'] },
  gives: 'json',
  mainOutput: 'operations',

  input: z.strictObject({
    ...COMPARED_TEXTS,
    by: z
      .enum(['line', 'word', 'character'])
      .default('line')
      .describe('The unit of comparison; a character is what a reader sees as one'),
    ignore_case: z.boolean().default(false).describe('Ignores the difference between upper and lower case'),
    ignore_whitespace: z
      .boolean()
      .default(false)
      .describe('Treats all white space as equal, and ignores it at the ends of a line'),
  }),
  output: z.strictObject({
    identical: z.boolean().describe('True if there is nothing to delete or insert'),
    operations: z
      .array(operation)
      .describe(
        'In order, deletions before insertions. Equal and inserted texts together are `after`, ' +
          'equal and deleted ones `before` (if something is ignored, equal texts are shown as in ' +
          '`after`)',
      ),
    deleted: z.int().min(0).describe('Lines, words or characters deleted'),
    inserted: z.int().min(0).describe('Lines, words or characters inserted'),
    unchanged: z.int().min(0).describe('Lines, words or characters kept'),
    minimal: MINIMAL,
  }),

  examples: [
    {
      title: 'A removed line',
      input: { before: 'one\ntwo\nthree\n', after: 'one\nthree\n' },
      output: {
        identical: false,
        operations: [
          { op: 'equal', text: 'one\n', count: 1 },
          { op: 'delete', text: 'two\n', count: 1 },
          { op: 'equal', text: 'three\n', count: 1 },
        ],
        deleted: 1,
        inserted: 0,
        unchanged: 2,
        minimal: true,
      },
    },
    {
      title: 'A changed word',
      input: { before: 'a red car', after: 'a blue car', by: 'word' },
      output: {
        identical: false,
        operations: [
          { op: 'equal', text: 'a ', count: 2 },
          { op: 'delete', text: 'red', count: 1 },
          { op: 'insert', text: 'blue', count: 1 },
          { op: 'equal', text: ' car', count: 2 },
        ],
        deleted: 1,
        inserted: 1,
        unchanged: 4,
        minimal: true,
      },
    },
    {
      title: 'Emoji that share half of their UTF-16 units',
      input: { before: '😀', after: '😁', by: 'character' },
      output: {
        identical: false,
        operations: [
          { op: 'delete', text: '😀', count: 1 },
          { op: 'insert', text: '😁', count: 1 },
        ],
        deleted: 1,
        inserted: 1,
        unchanged: 0,
        minimal: true,
      },
    },
  ],

  prepare: () => import('diff'),
  handler: async ({ before, after, by, ignore_case, ignore_whitespace }) => {
    const { diffArrays } = await import('diff')
    const old = tokensOf(before, by)
    const now = tokensOf(after, by)
    const idOf = numbering({ ignore_case, ignore_whitespace })
    const [from, to] = [old.map(idOf), now.map(idOf)]
    const changes = diffArrays(from, to, { maxEditLength: MAX_EDITS })
    const operations = toOperations(old, now, changes ?? replacementOf(from, to))
    const sum = (op: string) =>
      operations.reduce((total, one) => total + (one.op === op ? one.count : 0), 0)
    const [deleted, inserted, unchanged] = [sum('delete'), sum('insert'), sum('equal')]
    const identical = deleted + inserted === 0
    return { identical, operations, deleted, inserted, unchanged, minimal: changes !== undefined }
  },
})
