import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { localeTag } from './lib/locale-tag.ts'
import { packUnits, sentenceUnits, wordUnits, type Unit } from './lib/text-units.ts'
import { bytePairsOf, TOKEN_ENCODINGS } from '../../tokens/byte-pairs.ts'
import { checkRuns, ENCODING_GUIDE } from './lib/token-encoding.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_CHUNKS = 5_000

const chunk = z.strictObject({
  text: z.string().describe('The part of the text'),
  start: z.int().min(0).describe('Where it starts, in UTF-16 units'),
  end: z.int().min(0).describe('Where it ends, exclusive'),
  size: z.int().min(0).describe('Its size in tokens, characters or sentences'),
})

export default defineTool({
  slug: 'text-chunk',
  title: 'Split a text into chunks',
  summary:
    'Splits a long text into overlapping parts by tokens, characters or sentences, never ' +
    'inside a character.',
  searchWords: [
    'pieces',
    'embeddings',
    'rag',
    'segment',
    'paragraphs',
    'cut up a book',
    'pieces of a document',
    'batches of text',
    'overlap',
    'vector database',
    'sections',
    'long document',
    'chunks for rag',
    'cut a text',
    'parts for a model',
    'text too long',
    'divide',
    'break up a text',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 3,
  version: 2,
  cacheable: true,
  worker: true,
  mainField: 'text',
  related: ['text-token-count', 'text-word-count', 'doc-pdf-to-text'],
  takes: { text: ['text', 'markdown'] },
  gives: 'json',
  mainOutput: 'chunks',

  input: z.strictObject({
    text: wellFormedText(300_000).describe('The text to split'),
    by: z
      .enum(['tokens', 'characters', 'sentences'])
      .default('tokens')
      .describe('The unit of size and overlap; tokens and characters are split between words if possible'),
    size: z.int().min(1).max(100_000).default(500).describe('Largest size of a part'),
    overlap: z
      .int()
      .min(0)
      .max(50_000)
      .default(0)
      .describe('Largest overlap with the previous part; at most half of size'),
    encoding: z.enum(TOKEN_ENCODINGS).default('o200k_base').describe(ENCODING_GUIDE),
    locale: localeTag().default('en').describe('Language whose rules for words and sentences apply'),
  }),
  output: z.strictObject({
    chunks: z.array(chunk).describe('The parts in order; without overlap they make up the text'),
    count: z.int().min(0).describe('Number of parts'),
  }),

  // By the rule: as many whole words or sentences as fit.
  examples: [
    {
      title: 'By sentences',
      input: { text: 'One. Two. Three.', by: 'sentences', size: 2, overlap: 1 },
      output: {
        chunks: [
          { text: 'One. Two. ', start: 0, end: 10, size: 2 },
          { text: 'Two. Three.', start: 5, end: 16, size: 2 },
        ],
        count: 2,
      },
    },
    {
      title: 'By characters, between words',
      input: { text: 'aaa bbb ccc', by: 'characters', size: 8 },
      output: {
        chunks: [
          { text: 'aaa bbb', start: 0, end: 7, size: 7 },
          { text: ' ccc', start: 7, end: 11, size: 4 },
        ],
        count: 2,
      },
    },
    {
      title: 'By tokens: these two words are one token each',
      input: { text: 'hello world', size: 1 },
      output: {
        chunks: [
          { text: 'hello', start: 0, end: 5, size: 1 },
          { text: ' world', start: 5, end: 11, size: 1 },
        ],
        count: 2,
      },
    },
  ],

  prepare: () => bytePairsOf('o200k_base'),
  handler: async ({ text, by, size, overlap, encoding, locale }) => {
    if (overlap > size / 2)
      throw new InvalidInput('overlap', 'The overlap can be at most half of size; lower it')
    const measure = await measureOf(by, text, encoding)
    const units =
      by === 'sentences' ? sentenceUnits(text, locale) : wordUnits(text, locale, size, measure.sizeOf)
    const places = packUnits(units, size, overlap)
    if (places.length > MAX_CHUNKS)
      throw new InvalidInput('size', `The result would have more than ${MAX_CHUNKS} parts; raise size`)
    const chunks = places.map((place) => toChunk(text, units, place, measure.exact))
    return { chunks, count: chunks.length }
  },
})

interface Measure {
  readonly sizeOf: (part: string) => number
  /**
   * For tokens: neighbouring words can share one, so a whole part may have fewer than the sum of
   * its words.
   */
  readonly exact: ((part: string) => number) | null
}

async function measureOf(
  by: 'tokens' | 'characters' | 'sentences',
  text: string,
  encoding: (typeof TOKEN_ENCODINGS)[number],
): Promise<Measure> {
  if (by !== 'tokens') {
    const graphemes = new Intl.Segmenter('en')
    return { sizeOf: (part) => Array.from(graphemes.segment(part)).length, exact: null }
  }
  checkRuns('text', text)
  const { count } = await bytePairsOf(encoding)
  return { sizeOf: count, exact: count }
}

function toChunk(
  text: string,
  units: readonly Unit[],
  { from, to }: { readonly from: number; readonly to: number },
  exact: Measure['exact'],
): z.infer<typeof chunk> {
  const start = units[from]?.start ?? 0
  const end = units[to - 1]?.end ?? 0
  const part = text.slice(start, end)
  const size = units.slice(from, to).reduce((sum, unit) => sum + unit.size, 0)
  return { text: part, start, end, size: exact ? exact(part) : size }
}
