import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf, withFloats } from '../lib/exact-json.ts'
import { jsonField, readExactJson } from '../lib/json-document.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

const operation = z.strictObject({
  op: z.enum(['add', 'remove', 'replace']).describe('The operation'),
  path: z.string().describe('The place, as a JSON Pointer (RFC 6901)'),
  value: z.unknown().optional().describe('The new value; not set for remove'),
})

export default defineTool({
  slug: 'text-json-diff',
  title: 'Compare two JSON documents',
  summary: 'The JSON Patch (RFC 6902) that turns one JSON document into another, whatever their layout.',
  searchWords: [
    'difference',
    'what changed between two objects',
    'delta',
    'json patch',
    'compare objects',
    'compare configs',
    'snapshots',
    'compare responses',
    'changes between versions',
    'deep equal',
    'api response changed',
    'json changes',
    'difference between settings',
    'before and after',
    'added keys',
    'compare json files',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 3,
  version: 2,
  cacheable: true,
  worker: true,
  aliases: ['json-diff', 'data-json-diff'],
  related: ['data-json-patch', 'text-json-merge', 'text-diff'],
  takes: { before: ['json'] },
  gives: 'json',
  mainOutput: 'patch',

  input: z.strictObject({
    before: jsonField('The old document'),
    after: jsonField('The new document'),
  }),
  output: z.strictObject({
    identical: z.boolean().describe('True if both are the same; the order of members does not matter'),
    patch: z.array(operation).describe('The operations in the order in which data-json-patch applies them'),
    added: z.int().min(0).describe('Number of add operations'),
    removed: z.int().min(0).describe('Number of remove operations'),
    replaced: z.int().min(0).describe('Number of replace operations'),
    ...DIGIT_WARNINGS,
  }),

  // Documents of RFC 6902, appendices A.1, A.4 and A.5.
  examples: [
    {
      title: 'A new member (A.1)',
      input: { before: { foo: 'bar' }, after: { baz: 'qux', foo: 'bar' } },
      output: {
        identical: false,
        patch: [{ op: 'add', path: '/baz', value: 'qux' }],
        added: 1,
        removed: 0,
        replaced: 0,
      },
    },
    {
      title: 'A removed list element (A.4)',
      input: { before: { foo: ['bar', 'qux', 'baz'] }, after: { foo: ['bar', 'baz'] } },
      output: {
        identical: false,
        patch: [{ op: 'remove', path: '/foo/1' }],
        added: 0,
        removed: 1,
        replaced: 0,
      },
    },
    {
      title: 'A changed value (A.5)',
      input: { before: { baz: 'qux', foo: 'bar' }, after: { baz: 'boo', foo: 'bar' } },
      output: {
        identical: false,
        patch: [{ op: 'replace', path: '/baz', value: 'boo' }],
        added: 0,
        removed: 0,
        replaced: 1,
      },
    },
  ],

  prepare: () => import('./lib/json-changes.ts'),
  handler: async ({ before, after }) => {
    const { changesBetween } = await import('./lib/json-changes.ts')
    const patch = changesBetween(readExactJson(before, 'before'), readExactJson(after, 'after'))
    if (patch.length > 50_000)
      throw new InvalidInput('after', 'More than 50000 operations are needed; compare smaller documents')
    const count = (op: string) => patch.filter((one) => one.op === op).length
    return {
      identical: patch.length === 0,
      patch: patch.map((one) => ('value' in one ? { ...one, value: withFloats(one.value) } : one)),
      added: count('add'),
      removed: count('remove'),
      replaced: count('replace'),
      ...digitWarningsOf(before, after),
    }
  },
})
