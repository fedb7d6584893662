import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS, useOf } from './lib/model-fields.ts'
import { writeText } from './lib/model-text.ts'
import { partsOf } from './lib/text-parts.ts'
import type { ModelAnswer } from '../../tool-kit/tool-context.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

/** A translation is as long as its text or longer, and both have to fit. */
const SHARE_OF_PART = 0.25

export default defineTool({
  slug: 'llm-translate',
  title: 'Translate a text',
  summary: 'Translates a text into another language, keeping its lines, lists and markup.',
  searchWords: [
    'into english',
    'into german',
    'french',
    'spanish',
    'chinese',
    'japanese',
    'foreign language',
    'other language',
    'localize',
    'interpreter',
    'say it in another language',
    'say it in french',
    'italian',
    'russian',
    'arabic',
    'portuguese',
    'multilingual',
  ],
  category: 'AI: Analysis',
  tier: 'llm',
  credits: 10,
  mainField: 'text',
  related: ['llm-summarize', 'llm-rewrite'],
  takes: { text: ['foreign', 'text'] },
  gives: 'text',
  mainOutput: 'result',

  input: z.strictObject({
    text: writtenText(100_000).describe('The text to translate'),
    to: wellFormedText(60)
      .min(2)
      .describe('The language to translate into, by name or code: "German", "pt-BR"'),
    from: wellFormedText(60).min(2).optional().describe('The language of the text; detected if not set'),
    tone: z
      .enum(['neutral', 'formal', 'informal'])
      .default('neutral')
      .describe('How to address the reader, if the language makes a difference'),
    glossary: namedValues(wellFormedText(100).min(1), wellFormedText(100))
      .refine((terms) => Object.keys(terms).length <= 100, 'A glossary has at most 100 terms')
      .optional()
      .describe('Terms and their translations, at most 100'),
  }),
  output: z.strictObject({
    result: z.string().describe('The translation'),
    to: z.string().describe('The target language, as sent'),
    parts: z.int().min(1).describe('The number of parts the text was translated in'),
    ...MODEL_FIELDS,
  }),

  examples: [
    { title: 'Into German', input: { text: 'The door is open.', to: 'German' } },
    { title: 'Formal French', input: { text: 'Can you send me the file?', to: 'fr', tone: 'formal' } },
    {
      title: 'With custom terms',
      input: { text: 'Open the gateway.', to: 'Spanish', glossary: { gateway: 'pasarela' } },
    },
  ],

  handler: async ({ text, to, from, tone, glossary }, ctx) => {
    const limit = Math.floor(ctx.models.partTokens() * SHARE_OF_PART)
    const parts = await partsOf(text, limit, ctx.models)
    const task =
      `Translate the text into the target language, in a ${tone} tone. Keep line breaks, ` +
      'lists, markup, code, addresses and placeholders as they are. Leave nothing out and add ' +
      'nothing.'
    const languages = `Into: ${to}${from === undefined ? '' : `\nFrom: ${from}`}`
    const terms = Object.entries(glossary ?? {}).map(([term, translation]) => `${term} = ${translation}`)
    const request = [languages, ...terms].join('\n')
    const answers: ModelAnswer[] = []
    for (const [index, part] of parts.entries()) {
      if (parts.length > 1)
        ctx.progress(50 + Math.floor((45 * index) / parts.length), `part ${index + 1} of ${parts.length}`)
      if (index > 0) ctx.token('result', gapBefore(parts, index))
      answers.push(await writeText({ task, data: { text: part, request } }, ctx, 'result'))
    }
    const result = answers.map((answer, index) => (index > 0 ? gapBefore(parts, index) : '') + answer.text)
    const [last, ...before] = answers.toReversed()
    return { result: result.join(''), to, parts: parts.length, ...useOf([...before, last!]) }
  },
})

// A model drops the white space around a part, so the white space between two parts is restored.
function gapBefore(parts: readonly string[], index: number): string {
  return /\s*$/.exec(parts[index - 1]!)?.[0] ?? ''
}
