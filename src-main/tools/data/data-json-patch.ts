import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { DIGIT_WARNINGS, digitWarningsOf } from '../lib/exact-json.ts'
import { jsonField, readJson } from '../lib/json-document.ts'
import { jsonProblemOf } from '../lib/sound-json.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'
import { STANDARDS } from '../lib/standards.ts'

const operation = z.object({
  op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']).describe('The operation'),
  path: wellFormedText(10_000).describe(
    'The place, as a JSON Pointer (RFC 6901); "" is the whole document',
  ),
  from: wellFormedText(10_000).optional().describe('For move and copy: the current place of the value'),
  value: z.unknown().optional().describe('For add, replace and test: the value'),
})

export default defineTool({
  slug: 'data-json-patch',
  title: 'Apply a JSON Patch',
  summary: 'Applies a JSON Patch (RFC 6902) to a document: add, remove, replace, move, copy, test.',
  searchWords: [
    'rfc 6902',
    'add and remove operations',
    'modify a document',
    'update fields',
    'edit',
    'change a document with operations',
    'apply changes',
    'jsonpatch',
    'replace a value',
    'partial update',
    'set a field',
    'remove a field',
    'apply operations',
    'edit an object',
    'update a document',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  worker: true,
  standards: [STANDARDS.jsonPatch],
  related: ['text-json-diff', 'text-json-merge'],
  takes: { json: ['json'], patch: ['json-patch'] },
  firstFor: ['json-patch'],
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({
    json: jsonField('The document'),
    patch: z.array(operation).max(10_000).describe('The operations, applied in order, all of them or none'),
  }),
  output: z.strictObject({
    result: z.unknown().describe('The patched document'),
    applied: z.int().min(0).describe('Number of operations'),
    ...DIGIT_WARNINGS,
  }),

  // RFC 6902, appendices A.1, A.6 and A.14.
  examples: [
    {
      title: 'Adding a member (A.1)',
      input: { json: { foo: 'bar' }, patch: [{ op: 'add', path: '/baz', value: 'qux' }] },
      output: { result: { baz: 'qux', foo: 'bar' }, applied: 1 },
    },
    {
      title: 'Moving a value (A.6)',
      input: {
        json: { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
        patch: [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
      },
      output: { result: { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } }, applied: 1 },
    },
    {
      title: 'A tilde in a name (A.14)',
      input: { json: { '/': 9, '~1': 10 }, patch: [{ op: 'test', path: '/~01', value: 10 }] },
      output: { result: { '/': 9, '~1': 10 }, applied: 1 },
    },
  ],

  prepare: () => import('./lib/json-patch.ts'),
  handler: async ({ json, patch }) => {
    const { applyPatch } = await import('./lib/json-patch.ts')
    const problem = jsonProblemOf(patch)
    if (problem)
      throw new InvalidInput('patch', `The patched document cannot be returned as JSON: ${problem}`)
    const result = applyPatch(parseJson(JSON.stringify(readJson(json, 'json'))), patch)
    if (jsonProblemOf(result))
      throw new InvalidInput('patch', 'The patched document would be nested too deeply')
    return { result, applied: patch.length, ...digitWarningsOf(json) }
  },
})
