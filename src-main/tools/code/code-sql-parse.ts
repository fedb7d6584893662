import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { withoutMark } from '../lib/byte-order-mark.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const DIALECTS = [
  'mysql',
  'mariadb',
  'postgresql',
  'sqlite',
  'bigquery',
  'snowflake',
  'transactsql',
  'redshift',
  'hive',
  'db2',
  'trino',
] as const

export default defineTool({
  slug: 'code-sql-parse',
  title: 'Parse SQL',
  summary: 'Parses SQL and lists the statements, the tables they read and write, and the columns they use.',
  searchWords: [
    'which tables',
    'columns used',
    'analyze query',
    'ast',
    'what does the query touch',
    'read or write',
    'dependencies of a statement',
    'lineage',
    'inspect a select',
    'table names',
    'inspect sql',
    'does the query change data',
    'tables in a query',
    'sql syntax tree',
    'which fields',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  version: 5,
  cacheable: true,
  worker: true,
  mainField: 'sql',
  related: ['code-sql-format'],
  takes: { sql: ['sql'] },
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    sql: wellFormedText(100_000).min(1).describe('One or several statements'),
    dialect: z.enum(DIALECTS).default('postgresql').describe('The dialect'),
    ast: z.boolean().default(false).describe('Whether to return the syntax tree too'),
  }),
  output: z.strictObject({
    statements: z.array(z.string()).describe('The kind of each statement, such as select or create'),
    tables: z
      .array(
        z.strictObject({
          name: z.string().describe('Name of the table'),
          schema: z
            .string()
            .nullable()
            .describe('Its schema or database, if named; both as database.schema'),
          use: z.string().describe('What is done with it: select, insert, update, delete, create …'),
        }),
      )
      .describe('The tables, each use once; names defined by WITH are not tables'),
    columns: z
      .array(
        z.strictObject({
          name: z.string().describe('Name of the column; * for all'),
          table: z.string().nullable().describe('Its table, if that is certain'),
          use: z
            .string()
            .describe(
              'select if it is read; insert, update or delete if it is changed; create if it is defined',
            ),
        }),
      )
      .describe('The columns, each once'),
    ast: z
      .unknown()
      .describe(
        'The syntax tree, for postgresql in the form of its own parser, else of node-sql-parser; null unless requested',
      ),
  }),

  // Taken from the statements.
  examples: [
    {
      title: 'A join',
      input: { sql: 'SELECT u.name FROM users u JOIN shop.orders o ON o.user_id = u.id' },
      output: {
        statements: ['select'],
        tables: [
          { name: 'users', schema: null, use: 'select' },
          { name: 'orders', schema: 'shop', use: 'select' },
        ],
        columns: [
          { name: 'name', table: 'users', use: 'select' },
          { name: 'user_id', table: 'orders', use: 'select' },
          { name: 'id', table: 'users', use: 'select' },
        ],
        ast: null,
      },
    },
    {
      title: 'Written and read tables',
      input: { sql: 'INSERT INTO log (day) VALUES (5); SELECT * FROM log', dialect: 'sqlite' },
      output: {
        statements: ['insert', 'select'],
        tables: [
          { name: 'log', schema: null, use: 'insert' },
          { name: 'log', schema: null, use: 'select' },
        ],
        columns: [
          { name: 'day', table: 'log', use: 'insert' },
          { name: '*', table: 'log', use: 'select' },
        ],
        ast: null,
      },
    },
    {
      title: 'Queries of WITH are not tables, and texts are not columns',
      input: {
        sql: "WITH big AS (SELECT id, 'x' AS mark FROM orders WHERE total > 9) SELECT mark FROM big ORDER BY mark",
      },
      output: {
        statements: ['select'],
        tables: [{ name: 'orders', schema: null, use: 'select' }],
        columns: [
          { name: 'mark', table: null, use: 'select' },
          { name: 'id', table: 'orders', use: 'select' },
          { name: 'total', table: 'orders', use: 'select' },
        ],
        ast: null,
      },
    },
    {
      title: 'Without a table',
      input: { sql: 'SELECT 1', dialect: 'mysql' },
      output: { statements: ['select'], tables: [], columns: [], ast: null },
    },
  ],

  prepare: () => Promise.all([import('./lib/sql-syntax.ts'), import('./lib/postgres-syntax.ts')]),
  handler: async ({ sql, dialect, ast }) => {
    const { parseSql } = await import('./lib/sql-syntax.ts')
    const parsed = await parseSql(withoutMark(sql), dialect)
    return { ...parsed, ast: ast ? parsed.ast : null }
  },
})
