import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { localeTag } from './lib/locale-tag.ts'
import { sentenceUnits } from './lib/text-units.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'text-word-count',
  title: 'Count words',
  summary:
    'Counts words, characters, sentences, lines and paragraphs of a text, and estimates its ' +
    'reading time.',
  searchWords: [
    'character count',
    'how many words',
    'letters',
    'length of text',
    'reading time',
    'sentences',
    'lines',
    'wc',
    'essay length',
    'how many characters',
    'paragraphs',
    'how long to read',
    'minutes to read',
    'text statistics',
    'letters in an essay',
    'characters',
    'count letters',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  mainField: 'text',
  related: ['text-token-count', 'text-chunk'],
  takes: { text: ['text'] },
  firstFor: ['text'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    text: wellFormedText(500_000).describe('The text to count'),
    locale: localeTag().default('en').describe('Language whose rules for words and sentences apply'),
    words_per_minute: z
      .int()
      .min(50)
      .max(2_000)
      .default(238)
      .describe('Words per minute; 238 is the mean of silent readers of English prose'),
  }),
  output: z.strictObject({
    words: z.int().describe('Words as split by Unicode (UAX #29) and the language'),
    characters: z.int().describe('Characters as a reader sees them, including spaces'),
    characters_without_spaces: z.int().describe('The same without white space'),
    code_points: z.int().describe('Unicode code points'),
    utf8_bytes: z.int().describe('Bytes as UTF-8'),
    sentences: z.int().describe('Sentences that contain at least one word'),
    lines: z.int().describe('Lines; a line break at the very end does not start another one'),
    paragraphs: z.int().describe('Blocks of text between blank lines'),
    reading_seconds: z.int().describe('Time to read it, rounded up to whole seconds'),
  }),

  // Counted by hand.
  examples: [
    {
      title: 'Two sentences',
      input: { text: 'Hello, world. How are you?' },
      output: {
        words: 5,
        characters: 26,
        characters_without_spaces: 22,
        code_points: 26,
        utf8_bytes: 26,
        sentences: 2,
        lines: 1,
        paragraphs: 1,
        reading_seconds: 2,
      },
    },
    {
      title: 'A family emoji is one character, and seven code points in 25 bytes',
      input: { text: '👨‍👩‍👧‍👦' },
      output: {
        words: 0,
        characters: 1,
        characters_without_spaces: 1,
        code_points: 7,
        utf8_bytes: 25,
        sentences: 0,
        lines: 1,
        paragraphs: 1,
        reading_seconds: 0,
      },
    },
    {
      title: 'Two paragraphs, and a line break inside one',
      input: { text: 'One\r\ntwo.\r\n\r\nThree.\r\n', words_per_minute: 60 },
      output: {
        words: 3,
        characters: 17,
        characters_without_spaces: 13,
        code_points: 21,
        utf8_bytes: 21,
        sentences: 2,
        lines: 4,
        paragraphs: 2,
        reading_seconds: 3,
      },
    },
  ],

  handler: ({ text, locale, words_per_minute }) => {
    const words = wordsOf(text, locale)
    const characters = Array.from(new Intl.Segmenter(locale).segment(text), ({ segment }) => segment)
    const sentences = sentenceUnits(text, locale).map(({ start, end }) => text.slice(start, end))
    const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
    return {
      words,
      characters: characters.length,
      characters_without_spaces: characters.filter((one) => one.trim() !== '').length,
      code_points: [...text].length,
      utf8_bytes: Buffer.byteLength(text),
      sentences: sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)).length,
      lines: lines.at(-1) === '' ? lines.length - 1 : lines.length,
      paragraphs: lines.filter((line, at) => line.trim() !== '' && !lines[at - 1]?.trim()).length,
      reading_seconds: Math.ceil((words * 60) / words_per_minute),
    }
  },
})

function wordsOf(text: string, locale: string): number {
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(locale, { granularity: 'word' }).segment(text))
    if (isWordLike) words++
  return words
}
