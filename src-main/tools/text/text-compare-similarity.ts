import { foldedCase } from './lib/folded-case.ts'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { jaroWinkler } from './lib/jaro-winkler.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

/** Characters are numbered with UTF-16 units. */
const MAX_DIFFERENT = 0xffff

export default defineTool({
  slug: 'text-compare-similarity',
  title: 'Similarity of two texts',
  summary:
    'Measures how similar two texts are: edit distance (Levenshtein), its ratio, and shared ' +
    'letter pairs (Dice).',
  searchWords: [
    'how alike',
    'levenshtein',
    'edit distance',
    'plagiarism',
    'same text',
    'likeness',
    'string distance',
    'nearly equal',
    'dice coefficient',
    'resemble',
    'how much alike',
    'how similar',
    'same sentence',
    'score two strings',
    'copied text',
    'closeness',
    'nearly the same',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 3,
  version: 4,
  cacheable: true,
  worker: true,
  related: ['text-diff', 'fuzzy-match'],
  takes: { first: ['text'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    first: wellFormedText(20_000).describe('One text'),
    second: wellFormedText(20_000).describe('The other'),
    ignore_case: z.boolean().default(false).describe('Ignores the difference between upper and lower case'),
    ignore_whitespace: z
      .boolean()
      .default(false)
      .describe('Treats any white space as one space, and drops it at the ends'),
  }),
  output: z.strictObject({
    distance: z
      .int()
      .min(0)
      .describe('Characters to insert, delete or replace to turn one text into the other'),
    ratio: z
      .number()
      .min(0)
      .max(1)
      .describe('1 minus the distance as a share of the longer text; 1 for equal texts'),
    dice: z
      .number()
      .min(0)
      .max(1)
      .describe('Share of pairs of adjacent characters that both have (Sørensen-Dice)'),
    jaro_winkler: z
      .number()
      .min(0)
      .max(1)
      .describe('Jaro-Winkler similarity, for names: a common beginning counts more'),
    identical: z.boolean().describe('Whether they are equal, apart from ignored differences'),
  }),

  // Textbook pairs: kitten and sitting (Levenshtein), night and nacht (Dice).
  examples: [
    {
      title: 'Three edits',
      input: { first: 'kitten', second: 'sitting' },
      output: { distance: 3, ratio: 0.571429, dice: 0.363636, jaro_winkler: 0.746032, identical: false },
    },
    {
      title: 'One shared pair of letters',
      input: { first: 'night', second: 'nacht' },
      output: { distance: 2, ratio: 0.6, dice: 0.25, jaro_winkler: 0.76, identical: false },
    },
    {
      title: 'Two names',
      input: { first: 'MARTHA', second: 'MARHTA' },
      output: { distance: 2, ratio: 0.666667, dice: 0.4, jaro_winkler: 0.961111, identical: false },
    },
    {
      title: 'A family emoji is one character',
      input: { first: '👨‍👩‍👧', second: '👨‍👩‍👦' },
      output: { distance: 1, ratio: 0, dice: 0, jaro_winkler: 0, identical: false },
    },
  ],

  prepare: () => Promise.all([import('fastest-levenshtein'), import('string-similarity-js')]),
  handler: async ({ first, second, ...ignore }) => {
    const { distance } = await import('fastest-levenshtein')
    const { stringSimilarity } = await import('string-similarity-js')
    const number = numbering()
    const [a, b] = [number(plain(first, ignore)), number(plain(second, ignore))]
    const edits = distance(a, b)
    const longer = Math.max(a.length, b.length)
    return {
      distance: edits,
      ratio: longer === 0 ? 1 : rounded(1 - edits / longer),
      dice: a === b ? 1 : rounded(stringSimilarity(a, b, 2, true)),
      jaro_winkler: rounded(jaroWinkler(a, b)),
      identical: a === b,
    }
  },
})

function plain(text: string, ignore: { ignore_case: boolean; ignore_whitespace: boolean }): string {
  const cased = ignore.ignore_case ? foldedCase(text) : text
  const spaced = ignore.ignore_whitespace ? cased.replace(/\s+/g, ' ').trim() : cased
  return spaced.normalize('NFC')
}

/** Writes each character that a reader sees as one UTF-16 unit, because the libraries compare those. */
function numbering(): (text: string) => string {
  const segmenter = new Intl.Segmenter('en')
  const numbers = new Map<string, number>()
  return (text) =>
    Array.from(segmenter.segment(text), ({ segment }) => {
      const number = numbers.get(segment) ?? numbers.size
      if (number > MAX_DIFFERENT)
        throw new InvalidInput('first', 'The texts have over 65536 different characters; send shorter ones')
      numbers.set(segment, number)
      return String.fromCharCode(number)
    }).join('')
}

function rounded(share: number): number {
  return Math.round(share * 1e6) / 1e6
}
