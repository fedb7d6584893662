import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

/** Below it, or with another language at half of it or more, the first guess is no more than that. */
const SURE_FROM = 0.5

const language = z.strictObject({
  code: z.string().describe('ISO 639-1 code, or 639-3 where there is none of two letters'),
  name: z.string().min(1).describe('Its name in English'),
  accuracy: z.number().min(0).max(1).describe('How well the text fits it, 0 to 1'),
})

export default defineTool({
  slug: 'text-language-detect',
  title: 'Detect the language',
  summary: 'Says in which of 60 languages a text is written, how sure that is, and what else it could be.',
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  accepts: ['text'],
  mainField: 'text',
  related: ['text-word-count'],

  input: z.strictObject({
    text: wellFormedText(100_000)
      .min(1)
      .describe('The text; a sentence or more, since a word is seldom enough'),
    candidates: z
      .int()
      .min(1)
      .max(10)
      .default(3)
      .describe('The most languages to list, the likeliest first'),
  }),
  output: z.strictObject({
    language: z.string().nullable().describe('Code of the language; null when the text does not tell'),
    sure: z
      .boolean()
      .describe('Whether it stands out; false for short or mixed texts and for languages that are close'),
    candidates: z.array(language).describe('What it can be, the likeliest first; empty when nothing fits'),
    note: z.string().nullable().describe('Why it is not sure; null when it is'),
  }),

  // What the language of each text is, is known; accuracies are not predicted.
  examples: [
    { title: 'French', input: { text: 'Je suis étudiant et je travaille à la bibliothèque.' } },
    {
      title: 'Digits are of no language',
      input: { text: '12 345' },
      output: {
        language: null,
        sure: false,
        candidates: [],
        note: 'No language was recognised; send a longer text',
      },
    },
    { title: 'Danish and Norwegian can look alike', input: { text: 'Det er en bil', candidates: 2 } },
  ],

  prepare: () => import('tinyld'),
  handler: async ({ text, candidates }) => {
    const { detectAll, langName, toISO3 } = await import('tinyld')
    const ranked = detectAll(text)
      .map(({ lang, accuracy }) => ({
        code: lang,
        // The library names languages by their codes of three letters alone.
        name: langName(toISO3(lang)),
        accuracy: Math.min(1, Math.max(0, accuracy)),
      }))
      .sort((a, b) => b.accuracy - a.accuracy)
    const [first, second] = ranked
    const sure = isSure(first?.accuracy ?? 0, second?.accuracy ?? 0)
    return {
      language: first?.code ?? null,
      sure,
      candidates: ranked.slice(0, candidates),
      note: sure ? null : doubtOf(first?.name, second?.name),
    }
  },
})

function isSure(first: number, second: number): boolean {
  return first >= SURE_FROM && second <= first / 2
}

function doubtOf(first: string | undefined, second: string | undefined): string {
  if (first === undefined) return 'No language was recognised; send a longer text'
  const other = second === undefined ? '' : `, or ${second}`
  return `It may be ${first}${other}; the text is too short, mixed or close to both to tell`
}
