import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS, useOf } from './lib/model-fields.ts'
import { writeText } from './lib/model-text.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

const READERS = {
  beginner: 'somebody who is learning to program: explain every term',
  developer: 'a programmer who does not know this code',
  manager: 'somebody who does not program: say what it is for and what the risks are',
} as const

export default defineTool({
  slug: 'llm-explain-code',
  title: 'Explain code',
  summary: 'Explains in plain words what a piece of code does, for a beginner, a developer or a manager.',
  searchWords: [
    'what does this code do',
    'understand a program',
    'walk me through',
    'describe a function',
    'explain a script',
    'learn programming',
    'legacy code',
    'comment on this snippet',
    'plain english',
    'how does this program work',
    'understand a function',
    'meaning of this code',
    'code to english',
    'what is this script for',
    'what is a program doing',
  ],
  category: 'AI: Code',
  tier: 'llm',
  credits: 10,
  mainField: 'code',
  related: ['llm-code-review', 'llm-code-test-generate'],
  takes: { code: ['code'] },
  firstFor: ['code'],
  gives: 'text',
  mainOutput: 'result',

  input: z.strictObject({
    code: writtenText(60_000).describe('The code to explain'),
    language: wellFormedText(50)
      .min(1)
      .optional()
      .describe('The programming language; detected if not set'),
    reader: z
      .enum(['beginner', 'developer', 'manager'])
      .default('developer')
      .describe('Who the explanation is for'),
    question: writtenText(500).optional().describe('What to focus on'),
  }),
  output: z.strictObject({ result: z.string().describe('The explanation, as Markdown'), ...MODEL_FIELDS }),

  examples: [
    {
      title: 'A line of Python',
      input: { code: 'xs = [x * x for x in range(10) if x % 2]', reader: 'beginner' },
    },
    {
      title: 'A question',
      input: { code: 'await Promise.race([a, b])', question: 'What becomes of the slower one?' },
    },
    { title: 'SQL', input: { code: 'SELECT name, count(*) FROM t GROUP BY name', language: 'SQL' } },
  ],

  handler: async ({ code, language, reader, question }, ctx) => {
    const task =
      `Explain the code for ${READERS[reader]}. Begin with its overall purpose in a ` +
      'sentence or two, then how it works, then what to watch out for. Write Markdown.'
    const request = [language && `Language: ${language}`, question && `Question: ${question}`].filter(
      Boolean,
    )
    const answer = await writeText(
      { task, data: { code, request: request.join('\n') || undefined } },
      ctx,
      'result',
    )
    return { result: answer.text, ...useOf([answer]) }
  },
})
