import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { base64File, readBase64 } from './lib/base64-file.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { STOCK_XLSX } from './lib/document-samples.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()])

export default defineTool({
  slug: 'doc-xlsx-to-json',
  version: 2,
  title: 'Spreadsheet to JSON',
  summary: 'Reads the sheets of an Excel file (XLSX) as rows: numbers, strings, booleans and ISO dates.',
  searchWords: [
    'workbook',
    'worksheet',
    'read a spreadsheet',
    'cells',
    'google sheets',
    'sheet rows',
    'office table',
    'import excel',
    'excel file reader',
    'excel table',
    'excel sheet',
    'convert excel',
    'excel rows',
  ],
  category: 'Document Parsing',
  tier: 'compute',
  credits: 3,
  cacheable: true,
  worker: true,
  mainField: 'xlsx',
  related: ['text-csv-to-json'],
  takes: { xlsx: ['xlsx'] },
  firstFor: ['xlsx'],
  gives: 'json',
  mainOutput: 'sheets',

  input: z.strictObject({
    xlsx: base64File().describe('The XLSX file as base64, up to 3 MB'),
    sheet: wellFormedText(100).optional().describe('Name of the sheet to read; all sheets if not set'),
    header: z
      .boolean()
      .default(true)
      .describe(
        'The first row that is not empty names the columns and each other row is an object; else rows are arrays from A1',
      ),
  }),
  output: z.strictObject({
    sheets: z
      .array(
        z.strictObject({
          name: z.string().describe('Name of the sheet'),
          columns: z.array(z.string()).describe('Names of the columns; empty without a header'),
          rows: z
            .array(z.union([namedValues(z.string(), cell), z.array(cell)]))
            .describe(
              'The rows; an empty cell or the error of a formula is null; dates, times (18:30:00) and durations ' +
                '(PT30H15M, for formats such as [h]:mm) are ISO 8601 without a time zone; an integer that a ' +
                '64-bit float cannot hold is text',
            ),
          row_count: z.int().min(0).describe('Number of rows'),
        }),
      )
      .describe('The sheets in the order of the file'),
    warnings: z
      .array(z.string())
      .describe(
        'What the rows do not say, at most 50: hidden sheets, charts, errors of formulas, formulas without a result',
      ),
  }),

  // The file was written by hand following ECMA-376; serial 45351 is 2024-02-29 in its 1900 date
  // system.
  examples: [
    {
      title: 'Rows as objects',
      input: { xlsx: STOCK_XLSX },
      output: {
        sheets: [
          {
            name: 'Stock',
            columns: ['item', 'count', 'since'],
            rows: [
              { item: 'Pen', count: 12.5, since: '2024-02-29' },
              { item: 'Ink', count: null, since: true },
            ],
            row_count: 2,
          },
        ],
        warnings: [],
      },
    },
    {
      title: 'Rows as arrays',
      input: { xlsx: STOCK_XLSX, header: false, sheet: 'Stock' },
      output: {
        sheets: [
          {
            name: 'Stock',
            columns: [],
            rows: [
              ['item', 'count', 'since'],
              ['Pen', 12.5, '2024-02-29'],
              ['Ink', null, true],
            ],
            row_count: 3,
          },
        ],
        warnings: [],
      },
    },
    { title: 'As a data: URL', input: { xlsx: `data:application/octet-stream;base64,${STOCK_XLSX}` } },
  ],

  prepare: () => import('./lib/xlsx/read-xlsx.ts'),
  handler: async ({ xlsx, sheet, header }) => {
    const { readXlsx } = await import('./lib/xlsx/read-xlsx.ts')
    return readXlsx(readBase64(xlsx, 'xlsx'), { sheet, header })
  },
})
