import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { toJsonTree } from '../lib/json-tree.ts'
import { cutTimesIn, lostFloatsIn } from './lib/toml-numbers.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { STANDARDS } from '../lib/standards.ts'

const MAX_CHARS = 512 * 1024

// Whole seconds are written without the fraction that the library adds.
const timeOf = (time: Date): string => time.toISOString().replace(/\.000(?=Z|[+-]|$)/, '')

export default defineTool({
  slug: 'data-toml-to-json',
  title: 'TOML to JSON',
  summary: 'Turns TOML 1.1 text into JSON: tables, arrays of tables, dates and integers of any kind.',
  searchWords: [
    'cargo.toml',
    'pyproject',
    'config file',
    'rust config',
    'read toml',
    'parse toml',
    'tml',
    'configuration',
    'rust cargo file',
    'python project file',
    'toml reader',
    'ini',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 3,
  version: 5,
  cacheable: true,
  worker: true,
  standards: [STANDARDS.toml],
  mainField: 'toml',
  related: ['text-json-format', 'data-json-to-yaml'],
  takes: { toml: ['toml'] },
  firstFor: ['toml'],
  gives: 'json',
  mainOutput: 'result',

  input: z.strictObject({ toml: wellFormedText(MAX_CHARS).describe('The TOML text') }),
  output: z.strictObject({
    result: z
      .unknown()
      .describe(
        'The document, an object; dates and times are ISO 8601 strings, with milliseconds where the document has them',
      ),
    warnings: z
      .array(z.string())
      .describe(
        'Values that JSON cannot represent, and how they were converted: integers past 2^53, long decimals, inf and nan, and times finer than a millisecond',
      ),
  }),

  // Examples of the TOML 1.0.0 specification: Table, Array of Tables, Offset Date-Time.
  examples: [
    {
      title: 'A table',
      input: { toml: '[table-1]\nkey1 = "some string"\nkey2 = 123\n' },
      output: { result: { 'table-1': { key1: 'some string', key2: 123 } }, warnings: [] },
    },
    {
      title: 'An array of tables',
      input: {
        toml: '[[products]]\nname = "Hammer"\nsku = 738594937\n\n[[products]]  # empty\n\n[[products]]\nname = "Nail"\n',
      },
      output: {
        result: { products: [{ name: 'Hammer', sku: 738594937 }, {}, { name: 'Nail' }] },
        warnings: [],
      },
    },
    {
      title: 'A date, and a time without a date',
      input: { toml: 'ld1 = 1979-05-27\nhex = 0xDEAD_BEEF\nflt = 224_617.445_991_228\n' },
      output: { result: { ld1: '1979-05-27', hex: 3735928559, flt: 224617.445991228 }, warnings: [] },
    },
  ],

  prepare: () => import('./lib/toml-document.ts'),
  handler: async ({ toml }) => {
    const { readToml } = await import('./lib/toml-document.ts')
    const tree = toJsonTree(readToml(toml), 'toml', timeOf)
    return {
      result: tree.value,
      warnings: [...lostFloatsIn(toml), ...cutTimesIn(toml), ...tree.warnings].slice(0, 100),
    }
  },
})
