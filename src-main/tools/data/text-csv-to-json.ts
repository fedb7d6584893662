import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { delimiterOf, toRows } from './lib/csv-rows.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_CHARS = 2 * 1024 * 1024

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

export default defineTool({
  slug: 'text-csv-to-json',
  title: 'CSV to JSON',
  summary: 'Turns CSV text (RFC 4180) into rows, and reports rows that do not fit the header.',
  searchWords: [
    'comma separated values',
    'tsv',
    'tab separated',
    'parse a spreadsheet export',
    'rows to objects',
    'delimiter',
    'semicolon',
    'read csv',
    'excel export',
    'import a table',
    'delimited file',
    'tsv to objects',
    'csv reader',
    'table to objects',
    'spreadsheet to json',
    'load a csv',
    'import csv',
    'parse csv',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 3,
  version: 2,
  cacheable: true,
  worker: true,
  aliases: ['data-csv-to-json', 'data-csv-parse', 'convert-csv-json'],
  related: ['text-json-to-csv', 'data-group-by', 'doc-xlsx-to-json'],
  mainField: 'csv',
  takes: { csv: ['csv'] },
  firstFor: ['csv'],
  gives: 'json',
  mainOutput: 'rows',

  input: z.strictObject({
    csv: wellFormedText(MAX_CHARS).describe('The CSV text; lines may end in CRLF, LF or CR'),
    delimiter: z
      .string()
      .regex(/^[^"\r\n]$/u, 'Send one character other than a quote or a line break')
      .optional()
      .describe(
        'The character between two fields; default: a comma, or the semicolon, tab or bar of a first line without one',
      ),
    header: z.boolean().default(true).describe('The first row names the columns'),
    trim: z
      .boolean()
      .default(false)
      .describe('Drops white space around fields; in RFC 4180 it is part of them'),
    infer_types: z
      .boolean()
      .default(false)
      .describe('Converts numbers, true and false if they can be written back unchanged'),
    strict_quotes: z
      .boolean()
      .default(false)
      .describe('Rejects a quote inside an unquoted field instead of keeping it'),
  }),
  output: z.strictObject({
    rows: z
      .array(z.union([namedValues(z.string(), cell), z.array(cell)]))
      .describe('One object per row, or one array per row without a header; empty lines are skipped'),
    columns: z.array(z.string()).describe('The names of the columns; empty without a header'),
    row_count: z.int().min(0).describe('Number of rows'),
    warnings: z
      .array(z.string())
      .describe('What did not fit and how it was handled; the first 100 warnings'),
    warning_count: z.int().min(0).describe('Number of all warnings'),
  }),

  // Examples of RFC 4180, section 2.
  examples: [
    {
      title: 'Names and fields (rule 3)',
      input: { csv: 'field_a,field_b,field_c\r\naaa,bbb,ccc\r\nzzz,yyy,xxx\r\n' },
      output: {
        rows: [
          { field_a: 'aaa', field_b: 'bbb', field_c: 'ccc' },
          { field_a: 'zzz', field_b: 'yyy', field_c: 'xxx' },
        ],
        columns: ['field_a', 'field_b', 'field_c'],
        row_count: 2,
        warnings: [],
        warning_count: 0,
      },
    },
    {
      title: 'A line break inside quotes (rule 6)',
      input: { csv: '"aaa","b\r\nbb","ccc"\r\nzzz,yyy,xxx', header: false },
      output: {
        rows: [
          ['aaa', 'b\r\nbb', 'ccc'],
          ['zzz', 'yyy', 'xxx'],
        ],
        columns: [],
        row_count: 2,
        warnings: [],
        warning_count: 0,
      },
    },
    {
      title: 'A quote inside quotes (rule 7)',
      input: { csv: '"aaa","b""bb","ccc"', header: false },
      output: { rows: [['aaa', 'b"bb', 'ccc']], columns: [], row_count: 1, warnings: [], warning_count: 0 },
    },
  ],

  prepare: () => import('csv-parse/sync'),
  handler: async ({ csv, delimiter, header, trim, infer_types, strict_quotes }) => {
    const { CsvError, parse } = await import('csv-parse/sync')
    const told = delimiterOf(csv)
    try {
      const records = parse(csv, {
        bom: true,
        delimiter: delimiter ?? told,
        record_delimiter: ['\r\n', '\n', '\r'],
        relax_column_count: true,
        relax_quotes: !strict_quotes,
        skip_empty_lines: true,
        trim,
        max_record_size: 0,
      })
      return toRows(records, {
        header,
        infer_types,
        taken: delimiter === undefined && told !== ',' ? told : null,
      })
    } catch (error) {
      if (error instanceof CsvError)
        throw new InvalidInput('csv', `${sentenceOf(error.message)}; close or double it`)
      throw error
    }
  },
})

// csv-parse starts with the kind of error and names the line at fault, as a caller counts lines.
function sentenceOf(message: string): string {
  const line = /at line (\d+)/.exec(message)?.[1] ?? '1'
  const fault = message.startsWith('Quote Not Closed') ? 'is not closed' : 'is inside a field'
  return `A quote on line ${line} ${fault}`
}
