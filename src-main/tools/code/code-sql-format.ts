import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const DIALECTS = [
  'sql',
  'bigquery',
  'clickhouse',
  'db2',
  'db2i',
  'duckdb',
  'hive',
  'mariadb',
  'mysql',
  'n1ql',
  'plsql',
  'postgresql',
  'redshift',
  'singlestoredb',
  'snowflake',
  'spark',
  'sqlite',
  'tidb',
  'transactsql',
  'trino',
] as const
const casing = z.enum(['preserve', 'upper', 'lower'])

export default defineTool({
  slug: 'code-sql-format',
  title: 'Format SQL',
  summary: 'Formats SQL of 20 dialects: one clause per line, indented, keywords in the case you want.',
  searchWords: [
    'beautify query',
    'pretty print',
    'indent a select',
    'tidy up a statement',
    'query formatter',
    'readable query',
    'postgres',
    'mysql',
    'bigquery',
    'long select',
    'uppercase keywords',
    'reformat',
    'clean up sql',
    'sql beautifier',
    'sql layout',
    'sql prettier',
    'query on several lines',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  cacheable: true,
  worker: true,
  mainField: 'sql',
  related: ['code-sql-parse', 'code-format'],
  takes: { sql: ['sql'] },
  firstFor: ['sql'],
  gives: 'sql',
  mainOutput: 'sql',

  input: z.strictObject({
    sql: wellFormedText(200_000).describe('One or several statements'),
    dialect: z.enum(DIALECTS).default('sql').describe('The dialect; sql is the standard'),
    indent: z.int().min(0).max(16).default(2).describe('Spaces per level'),
    tabs: z.boolean().default(false).describe('Indents with tabs'),
    keywords: casing.default('upper').describe('Case of keywords'),
    functions: casing.default('preserve').describe('Case of function names'),
    types: casing.default('preserve').describe('Case of data types'),
    width: z
      .int()
      .min(1)
      .max(400)
      .default(50)
      .describe('Longest expression in brackets to keep on one line, in columns'),
    lines_between: z.int().min(0).max(5).default(1).describe('Empty lines between statements'),
  }),
  output: z.strictObject({
    sql: z.string().describe('The formatted SQL'),
    changed: z.boolean().describe('Whether it differs from the original'),
  }),

  // The layout that sql-formatter documents.
  examples: [
    {
      title: 'A query',
      input: { sql: 'select a,b from t where x=1 and y=2' },
      output: { sql: 'SELECT\n  a,\n  b\nFROM\n  t\nWHERE\n  x = 1\n  AND y = 2', changed: true },
    },
    {
      title: 'Two statements',
      input: { sql: 'select 1; select 2', keywords: 'preserve', indent: 4 },
      output: { sql: 'select\n    1;\n\nselect\n    2', changed: true },
    },
    {
      title: 'A string stays unchanged',
      input: { sql: "SELECT\n  'select  1'" },
      output: { sql: "SELECT\n  'select  1'", changed: false },
    },
  ],

  prepare: () => import('sql-formatter'),
  handler: async ({ sql, dialect, indent, tabs, keywords, functions, types, width, lines_between }) => {
    const { format } = await import('sql-formatter')
    try {
      const formatted = format(sql, {
        language: dialect,
        tabWidth: indent,
        useTabs: tabs,
        keywordCase: keywords,
        functionCase: functions,
        dataTypeCase: types,
        expressionWidth: width,
        linesBetweenQueries: lines_between,
      })
      return { sql: formatted.toWellFormed(), changed: formatted !== sql }
    } catch (error) {
      if (error instanceof RangeError)
        throw new InvalidInput('sql', 'The SQL is nested too deeply; send its statements one by one')
      const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
      const hint = dialect === 'sql' ? '; name its dialect' : ''
      throw new InvalidInput('sql', `The SQL cannot be read: ${reason.slice(0, 300).toWellFormed()}${hint}`)
    }
  },
})
