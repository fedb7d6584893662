import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { COMPARED_TEXTS, MAX_EDITS, MINIMAL } from './lib/diff-fields.ts'
import { replacementPatch } from './lib/unified-patch.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const fileName = wellFormedText(300)
  .min(1)
  .refine(
    (name) => !/[\p{Cc}\u2028\u2029]/u.test(name),
    'A file name must not contain line breaks or other control characters',
  )

export default defineTool({
  slug: 'text-diff-unified',
  title: 'Unified patch of two texts',
  summary:
    'Writes the difference of two texts as a unified patch that diff-patch-apply, git and patch can apply.',
  searchWords: [
    'git diff',
    'patch file',
    'diff output',
    'create a patch',
    'line changes',
    'git style',
    'changes for review',
    'diff -u',
    'hunk',
    'patch from two files',
    'make a diff',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 3,
  version: 2,
  cacheable: true,
  worker: true,
  related: ['diff-patch-apply', 'text-diff'],
  takes: { before: ['text'] },
  gives: 'diff',
  mainOutput: 'patch',

  input: z.strictObject({
    ...COMPARED_TEXTS,
    from_name: fileName.default('a/file').describe('Name of the old file in the patch'),
    to_name: fileName.default('b/file').describe('Name of the new file in the patch'),
    context: z.int().min(0).max(100).default(3).describe('Unchanged lines around each change'),
  }),
  output: z.strictObject({
    patch: z.string().describe('The patch; empty when the texts are equal'),
    identical: z.boolean().describe('Whether the texts are equal'),
    hunks: z.int().min(0).describe('Number of changed places'),
    added: z.int().min(0).describe('Lines added'),
    removed: z.int().min(0).describe('Lines removed'),
    minimal: MINIMAL,
  }),

  // As written by diff -u with --label, except that a count of 1 is written out.
  examples: [
    {
      title: 'A removed line',
      input: { before: 'one\ntwo\nthree\n', after: 'one\nthree\n' },
      output: {
        patch: '--- a/file\n+++ b/file\n@@ -1,3 +1,2 @@\n one\n-two\n three\n',
        identical: false,
        hunks: 1,
        added: 0,
        removed: 1,
        minimal: true,
      },
    },
    {
      title: 'No line feed at the end',
      input: { before: 'a', after: 'a\n', from_name: 'x', to_name: 'y' },
      output: {
        patch: '--- x\n+++ y\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n',
        identical: false,
        hunks: 1,
        added: 1,
        removed: 1,
        minimal: true,
      },
    },
    {
      title: 'Equal texts have an empty patch',
      input: { before: 'a\n', after: 'a\n' },
      output: { patch: '', identical: true, hunks: 0, added: 0, removed: 0, minimal: true },
    },
  ],

  prepare: () => import('diff'),
  handler: async ({ before, after, from_name, to_name, context }) => {
    const { FILE_HEADERS_ONLY, formatPatch, structuredPatch } = await import('diff')
    if (before === after)
      return { patch: '', identical: true, hunks: 0, added: 0, removed: 0, minimal: true }
    const shortest = structuredPatch(from_name, to_name, before, after, undefined, undefined, {
      context,
      maxEditLength: MAX_EDITS,
    })
    const patch = shortest ?? replacementPatch({ from: from_name, to: to_name }, before, after, context)
    const lines = patch.hunks.flatMap((hunk) => hunk.lines)
    const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
    return {
      patch: withShortRanges(formatPatch(patch, FILE_HEADERS_ONLY)),
      identical: false,
      hunks: patch.hunks.length,
      added: count('+'),
      removed: count('-'),
      minimal: shortest !== undefined,
    }
  },
})

// As diff and git write them: the count of a single line is left out.
function withShortRanges(patch: string): string {
  return patch
    .split('\n')
    .map((line) => (line.startsWith('@@ ') ? line.replaceAll(/(?<=[-+]\d+),1(?= )/g, '') : line))
    .join('\n')
}
