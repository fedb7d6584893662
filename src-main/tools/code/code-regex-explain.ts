import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'code-regex-explain',
  title: 'Explain a regular expression',
  summary:
    'Explains a JavaScript regular expression part by part in plain words, with its groups and flags.',
  searchWords: [
    'regexp',
    'what does this pattern mean',
    'understand a pattern',
    'regex to english',
    'describe a pattern',
    'break down',
    'meaning of symbols',
    'backslashes',
    'decipher',
    'lookahead',
    'what does this pattern match',
    'read a pattern',
    'regex in words',
    'what does this regex do',
    'translate a regex',
    'pattern explained',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  version: 5,
  cacheable: true,
  worker: true,
  mainField: 'pattern',
  takes: { pattern: ['regex'] },
  firstFor: ['regex'],
  gives: 'text',
  mainOutput: 'explanation',

  input: z.strictObject({
    pattern: wellFormedText(5_000)
      .min(1)
      .describe('The pattern, alone or between slashes with its flags: /a+/gi'),
    flags: z
      .string()
      .regex(/^[dgimsuvy]{0,8}$/, 'The flags are d, g, i, m, s, u, v and y')
      .default('')
      .describe('Flags, if the pattern is not between slashes'),
  }),
  output: z.strictObject({
    tokens: z
      .array(
        z.strictObject({
          text: z.string().describe('The part as written'),
          meaning: z.string().describe('What it matches or does'),
          depth: z.int().min(0).describe('Number of groups around it'),
          start: z.int().min(0).describe('Where it starts in the pattern, in UTF-16 units'),
        }),
      )
      .describe('The parts in their order'),
    groups: z
      .array(
        z.strictObject({
          index: z.int().min(1).describe('Number of the group'),
          name: z.string().nullable().describe('Its name, if it has one'),
          text: z.string().describe('The group as written'),
        }),
      )
      .describe('Groups whose match is kept'),
    flags: z
      .array(
        z.strictObject({
          flag: z.string().describe('The letter'),
          meaning: z.string().describe('What it changes'),
        }),
      )
      .describe('The flags'),
    explanation: z.string().describe('All parts as indented lines'),
  }),

  // What ECMA-262 says about these parts.
  examples: [
    {
      title: 'A year',
      input: { pattern: '^(?<year>\\d{4})$' },
      output: {
        tokens: [
          { text: '^', meaning: 'start of the text', depth: 0, start: 0 },
          { text: '(?<year>', meaning: 'group 1 named year, whose match is kept', depth: 0, start: 1 },
          { text: '\\d', meaning: 'a digit from 0 to 9', depth: 1, start: 9 },
          {
            text: '{4}',
            meaning: 'the part before exactly 4 times',
            depth: 1,
            start: 11,
          },
          { text: ')', meaning: 'end of the group', depth: 0, start: 14 },
          { text: '$', meaning: 'end of the text', depth: 0, start: 15 },
        ],
        groups: [{ index: 1, name: 'year', text: '(?<year>\\d{4})' }],
        flags: [],
        explanation:
          '^ start of the text\n(?<year> group 1 named year, whose match is kept\n  \\d a digit from 0 to 9\n' +
          '  {4} the part before exactly 4 times\n) end of the group\n$ end of the text',
      },
    },
    {
      title: 'Between slashes',
      input: { pattern: '/cat|[^a-c]/i' },
      output: {
        tokens: [
          { text: 'cat', meaning: 'the text "cat"', depth: 0, start: 0 },
          { text: '|', meaning: 'or', depth: 0, start: 3 },
          { text: '[^a-c]', meaning: 'a character other than "a" to "c"', depth: 0, start: 4 },
        ],
        groups: [],
        flags: [{ flag: 'i', meaning: 'capitals and small letters are the same' }],
        explanation: 'cat the text "cat"\n| or\n[^a-c] a character other than "a" to "c"',
      },
    },
    {
      title: 'As seldom as possible',
      input: { pattern: '.*?', flags: 's' },
      output: {
        tokens: [
          { text: '.', meaning: 'any character', depth: 0, start: 0 },
          {
            text: '*?',
            meaning: 'the part before any number of times, or not at all, as seldom as possible',
            depth: 0,
            start: 1,
          },
        ],
        groups: [],
        flags: [{ flag: 's', meaning: 'the dot takes line breaks too' }],
        explanation:
          '. any character\n*? the part before any number of times, or not at all, as seldom as possible',
      },
    },
  ],

  prepare: () => import('./lib/regex-words.ts'),
  handler: async ({ pattern, flags }) => {
    const { explainRegex } = await import('./lib/regex-words.ts')
    const literal = /^\/(.+)\/([a-z]*)$/s.exec(pattern)
    const source = literal?.[1] ?? pattern
    const used = [...(literal?.[2] ?? flags)]
    if (new Set(used).size < used.length) throw new InvalidInput('flags', 'Send each flag once')
    if (used.some((flag) => !(flag in FLAGS)) || (used.includes('u') && used.includes('v')))
      throw new InvalidInput('flags', 'The flags are d, g, i, m, s, u, v and y; u and v exclude each other')
    const { tokens, groups } = explainRegex(source, used.join(''))
    const lines = tokens.map(({ text, meaning, depth }) => `${'  '.repeat(depth)}${text} ${meaning}`)
    const meanings = used.map((flag) => ({ flag, meaning: FLAGS[flag] ?? '' }))
    return { tokens, groups, flags: meanings, explanation: lines.join('\n') }
  },
})

const FLAGS: Readonly<Record<string, string>> = {
  d: 'the places of all groups are returned',
  g: 'all matches are found',
  i: 'capitals and small letters are the same',
  m: '^ and $ match at line breaks too',
  s: 'the dot takes line breaks too',
  u: 'the text is read by code points',
  v: 'the text is read by code points, and classes can be combined',
  y: 'the match begins where the last one ended',
}
