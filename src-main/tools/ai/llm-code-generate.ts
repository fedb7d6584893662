import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'llm-code-generate',
  title: 'Generate code',
  summary: 'Writes code for a task in the language of your choice. It has not been run: read it first.',
  searchWords: [
    'write a function',
    'program for me',
    'write a script',
    'coding assistant',
    'implement',
    'code from a description',
    'generate a program',
    'snippet that does something',
    'build a class',
    'algorithm',
    'ai programmer',
    'code that reads something',
    'write code',
    'create a program',
    'solution for a coding task',
    'helper function',
    'python script',
    'bash script',
  ],
  category: 'AI: Code',
  tier: 'llm',
  credits: 20,
  mainField: 'prompt',
  related: ['llm-code-test-generate', 'llm-code-review'],
  takes: { prompt: ['text'] },
  gives: 'code',
  mainOutput: 'result',

  input: z.strictObject({
    prompt: writtenText(10_000).describe('What the code should do'),
    language: wellFormedText(50).min(1).default('TypeScript').describe('The programming language'),
    context: wellFormedText(40_000)
      .min(1)
      .optional()
      .describe('Code that it has to fit: types, functions, style'),
  }),
  output: z.strictObject({
    result: z.string().describe('The code'),
    language: z.string().describe('The programming language'),
    explanation: z.string().describe('How it works and what it assumes'),
    dependencies: z.array(z.string()).describe('Packages that it needs'),
    ...MODEL_FIELDS,
  }),

  examples: [
    { title: 'A function', input: { prompt: 'Round a number to so many significant digits' } },
    {
      title: 'In Python',
      input: { prompt: 'Read a CSV file and print the mean of each column', language: 'Python' },
    },
    {
      title: 'To fit existing code',
      input: { prompt: 'Add a method that removes an entry', context: 'class Store { #map = new Map() }' },
    },
  ],

  handler: async ({ prompt, language, context }, ctx) => {
    const task =
      'Write the requested code in the given language, in the style of the context if there is ' +
      'one. Handle errors and edge cases; leave nothing for the reader to fill in. Put the ' +
      'code, without a code fence, into "code".'
    const schema = z.object({
      code: z.string().min(1).max(60_000),
      explanation: z.string().max(3_000).describe('How it works and what it assumes'),
      dependencies: z.array(z.string().max(200)).max(50).describe('Packages that it needs; empty if none'),
    })
    const request = `Language: ${language}\n${prompt}`
    const { value, use } = await fillSchema({ task, data: { context, request } }, schema, ctx)
    const { code: result, explanation, dependencies } = value
    return { result, language, explanation, dependencies, ...use }
  },
})
