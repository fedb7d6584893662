import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { onlyReads } from './lib/read-only-sql.ts'
import { writtenText } from '../lib/well-formed-text.ts'

const DIALECTS = [
  'sqlite',
  'postgresql',
  'mysql',
  'mariadb',
  'sqlserver',
  'oracle',
  'bigquery',
  'duckdb',
] as const

export default defineTool({
  slug: 'llm-sql-generate',
  title: 'Generate SQL',
  summary: 'Writes an SQL query for a question about your tables. It has not been run: read it first.',
  searchWords: [
    'natural language to sql',
    'text to sql',
    'ask my database',
    'question to query',
    'write a select',
    'database query for me',
    'plain language query',
    'query builder',
    'report from tables',
    'customers who',
    'find records in my tables',
    'english question to sql',
    'data question',
    'how many orders',
  ],
  category: 'AI: Code',
  tier: 'llm',
  credits: 10,
  version: 2,
  mainField: 'question',
  related: ['llm-code-generate', 'llm-explain-code'],
  takes: { question: ['text'] },
  gives: 'sql',
  mainOutput: 'result',

  input: z.strictObject({
    question: writtenText(5_000).describe('What the query should find or do'),
    schema: writtenText(40_000).describe('The tables: CREATE statements, or names with their columns'),
    dialect: z.enum(DIALECTS).default('postgresql').describe('The database that it is for'),
  }),
  output: z.strictObject({
    result: z.string().describe('The SQL'),
    dialect: z.enum(DIALECTS).describe('The database that it is for'),
    explanation: z.string().describe('What it does, and what it assumes'),
    read_only: z
      .boolean()
      .describe(
        'True if every statement starts as a query and nothing in it appears to write; SELECT INTO writes',
      ),
    ...MODEL_FIELDS,
  }),

  examples: [
    {
      title: 'Count by group',
      input: { question: 'How many orders has each customer?', schema: 'orders(id, customer_id, total)' },
    },
    {
      title: 'For SQLite',
      input: {
        question: 'Orders of the last seven days',
        schema: 'CREATE TABLE orders (id INTEGER PRIMARY KEY, made_at TEXT, total REAL)',
        dialect: 'sqlite',
      },
    },
    {
      title: 'A change',
      input: {
        question: 'Mark unpaid orders from 2020 as cancelled',
        schema: 'orders(id, paid, status, made_at)',
      },
    },
  ],

  handler: async ({ question, schema, dialect }, ctx) => {
    const task =
      `Write one SQL statement for ${dialect} that does what the user asks, using only the ` +
      'tables and columns of the schema. Only change data if the request is clearly a change. ' +
      'Put the SQL, without a code fence, into "sql".'
    const form = z.object({
      sql: z.string().min(1).max(20_000),
      explanation: z.string().max(3_000).describe('What it does, and what it assumes'),
    })
    const { value, use } = await fillSchema({ task, data: { schema, request: question } }, form, ctx)
    return {
      result: value.sql,
      dialect,
      explanation: value.explanation,
      read_only: onlyReads(value.sql, dialect),
      ...use,
    }
  },
})
