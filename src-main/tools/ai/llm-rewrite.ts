import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS, useOf } from './lib/model-fields.ts'
import { writeText } from './lib/model-text.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

const TONES = {
  neutral: 'matter-of-fact',
  formal: 'formal',
  friendly: 'warm and friendly',
  confident: 'confident, without boasting',
  concise: 'as short as possible without losing anything that matters',
  simple: 'simple: short sentences and common words, for a twelve-year-old reader',
} as const

export default defineTool({
  slug: 'llm-rewrite',
  title: 'Rewrite in a tone',
  summary:
    'Rewrites a text in another tone, such as formal, friendly or concise, without changing ' +
    'its meaning.',
  searchWords: [
    'rephrase',
    'reword',
    'paraphrase',
    'make it friendlier',
    'more formal',
    'polite',
    'simplify wording',
    'tone of voice',
    'shorten a sentence',
    'improve my writing',
    'sound professional',
    'fix grammar',
    'proofread',
    'correct spelling',
    'style',
    'casual',
    'better wording',
    'more concise',
    'change the style',
    'correct mistakes in my text',
  ],
  category: 'AI: Analysis',
  tier: 'llm',
  credits: 10,
  mainField: 'text',
  related: ['llm-translate', 'llm-summarize'],
  takes: { text: ['text'] },
  gives: 'text',
  mainOutput: 'result',

  input: z.strictObject({
    text: writtenText(50_000).describe('The text to rewrite'),
    tone: z
      .enum(['neutral', 'formal', 'friendly', 'confident', 'concise', 'simple'])
      .default('neutral')
      .describe('The new tone'),
    wishes: wellFormedText(1_000).min(1).optional().describe('What else to consider, such as the reader'),
  }),
  output: z.strictObject({ result: z.string().describe('The rewritten text'), ...MODEL_FIELDS }),

  examples: [
    { title: 'Formal', input: { text: 'hey, cant make it tmrw, sry', tone: 'formal' } },
    {
      title: 'Shorter',
      input: { text: 'I am writing to you in order to let you know that we agree.', tone: 'concise' },
    },
    {
      title: 'For a particular reader',
      input: { text: 'The API returns 402.', tone: 'simple', wishes: 'The reader has never programmed' },
    },
  ],

  handler: async ({ text, tone, wishes }, ctx) => {
    const task =
      `Rewrite the text in its own language. The tone must be ${TONES[tone]}. Keep every fact, ` +
      'name and number and the layout; add nothing.'
    const answer = await writeText({ task, data: { text, request: wishes } }, ctx, 'result')
    return { result: answer.text, ...useOf([answer]) }
  },
})
