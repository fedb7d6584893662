import { counted } from '../../../src-shared/counted.ts'
import type { StructuredPatch } from 'diff'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { withoutMark } from '../lib/byte-order-mark.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_CHARS = 500_000
const MAX_HUNKS = 1_000

export default defineTool({
  slug: 'diff-patch-apply',
  title: 'Apply a patch',
  summary:
    'Applies a unified patch to a text, forwards or backwards, and reports the hunks that ' +
    'did not fit.',
  searchWords: [
    'git apply',
    'patch file',
    'merge a diff',
    'apply changes',
    'reverse a patch',
    'hunks',
    'update a file with a diff',
    'diff file',
    'apply a git diff',
    'patch a text',
    'undo a patch',
    'update text by diff',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  worker: true,
  related: ['text-diff-unified', 'text-diff'],
  takes: { text: ['text'], patch: ['diff'] },
  firstFor: ['diff'],
  gives: 'text',
  mainOutput: 'text',

  input: z.strictObject({
    text: wellFormedText(MAX_CHARS).describe('The text to change'),
    patch: wellFormedText(MAX_CHARS)
      .min(1)
      .describe('A unified patch of one file, as diff -u or git writes it'),
    reverse: z.boolean().default(false).describe('Reverts the change instead of making it'),
    fuzz: z
      .int()
      .min(0)
      .max(3)
      .default(0)
      .describe('How many lines of context around a change may be missing or different'),
  }),
  output: z.strictObject({
    text: z.string().describe('The text with every hunk that fits applied'),
    applied: z.boolean().describe('Whether all hunks fit'),
    applied_count: z.int().describe('Number of hunks that were applied'),
    rejected: z
      .array(
        z.strictObject({
          hunk: z.int().min(1).describe('Which hunk of the patch, counted from 1'),
          header: z.string().describe('Its first line, with the line numbers'),
          lines: z.array(z.string()).describe('Its lines, with their + and - marks'),
        }),
      )
      .describe('Hunks that did not fit anywhere'),
  }),

  // As GNU patch 2.7 does.
  examples: [
    {
      title: 'A removed line',
      input: {
        text: 'one\ntwo\nthree\n',
        patch: '--- a\n+++ b\n@@ -1,3 +1,2 @@\n one\n-two\n three\n',
      },
      output: { text: 'one\nthree\n', applied: true, applied_count: 1, rejected: [] },
    },
    {
      title: 'The line restored',
      input: { text: 'one\nthree\n', patch: '@@ -1,3 +1,2 @@\n one\n-two\n three\n', reverse: true },
      output: { text: 'one\ntwo\nthree\n', applied: true, applied_count: 1, rejected: [] },
    },
    {
      title: 'One of two hunks does not fit',
      input: { text: 'a\nb\nc\n', patch: '@@ -1 +1 @@\n-x\n+y\n@@ -3 +3 @@\n-c\n+d\n' },
      output: {
        text: 'a\nb\nd\n',
        applied: false,
        applied_count: 1,
        rejected: [{ hunk: 1, header: '@@ -1,1 +1,1 @@', lines: ['-x', '+y'] }],
      },
    },
  ],

  prepare: () => import('diff'),
  handler: async ({ text, patch, reverse, fuzz }) => {
    const { applyPatch, reversePatch } = await import('diff')
    const read = await readPatch(withoutMark(patch))
    const parsed = reverse ? reversePatch(read) : read
    const { hunks, ...file } = parsed
    const whole = applyPatch(text, parsed, { fuzzFactor: fuzz })
    if (whole !== false) return { text: whole, applied: true, applied_count: hunks.length, rejected: [] }
    const rejected: { hunk: number; header: string; lines: string[] }[] = []
    let result = text
    // Lines that the hunks so far have added: a rejected one moves nothing.
    let shift = 0
    for (const [at, hunk] of hunks.entries()) {
      // Each hunk separately, because the library applies all of them or none.
      const one = { ...file, hunks: [{ ...hunk, oldStart: hunk.oldStart + shift }] }
      const changed = applyPatch(result, one, { fuzzFactor: fuzz })
      if (changed === false) rejected.push({ hunk: at + 1, header: headerOf(hunk), lines: hunk.lines })
      else shift += hunk.newLines - hunk.oldLines
      if (changed !== false) result = changed
    }
    const applied_count = hunks.length - rejected.length
    return { text: result, applied: false, applied_count, rejected }
  },
})

type Hunk = StructuredPatch['hunks'][number]

function headerOf({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`
}

async function readPatch(patch: string): Promise<StructuredPatch> {
  const { parsePatch } = await import('diff')
  let files: StructuredPatch[]
  try {
    files = parsePatch(patch)
  } catch (error) {
    throw new InvalidInput('patch', `This is not a unified patch: ${reasonOf(error)}`)
  }
  const [file, ...others] = files.filter(({ hunks }) => hunks.length > 0)
  if (!file)
    throw new InvalidInput(
      'patch',
      'The patch has no hunk; a hunk starts with a line such as @@ -1,3 +1,4 @@',
    )
  if (others.length > 0)
    throw new InvalidInput(
      'patch',
      `The patch changes ${counted(others.length + 1, 'file')}; send only the part for one of them`,
    )
  if (file.hunks.some(({ oldStart, newStart }) => !Number.isInteger(oldStart + newStart)))
    throw new InvalidInput('patch', 'A hunk must start with line numbers such as @@ -1,3 +1,4 @@')
  if (file.hunks.length > MAX_HUNKS)
    throw new InvalidInput('patch', `The patch has more than ${MAX_HUNKS} hunks; send it in parts`)
  return file
}

// The library counts lines from 1; what it says of them is in its own words.
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const line = /at line (\d+)/i.exec(message)?.[1]
  return line === undefined
    ? 'a file has only one of its two header lines, --- and +++'
    : `the lines of the hunk at line ${line} are not as many as its header says, or one begins with another ` +
        'character than +, - or a space'
}
