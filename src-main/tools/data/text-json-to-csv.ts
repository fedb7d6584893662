import { z } from 'zod'
import { toRecords } from './lib/csv-records.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { jsonField, readWrittenJson } from '../lib/json-document.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

export default defineTool({
  slug: 'text-json-to-csv',
  title: 'JSON to CSV',
  summary:
    'Writes a list of JSON objects or rows as CSV text (RFC 4180), quoted so that it can be ' +
    'read back.',
  searchWords: [
    'comma separated values',
    'export',
    'spreadsheet',
    'table file',
    'tsv',
    'records to rows',
    'download as spreadsheet',
    'objects to csv',
    'tab separated',
    'open in excel',
    'make a csv',
    'table from json',
    'rows for excel',
    'save as csv',
    'export json',
    'response into spreadsheet',
    'list as a table for excel',
    'objects to spreadsheet',
    'list to excel',
    'export to csv',
    'excel friendly',
  ],
  category: 'Data Transform',
  tier: 'compute',
  credits: 3,
  version: 3,
  cacheable: true,
  worker: true,
  aliases: ['data-json-to-csv'],
  mainField: 'json',
  related: ['text-csv-to-json', 'data-json-flatten'],
  takes: { json: ['json'] },
  gives: 'csv',
  mainOutput: 'csv',

  input: z.strictObject({
    json: jsonField('The rows, a list of objects or of lists'),
    columns: z
      .array(wellFormedText(1_000))
      .min(1)
      .max(2_000)
      .optional()
      .describe('Which members to write, in which order; default: all, in order of first appearance'),
    delimiter: z
      .string()
      .regex(/^[^"\r\n]$/u, 'Send one character other than a quote or a line break')
      .default(',')
      .describe('The character between two fields'),
    header: z.boolean().default(true).describe('Starts with the names of the columns, for objects'),
    line_end: z.enum(['crlf', 'lf']).default('crlf').describe('Line ending; RFC 4180 requires crlf'),
    quote_all: z.boolean().default(false).describe('Quotes every field, not only those that need it'),
    escape_formulas: z
      .boolean()
      .default(false)
      .describe(
        "Puts ' before strings that a spreadsheet would run: those that start with = + - @ tab " +
          'or return. Numbers are unchanged',
      ),
  }),
  output: z.strictObject({
    csv: z
      .string()
      .describe('The CSV text; null is an empty field, objects and lists are written as JSON text'),
    columns: z.array(z.string()).describe('The names of the columns; empty for lists'),
    row_count: z.int().min(0).describe('Number of rows, without the header'),
    escaped_count: z
      .int()
      .min(0)
      .describe('Number of fields that were protected against formulas with a quote mark'),
  }),

  // Examples of RFC 4180, section 2.
  examples: [
    {
      title: 'Names and fields (rule 3)',
      input: {
        json: [
          { field_a: 'aaa', field_b: 'bbb' },
          { field_a: 'zzz', field_b: 'yyy' },
        ],
      },
      output: {
        csv: 'field_a,field_b\r\naaa,bbb\r\nzzz,yyy\r\n',
        columns: ['field_a', 'field_b'],
        row_count: 2,
        escaped_count: 0,
      },
    },
    {
      title: 'A line break and a quote inside fields (rules 6 and 7)',
      input: { json: [['aaa', 'b\r\nbb', 'b"bb']] },
      output: { csv: 'aaa,"b\r\nbb","b""bb"\r\n', columns: [], row_count: 1, escaped_count: 0 },
    },
    {
      title: 'A formula is disarmed (OWASP, CSV injection)',
      input: { json: [{ name: '=1+1', change: -5 }], escape_formulas: true },
      output: {
        csv: "name,change\r\n'=1+1,-5\r\n",
        columns: ['name', 'change'],
        row_count: 1,
        escaped_count: 1,
      },
    },
  ],

  prepare: () => import('csv-stringify/sync'),
  handler: async ({ json, columns, delimiter, header, line_end, quote_all, escape_formulas }) => {
    const { stringify } = await import('csv-stringify/sync')
    const sheet = toRecords(readWrittenJson(json, 'json'), { columns, header, escape_formulas })
    const csv = stringify(sheet.records, {
      delimiter,
      record_delimiter: line_end === 'crlf' ? '\r\n' : '\n',
      quote_record_delimiter: true,
      quoted: quote_all,
      // An empty line would not be a row, and a leading byte order mark would not be part of its
      // field.
      quoted_empty: quote_all || sheet.narrow,
      quoted_match: [/^\ufeff/],
    })
    return {
      csv,
      columns: sheet.columns,
      row_count: sheet.rowCount,
      escaped_count: sheet.escapedCount,
    }
  },
})
