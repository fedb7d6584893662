import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'llm-code-test-generate',
  title: 'Generate tests',
  summary:
    'Writes tests for a piece of code, edge cases included. They have not been run: read them first.',
  searchWords: [
    'unit test',
    'write test cases',
    'jest',
    'vitest',
    'pytest',
    'coverage',
    'edge cases',
    'specs for a function',
    'testing my function',
    'automated testing',
    'test suite',
    'write tests for a class',
    'mocha',
    'tdd',
    'check that a function works',
  ],
  category: 'AI: Code',
  tier: 'llm',
  credits: 20,
  mainField: 'code',
  related: ['llm-code-review', 'llm-code-generate'],
  takes: { code: ['code'] },
  gives: 'code',
  mainOutput: 'result',

  input: z.strictObject({
    code: writtenText(60_000).describe('The code to test'),
    framework: wellFormedText(50)
      .min(1)
      .optional()
      .describe('For example vitest, pytest or JUnit; the usual one for the language if not set'),
    language: wellFormedText(50)
      .min(1)
      .optional()
      .describe('The programming language; detected if not set'),
    focus: wellFormedText(500).min(1).optional().describe('What to focus on'),
  }),
  output: z.strictObject({
    result: z.string().describe('The test file'),
    framework: z.string().describe('The framework that it is written for'),
    cases: z.array(z.string()).describe('What each test checks'),
    ...MODEL_FIELDS,
  }),

  examples: [
    { title: 'With vitest', input: { code: 'export const half = (n) => n / 2', framework: 'vitest' } },
    {
      title: 'With pytest',
      input: { code: 'def head(xs):\n    return xs[0]', framework: 'pytest', focus: 'empty lists' },
    },
    {
      title: 'The usual framework',
      input: { code: 'func Add(a, b int) int { return a + b }', language: 'Go' },
    },
  ],

  handler: async ({ code, framework, language, focus }, ctx) => {
    const task =
      'Write a test file for the code. Test its contract: the usual case, limits, empty and ' +
      'wrong input, errors. Each test must be able to fail, and its name says what it checks. ' +
      'Put the file, without a code fence, into "tests".'
    const schema = z.object({
      tests: z.string().min(1).max(60_000),
      framework: z.string().min(1).max(50),
      cases: z.array(z.string().max(300)).min(1).max(100).describe('What each test checks'),
    })
    const request = [
      framework && `Framework: ${framework}`,
      language && `Language: ${language}`,
      focus && `Focus on: ${focus}`,
    ].filter(Boolean)
    const { value, use } = await fillSchema(
      { task, data: { code, request: request.join('\n') || undefined } },
      schema,
      ctx,
    )
    return { result: value.tests, framework: value.framework, cases: value.cases, ...use }
  },
})
