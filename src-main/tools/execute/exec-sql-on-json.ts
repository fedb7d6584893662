import { freeNames } from '../../../src-shared/words/free-names.ts'
import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { toNamed, toSqlTables, toSqlValue } from './lib/sql-tables.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const tableName = z.string().regex(
  // SQLite keeps names that begin with sqlite_ to itself.
  /^(?!sqlite_)[^\0]{1,64}$/i,
  'A table name must have 1 to 64 characters, and not begin with sqlite_',
)
const rows = z.array(namedValues(z.string().max(200), z.unknown())).max(50_000)
const scalar = z.union([z.string().max(100_000), z.number(), z.boolean(), z.null()])

export default defineTool({
  slug: 'exec-sql-on-json',
  title: 'SQL over JSON',
  summary: 'Runs a SQLite SELECT over tables sent as JSON rows: joins, groups, windows, CTEs.',
  searchWords: [
    'query arrays',
    'distinct rows',
    'select from',
    'join tables',
    'sqlite',
    'database on the fly',
    'where clause',
    'group by',
    'join two lists',
    'relational',
    'sql practice',
    'query records',
    'filter rows',
    'inner join',
    'sql over arrays',
    'select from arrays',
    'sql without a database',
    'query csv rows',
    'temporary tables',
    'select from two tables',
  ],
  category: 'Execute',
  tier: 'compute',
  credits: 3,
  version: 2,
  cacheable: true,
  worker: true,
  native: true,
  related: ['exec-jq', 'exec-javascript'],
  takes: { rows: ['json'] },
  gives: 'json',
  mainOutput: 'rows',

  input: z.strictObject({
    sql: wellFormedText(20_000)
      .min(1)
      .describe('One SELECT, WITH … SELECT or VALUES statement in the dialect of SQLite; at most 1.5 s'),
    rows: rows.optional().describe('Rows of a table named rows: objects whose fields are the columns'),
    tables: namedValues(tableName, rows)
      .refine((tables) => Object.keys(tables).length <= 20, 'At most 20 tables can be sent')
      .default({})
      .describe(
        'Further tables by name; one that is not a word is written in double quotes: FROM "Order items". A missing field is NULL, true is 1, objects and arrays are JSON text for ' +
          'json_extract() and json_each(); at most 50,000 rows and 500,000 cells in all',
      ),
    params: z
      .union([
        z.array(scalar).max(200),
        namedValues(
          z.string().regex(/^\w{1,64}$/, 'A parameter is 1 to 64 letters, digits or _'),
          scalar,
        ).refine((params) => Object.keys(params).length <= 200, 'At most 200 parameters can be sent'),
      ])
      .default([])
      .describe('Values for ? in order, or for :name by name'),
    limit: z.int().min(1).max(10_000).default(1_000).describe('Most rows to return'),
  }),
  output: z.strictObject({
    columns: z.array(z.string()).describe('Names of the columns; a repeated name gets :1 appended'),
    rows: z
      .array(namedValues(z.string(), z.union([z.string(), z.number(), z.null()])))
      .describe(
        'One object per row. Integers past 2^53, infinities and blobs (in hexadecimal) are strings',
      ),
    row_count: z.int().min(0).describe('Number of rows returned'),
    more: z.boolean().describe('True if the query has more rows than the limit'),
  }),

  // Results by SQL's own definition; 3 and 2 groups can be counted by hand.
  examples: [
    {
      title: 'Sum by group',
      input: {
        sql: 'SELECT city, sum(n) AS total FROM rows GROUP BY city ORDER BY city',
        rows: [
          { city: 'Rome', n: 1 },
          { city: 'Oslo', n: 2 },
          { city: 'Rome', n: 5 },
        ],
      },
      output: {
        columns: ['city', 'total'],
        rows: [
          { city: 'Oslo', total: 2 },
          { city: 'Rome', total: 6 },
        ],
        row_count: 2,
        more: false,
      },
    },
    {
      title: 'A left join, a parameter by name',
      input: {
        sql: 'SELECT u.name, o.price FROM users u LEFT JOIN orders o ON o.user = u.id AND o.price > :least',
        tables: { users: [{ id: 1, name: 'Ada' }], orders: [{ user: 1, price: 5 }] },
        params: { least: 9 },
      },
      output: {
        columns: ['name', 'price'],
        rows: [{ name: 'Ada', price: null }],
        row_count: 1,
        more: false,
      },
    },
    {
      title: 'Inside a nested value',
      input: { sql: "SELECT tags ->> '$[1]' AS tag FROM rows", rows: [{ tags: ['a', 'b'] }] },
      output: { columns: ['tag'], rows: [{ tag: 'b' }], row_count: 1, more: false },
    },
    {
      title: 'Counting without a table',
      input: {
        sql: 'WITH c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c) SELECT n FROM c',
        limit: 2,
      },
      output: { columns: ['n'], rows: [{ n: 1 }, { n: 2 }], row_count: 2, more: true },
    },
  ],

  prepare: () => import('./lib/sql-process.ts'),
  handler: async ({ sql, rows: ownRows, tables, params, limit }, ctx) => {
    const { runSql } = await import('./lib/sql-process.ts')
    if (!/^(select|with|values)$/i.test(firstWordOf(sql)))
      throw new InvalidInput('sql', 'Send a SELECT, WITH or VALUES statement; nothing else is allowed')
    const bound = Array.isArray(params) ? params.map(toSqlValue) : toNamed(params)
    const all = toSqlTables(ownRows === undefined ? tables : { rows: ownRows, ...tables })
    const answer = runSql({ sql, params: bound, tables: all, limit }, ctx.spent)
    const columns = toUniqueNames(answer.columns)
    const objects = answer.rows.map((row) =>
      Object.fromEntries(columns.map((name, n) => [name, row[n] ?? null])),
    )
    return { columns, rows: objects, row_count: objects.length, more: answer.more }
  },
})

function firstWordOf(sql: string): string {
  return /^(?:\s|--[^\n]*(?:\n|$)|\/\*[^]*?\*\/)*([a-z]*)/i.exec(sql)?.[1] ?? ''
}

function toUniqueNames(names: readonly string[]): string[] {
  const freeName = freeNames(new Set(), (name, number) => `${name}:${number}`, 1)
  return names.map((name) => freeName(name.toWellFormed()))
}
