import type { Matcher } from 're2js'
import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { patternFields, searchOf, type Search } from './lib/linear-regex.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

/** Nested groups can repeat the text many times over. */
const MAX_OUTPUT_CHARS = 1_000_000

const group = z.strictObject({
  index: z.int().min(1).describe('Number of the group'),
  name: z.string().nullable().describe('Its name; null if it has none'),
  text: z.string().nullable().describe('What it matched; null if it took no part in the match'),
  start: z.int().nullable().describe('Where it starts, in UTF-16 units'),
  end: z.int().nullable().describe('Where it ends, exclusive'),
})

const match = z.strictObject({
  text: z.string().describe('The matched text'),
  start: z.int().min(0).describe('Where it starts, in UTF-16 units'),
  end: z.int().min(0).describe('Where it ends, exclusive'),
  groups: z.array(group).describe('Its groups, in order'),
})

export default defineTool({
  slug: 'text-regex-test',
  title: 'Test a regular expression',
  summary:
    'Finds all matches of a regular expression with groups and positions, in linear time for ' +
    'any pattern.',
  searchWords: [
    'regexp',
    'regex tester',
    'pattern match',
    'try a pattern',
    'does it match',
    'capture groups',
    'grep',
    'find matches',
    'search by pattern',
    'playground',
    'extract with a pattern',
    'extract with regex',
    'find by pattern',
    'regex matches',
    'try a regex',
    'all dates in a text',
    'regex checker',
    'find words',
    'find every match',
  ],
  category: 'Text Processing',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  related: ['text-regex-replace'],
  takes: { text: ['text', 'log'], pattern: ['regex'] },
  gives: 'json',
  mainOutput: 'matches',

  input: z.strictObject({
    ...patternFields,
    text: wellFormedText(500_000).describe('The text to search'),
    limit: z.int().min(1).max(5_000).default(1_000).describe('Most matches to list'),
  }),
  output: z.strictObject({
    matches: z.array(match).describe('The matches from left to right, without overlaps'),
    count: z.int().min(0).describe('Number of matches listed'),
    truncated: z.boolean().describe('Whether there are more matches than listed'),
    matches_whole: z.boolean().describe('Whether one match is the whole text'),
  }),

  // By the syntax of RE2 (github.com/google/re2/wiki/Syntax); leftmost-first as in Perl.
  examples: [
    {
      title: 'A named group',
      input: { pattern: '(?P<year>\\d{4})-(\\d\\d)?', text: 'In 2024-02 and 2025-' },
      output: {
        matches: [
          {
            text: '2024-02',
            start: 3,
            end: 10,
            groups: [
              { index: 1, name: 'year', text: '2024', start: 3, end: 7 },
              { index: 2, name: null, text: '02', start: 8, end: 10 },
            ],
          },
          {
            text: '2025-',
            start: 15,
            end: 20,
            groups: [
              { index: 1, name: 'year', text: '2025', start: 15, end: 19 },
              { index: 2, name: null, text: null, start: null, end: null },
            ],
          },
        ],
        count: 2,
        truncated: false,
        matches_whole: false,
      },
    },
    {
      title: 'A character outside the Basic Multilingual Plane counts as one',
      input: { pattern: '^.$', text: '😀' },
      output: {
        matches: [{ text: '😀', start: 0, end: 2, groups: [] }],
        count: 1,
        truncated: false,
        matches_whole: true,
      },
    },
    {
      title: 'No match',
      input: { pattern: 'b+', text: 'aaa' },
      output: { matches: [], count: 0, truncated: false, matches_whole: false },
    },
  ],

  prepare: () => import('re2js'),
  handler: async ({ text, limit, ...pattern }) => {
    const search = await searchOf(text, pattern)
    const matches: z.infer<typeof match>[] = []
    let [chars, truncated] = [0, false]
    while (search.matcher.find()) {
      truncated = matches.length === limit || chars > MAX_OUTPUT_CHARS
      if (truncated) break
      const found = toMatch(search)
      chars += found.groups.reduce((sum, one) => sum + (one.text?.length ?? 0), found.text.length)
      matches.push(found)
    }
    const matches_whole = matches.some(({ start, end }) => start === 0 && end === text.length)
    return { matches, count: matches.length, truncated, matches_whole }
  },
})

function toMatch({ matcher, groupCount, names }: Search): z.infer<typeof match> {
  const groups = Array.from({ length: groupCount }, (_, at) => ({
    index: at + 1,
    name: names.get(at + 1) ?? null,
    ...spanOf(matcher, at + 1),
  }))
  return { text: matcher.group() ?? '', start: matcher.start(), end: matcher.end(), groups }
}

function spanOf(matcher: Matcher, at: number): Pick<z.infer<typeof group>, 'text' | 'start' | 'end'> {
  const text = matcher.group(at)
  if (text === null) return { text: null, start: null, end: null }
  return { text, start: matcher.start(at), end: matcher.end(at) }
}
