import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS, useOf } from './lib/model-fields.ts'
import { writeText } from './lib/model-text.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

const READERS = {
  users: 'people who use the product: say what changes for them, without internals',
  developers: 'developers who build on it: put interface changes, migrations and breaking changes first',
} as const

export default defineTool({
  slug: 'llm-release-notes',
  title: 'Write release notes',
  summary: 'Turns commit messages into release notes: added, changed, fixed and breaking.',
  searchWords: [
    'changelog',
    'what is new',
    'from git history',
    'from git log',
    'summary of commits',
    'version announcement',
    'history of changes',
    'upgrade notes',
    'what changed in this release',
    'list of fixes',
    'product update',
    'commit list',
  ],
  category: 'AI: Content',
  tier: 'llm',
  credits: 10,
  mainField: 'commits',
  related: ['llm-commit-message', 'llm-summarize'],
  takes: { commits: ['commits', 'text'] },
  firstFor: ['commits'],
  gives: 'markdown',
  mainOutput: 'result',

  input: z.strictObject({
    commits: z
      .union([writtenText(100_000), z.array(writtenText(5_000)).min(1).max(500)])
      .describe('The output of git log, or a list of commit messages'),
    version: wellFormedText(50).min(1).optional().describe('The version, for the heading'),
    product: wellFormedText(100).min(1).optional().describe('The name of the product'),
    reader: z.enum(['users', 'developers']).default('users').describe('Who the notes are for'),
  }),
  output: z.strictObject({
    result: z.string().describe('The release notes, as Markdown'),
    ...MODEL_FIELDS,
  }),

  examples: [
    {
      title: 'From a log',
      input: { commits: 'feat: dark mode\nfix: crash on empty files', version: '1.2.0' },
    },
    {
      title: 'For developers',
      input: { commits: ['feat!: rename --out to --output', 'docs: fix typo'], reader: 'developers' },
    },
    { title: 'With a name', input: { commits: ['Add export to CSV'], product: 'Ledger', version: '3.0' } },
  ],

  handler: async ({ commits, version, product, reader }, ctx) => {
    const log = typeof commits === 'string' ? commits : commits.join('\n\n')
    const task =
      `Write the release notes of these commits for ${READERS[reader]}. Write Markdown with ` +
      'the sections Breaking, Added, Changed and Fixed, leaving out empty ones. Write one ' +
      "point per change, in the readers' words; combine commits that belong to one change, " +
      'leave out what no reader would notice, and invent nothing.'
    const request = [product && `Product: ${product}`, version && `Version: ${version}`].filter(Boolean)
    const answer = await writeText(
      { task, data: { commits: log, request: request.join('\n') || undefined } },
      ctx,
      'result',
    )
    return { result: answer.text, ...useOf([answer]) }
  },
})
