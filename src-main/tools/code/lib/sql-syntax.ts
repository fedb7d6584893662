import sqlParser from 'node-sql-parser'
import type { SqlFacts } from './sql-facts.ts'
import { namesIn, type SqlNames } from './sql-names.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const MAX_LISTED = 2_000
/** What the library writes for a name that is not a text. */
const NO_NAME = '[object Object]'

/**
 * The kind of each statement, its tables and its columns.
 * @param dialect as node-sql-parser names it
 * @throws InvalidInput with line and column
 */
export async function parseSql(sql: string, dialect: string): Promise<SqlFacts> {
  if (dialect === 'postgresql') {
    const { parsePostgres } = await import('./postgres-syntax.ts')
    const facts = await parsePostgres(sql)
    return {
      ...facts,
      tables: facts.tables.slice(0, MAX_LISTED),
      columns: facts.columns.slice(0, MAX_LISTED),
    }
  }
  return parseDialect(sql, dialect)
}

function parseDialect(sql: string, dialect: string): SqlFacts {
  try {
    return factsOf(sql, dialect)
  } catch (error) {
    // The library's reader of BigQuery fails for some names of tables, which that of MySQL has in the same backquotes.
    if (dialect === 'bigquery' && error instanceof ReferenceError) return parseDialect(sql, 'mysql')
    throw new InvalidInput('sql', sentenceOf(error, dialect))
  }
}

function factsOf(sql: string, dialect: string): SqlFacts {
  const { ast, tableList, columnList } = new sqlParser.Parser().parse(...asRead(sql, dialect))
  const trees = (Array.isArray(ast) ? ast : [ast]).filter(Boolean)
  // Of words that begin no statement, some dialects make a tree without a kind.
  if (trees.some((tree) => typeof tree.type !== 'string')) throw new Error('no statement begins like this')
  const names = namesIn(trees)
  const tables = uniqueParts(tableList)
    .map(([use, schema, name]) => ({ name, schema: named(schema), use }))
    .filter(({ name, schema }) => schema !== null || !names.queries.has(name))
  const own = new Set(tables.map(({ name }) => name))
  const columns = columnsOf(uniqueParts(columnList), names).map(([use, where, name]) => {
    // That of MariaDB writes q,,. for the star of q.*.
    const table = named(where.replace(/,,\.$/, ''))
    return {
      name: name === '(.*)' ? '*' : name,
      // With a single table, an unqualified column can only belong to it. A query is not a table.
      table:
        table === null ? (own.size === 1 ? [...own][0]! : null) : names.queries.has(table) ? null : table,
      use,
    }
  })
  // The tree holds values without a JSON form, such as functions in place of columns.
  const plain: unknown = parseJson(JSON.stringify(ast).toWellFormed())
  return { statements: trees.map((tree) => String(tree.type)), tables, columns, ast: plain }
}

const DELETE_FROM = /(?<=(?:^|;)\s*delete\s+)from\b/gi

// The library's grammar of BigQuery takes FROM for a table's name, and that of Snowflake knows no DELETE.
function asRead(sql: string, dialect: string): [sql: string, options: { database: string }] {
  if (dialect === 'bigquery') return [sql.replace(DELETE_FROM, '    '), { database: dialect }]
  const deletes = dialect === 'snowflake' && sql.search(DELETE_FROM) >= 0
  return [sql, { database: deletes ? 'redshift' : dialect }]
}

// The library lists texts, outputs and words beside columns, and leaves out those of USING. It lists what is defined as
// read, too, and has no name for what some dialects define or set.
function columnsOf(listed: readonly Part[], names: SqlNames): Part[] {
  const read = listed.filter(([use, table, name]) => {
    if (name === NO_NAME || table === NO_NAME) return false
    return use !== 'select' || (named(table) === null ? names.bare : names.qualified).has(name)
  })
  const more = [
    ...[...names.shared].map((name): Part => ['select', '', name]),
    ...[...names.created].map((name): Part => ['create', '', name]),
    ...[...names.inserted].map((name): Part => ['insert', '', name]),
    ...[...names.updated].map((name): Part => ['update', '', name]),
  ]
  const known = new Set(read.map(([use, , name]) => JSON.stringify([use, name])))
  return [...read, ...more.filter(([use, , name]) => !known.has(JSON.stringify([use, name])))]
}

// "select::shop::orders": the action, the schema, the table.
type Part = [use: string, where: string, name: string]

function uniqueParts(list: readonly string[]): Part[] {
  return [...new Set(list)].slice(0, MAX_LISTED).map((entry) => {
    const [use = '', where = '', ...rest] = entry.toWellFormed().split('::')
    return [use, where, rest.join('::')]
  })
}

function named(text: string): string | null {
  return text === 'null' || text === 'undefined' || text === '' ? null : text
}

function sentenceOf(error: unknown, dialect: string): string {
  const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  // The location that Peggy's parsers report.
  const place = (error as { location?: { start?: { line: number; column: number } } }).location?.start
  const where = place ? ` on line ${place.line}, column ${place.column}` : ''
  const found = /but (.*) found/s.exec(reason)?.[1]
  const what = found ? `unexpected ${found}` : reason.slice(0, 200)
  return `This is not valid ${dialect}: ${what}${where}`.toWellFormed()
}
