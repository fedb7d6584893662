import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { namedValues } from '../lib/named-values.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'code-env-parse',
  title: 'Parse a .env file',
  summary: 'Parses a .env file into names and values, and flags duplicate names and ignored lines.',
  searchWords: [
    'dotenv',
    'environment variables',
    'config file',
    'settings file',
    'secrets file',
    'key=value',
    'read environment',
    'process env',
    'shell variables',
    'dot env',
    'env vars to json',
    'parse settings',
    'config variables',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  worker: true,
  mainField: 'text',
  takes: { text: ['env'] },
  firstFor: ['env'],
  gives: 'json',
  mainOutput: 'values',

  input: z.strictObject({
    text: wellFormedText(200_000).describe('The file, by the rules of dotenv'),
  }),
  output: z.strictObject({
    values: namedValues(z.string(), z.string()).describe(
      'Values by name; the last one wins if a name is given twice',
    ),
    count: z.int().min(0).describe('Number of names'),
    duplicates: z
      .array(
        z.strictObject({
          name: z.string().describe('A name given more than once'),
          lines: z.array(z.int().min(1)).describe('The lines on which it is given'),
        }),
      )
      .describe('Names given more than once'),
    ignored: z
      .array(
        z.strictObject({
          line: z.int().min(1).describe('Number of the line'),
          text: z.string().describe('The text of the line, at most 200 characters'),
        }),
      )
      .describe('Lines that are not empty, not a comment and not part of a value; at most 100'),
  }),

  // The rules of dotenv's README, "What rules does the parsing engine follow?".
  examples: [
    {
      title: 'Quotes, comments and export',
      input: { text: 'BASIC=basic\n# a comment\nexport SINGLE=\'a\\nb\' # note\nDOUBLE="a\\nb"\nEMPTY=\n' },
      output: {
        values: { BASIC: 'basic', SINGLE: 'a\\nb', DOUBLE: 'a\nb', EMPTY: '' },
        count: 4,
        duplicates: [],
        ignored: [],
      },
    },
    {
      title: 'A duplicate name and a meaningless line',
      input: { text: 'A=1\nno sign here\nB=2\nA=3' },
      output: {
        values: { A: '3', B: '2' },
        count: 2,
        duplicates: [{ name: 'A', lines: [1, 4] }],
        ignored: [{ line: 2, text: 'no sign here' }],
      },
    },
    {
      title: 'A value of several lines',
      input: { text: 'KEY="first\nA=1\nlast"\r\nJSON={"foo": "bar"}' },
      output: {
        values: { KEY: 'first\nA=1\nlast', JSON: '{"foo": "bar"}' },
        count: 2,
        duplicates: [],
        ignored: [],
      },
    },
  ],

  prepare: () => import('dotenv'),
  handler: async ({ text }) => {
    const { parse } = await import('dotenv')
    const plain = text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '')
    const values = valuesIn(plain, parse)
    const { linesOf, ignored } = placesOf(plain)
    const duplicates = [...linesOf].flatMap(([name, lines]) => (lines.length > 1 ? [{ name, lines }] : []))
    return { values, count: Object.keys(values).length, duplicates, ignored }
  },
})

/** Its fast way finds the same entries without looking at empty lines again and again. */
type Parse = (text: string, options: { fast: true }) => Record<string, string>

// dotenv writes to an object, where a name such as __proto__ is lost. With a prefix it is a name like any other.
function valuesIn(text: string, parse: Parse): Record<string, string> {
  let prefix = 'name_'
  while (text.includes(prefix)) prefix += '_'
  // Only at entries: what looks like one inside a value of several lines is text.
  const marked = text.replace(ENTRY, (entry) => entry.replace(LEAD, `$&${prefix}`))
  return Object.fromEntries(
    Object.entries(parse(marked, { fast: true })).map(([name, value]) => [
      name.slice(prefix.length),
      value,
    ]),
  )
}

// dotenv's own pattern for an entry, without the lines before it: dotenv returns what it read, but not where.
const ENTRY =
  /^[^\S\n]*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\n]+)?\s*(?:#.*)?$/gm
/** What may be before the name of an entry. */
const LEAD = /^\s*(?:export\s+(?=[\w.-]))?/

function placesOf(text: string) {
  const linesOf = new Map<string, number[]>()
  const ignored: { line: number; text: string }[] = []
  let from = 0
  let line = 1
  const skip = (upTo: number): void => {
    for (const part of text.slice(from, upTo).split('\n')) {
      const isWords = part.trim() !== '' && !part.trim().startsWith('#')
      if (isWords && ignored.length < 100)
        ignored.push({ line, text: part.trim().slice(0, 200).toWellFormed() })
      line++
    }
    line--
  }
  for (const match of text.matchAll(ENTRY)) {
    const start = match.index + /^\s*/.exec(match[0])![0].length
    skip(start)
    const name = match[1]!
    const lines = linesOf.get(name)
    if (lines) lines.push(line)
    else linesOf.set(name, [line])
    from = match.index + match[0].length
    line += text.slice(start, from).split('\n').length - 1
  }
  skip(text.length)
  return { linesOf, ignored }
}
