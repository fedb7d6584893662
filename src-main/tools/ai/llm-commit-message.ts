import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

const STYLES = {
  plain: 'Begin the subject with a verb in the imperative, such as "Add" or "Fix".',
  conventional:
    'Write the subject in the form of Conventional Commits 1.0: type, optional scope in ' +
    'brackets, colon, description; the type is feat, fix, docs, style, refactor, perf, test, ' +
    'build, ci or chore, with "!" for a breaking change.',
} as const

export default defineTool({
  slug: 'llm-commit-message',
  title: 'Write a commit message',
  summary: 'Writes the message of a commit from its diff: a subject line, and a body that says why.',
  searchWords: [
    'git commit text',
    'describe my changes',
    'conventional commits',
    'message for a diff',
    'staged changes',
    'what to write when committing',
    'log entry for a change',
    'git message',
    'what did i change',
    'summarize a diff',
    'commit title',
  ],
  category: 'AI: Code',
  tier: 'llm',
  credits: 10,
  mainField: 'diff',
  related: ['llm-code-review', 'llm-release-notes'],
  takes: { diff: ['diff'] },
  gives: 'text',
  mainOutput: 'result',

  input: z.strictObject({
    diff: writtenText(60_000).describe('The output of git diff'),
    style: z
      .enum(['plain', 'conventional'])
      .default('conventional')
      .describe('A plain sentence, or Conventional Commits'),
    context: wellFormedText(1_000)
      .min(1)
      .optional()
      .describe('Why the change was made, if the diff does not show it'),
  }),
  output: z.strictObject({
    result: z.string().describe('The whole message: subject, empty line, body'),
    subject: z.string().describe('The first line, at most 72 characters'),
    body: z.string().describe('Further explanation; empty if there is none'),
    ...MODEL_FIELDS,
  }),

  examples: [
    { title: 'Conventional', input: { diff: '-const LIMIT = 10\n+const LIMIT = 100' } },
    {
      title: 'Plain, with the reason',
      input: {
        diff: '+  if (!user) return null',
        style: 'plain',
        context: 'Crashed for visitors who were signed out',
      },
    },
    { title: 'Documentation', input: { diff: '-Teh gateway\n+The gateway', style: 'conventional' } },
  ],

  handler: async ({ diff, style, context }, ctx) => {
    const task =
      `Write the message of the commit that makes this change. ${STYLES[style]} The subject ` +
      'has at most 72 characters and no full stop at its end. The body says what changes for ' +
      'the users and why, in lines of at most 72 characters; leave it empty if the subject ' +
      'says everything.'
    const schema = z.object({
      subject: z
        .string()
        .min(1)
        .max(72)
        .refine((line) => !line.includes('\n'), 'The subject must be a single line'),
      body: z.string().max(3_000),
    })
    const { value, use } = await fillSchema({ task, data: { diff, request: context } }, schema, ctx)
    const body = value.body.trim()
    return {
      result: body ? `${value.subject}\n\n${body}` : value.subject,
      subject: value.subject,
      body,
      ...use,
    }
  },
})
