import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { alignmentRatio } from './lib/alignment-distance.ts'
import { foldedOf } from './lib/folded-places.ts'
import { jaroWinkler } from './lib/jaro-winkler.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

/** The library searches the list once for each so many characters of the query. */
const CHARS_A_PASS = 32
const MAX_COMPARED = 10_000_000

const match = z.strictObject({
  item: z.string().describe('The text of the list'),
  index: z.int().min(0).describe('Its place in the list, counted from 0'),
  score: z.number().min(0).max(1).describe('How well it matches: 1 is an exact match'),
  ranges: z
    .array(
      z.strictObject({
        start: z.int().min(0).describe('Where the matching part starts, in UTF-16 units'),
        end: z.int().min(0).describe('Where it ends, exclusive'),
      }),
    )
    .describe('The parts of it that match the query'),
})

export default defineTool({
  slug: 'fuzzy-match',
  title: 'Fuzzy match',
  summary: 'Finds the texts in a list that are closest to a query, tolerating typos, with a score.',
  searchWords: [
    'typo',
    'closest',
    'approximate',
    'misspelled',
    'did you mean',
    'similar names',
    'dedupe',
    'duplicates',
    'best match in a list',
    'near match',
    'spelling',
    'autocomplete',
    'record linkage',
    'find similar',
    'customer names',
    'typo tolerant',
    'search with mistakes',
    'closest name',
    'find despite typos',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  worker: true,
  related: ['text-compare-similarity'],
  gives: 'text',
  mainOutput: 'matches[].item',

  input: z.strictObject({
    query: wellFormedText(200).min(1).describe('The text to search for'),
    items: z
      .array(wellFormedText(1_000))
      .min(1)
      .max(5_000)
      .describe('The texts to search in, at most 5000'),
    limit: z.int().min(1).max(100).default(10).describe('Most matches to list'),
    min_score: z
      .number()
      .min(0)
      .max(1)
      .default(0.5)
      .describe('How well a text must match to be listed, 0 to 1'),
    ignore_case: z.boolean().default(true).describe('Ignores the difference between upper and lower case'),
    ignore_accents: z.boolean().default(true).describe('Treats é as e'),
  }),
  output: z.strictObject({
    matches: z
      .array(match)
      .describe('The best first; of equal scores the one that begins more like the query'),
    count: z.int().min(0).describe('Number of matches listed'),
  }),

  // An exact match scores 1 by definition; other scores are the library's own, so they are not
  // pinned.
  examples: [
    {
      title: 'An exact match',
      input: { query: 'Apple', items: ['banana', 'apple', 'cherry'] },
      output: {
        matches: [{ item: 'apple', index: 1, score: 1, ranges: [{ start: 0, end: 5 }] }],
        count: 1,
      },
    },
    { title: 'A misspelt name', input: { query: 'Jon Smtih', items: ['John Smith', 'Jane Doe'] } },
    {
      title: 'Nothing is close',
      input: { query: 'zzz', items: ['banana', 'apple'] },
      output: { matches: [], count: 0 },
    },
  ],

  prepare: () => import('fuse.js'),
  handler: async ({ query, items, limit, min_score, ignore_case, ignore_accents }) => {
    const chars = items.reduce((sum, item) => sum + item.length, 0)
    if (chars * Math.ceil(query.length / CHARS_A_PASS) > MAX_COMPARED)
      throw new InvalidInput(
        'items',
        'The list is too long for a query of this length; shorten one of them',
      )
    const { default: Fuse } = await import('fuse.js')
    const fold = (text: string) => foldedOf(text, ignore_case, ignore_accents)
    const folded = items.map(fold)
    const texts = folded.map(({ text }) => text)
    const fuse = new Fuse(texts, {
      includeScore: true,
      includeMatches: true,
      ignoreLocation: true,
      threshold: 1 - min_score,
      isCaseSensitive: true,
    })
    const wanted = fold(query).text
    const parts = new Map(fuse.search(wanted).map((found) => [found.refIndex, found] as const))
    const scored = texts.map((text, index) => {
      const found = parts.get(index)
      const part = found === undefined ? 0 : scoreOf(found.score ?? 0)
      // The library counts two swapped letters as two mistakes.
      const whole = part === 1 ? 0 : Math.round(alignmentRatio(wanted, text) * 1e6) / 1e6
      return { item: items[index]!, index, score: Math.max(part, whole) }
    })
    const closeness = new Map<string, number>()
    const closenessOf = (item: string): number => {
      const known = closeness.get(item) ?? jaroWinkler(query, item)
      closeness.set(item, known)
      return known
    }
    const listed = scored
      .filter(({ score }) => score > 0 && score >= min_score)
      .toSorted((a, b) => b.score - a.score || closenessOf(b.item) - closenessOf(a.item))
      .slice(0, limit)
      .map((one) => ({ ...one, ranges: rangesOf(one.index) }))
    return { matches: listed, count: listed.length }

    function rangesOf(index: number) {
      const { matches: found = [] } = parts.get(index) ?? {}
      return found.flatMap(({ indices }) => indices.map((range) => folded[index]!.placeOf(range)))
    }
  },
})

// Fuse scores a perfect match 0, and never quite reaches it.
function scoreOf(distance: number): number {
  return Math.round((1 - Math.min(1, distance)) * 1e6) / 1e6
}
