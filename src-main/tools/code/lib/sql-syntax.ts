import sqlParser from 'node-sql-parser'
import type { SqlFacts } from './sql-facts.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const MAX_LISTED = 2_000

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
    const { ast, tableList, columnList } = new sqlParser.Parser().parse(...asRead(sql, dialect))
    const trees = (Array.isArray(ast) ? ast : [ast]).filter(Boolean)
    // Of words that begin no statement, some dialects make a tree without a kind.
    if (trees.some((tree) => typeof tree.type !== 'string'))
      throw new Error('no statement begins like this')
    const { queries, references } = namesIn(trees)
    const tables = uniqueParts(tableList)
      .map(([use, schema, name]) => ({ name, schema: named(schema), use }))
      .filter(({ name, schema }) => schema !== null || !queries.has(name))
    const own = new Set(tables.map(({ name }) => name))
    // The library lists texts of a SELECT with the columns.
    const listed = uniqueParts(columnList).filter(
      ([use, , name]) => use !== 'select' || references.has(name),
    )
    const columns = listed.map(([use, table, name]) => ({
      name: name === '(.*)' ? '*' : name,
      // With a single table, an unqualified column can only belong to it.
      table: named(table) ?? (own.size === 1 && trees.length > 0 ? [...own][0]! : null),
      use,
    }))
    // The tree holds values without a JSON form, such as functions in place of columns.
    const plain: unknown = parseJson(JSON.stringify(ast).toWellFormed())
    return { statements: trees.map((tree) => String(tree.type)), tables, columns, ast: plain }
  } catch (error) {
    throw new InvalidInput('sql', sentenceOf(error, dialect))
  }
}

const DELETE_FROM = /(?<=(?:^|;)\s*delete\s+)from\b/gi

// The library's grammar of BigQuery takes FROM for a table's name, and that of Snowflake knows no DELETE.
function asRead(sql: string, dialect: string): [sql: string, options: { database: string }] {
  if (dialect === 'bigquery') return [sql.replace(DELETE_FROM, '    '), { database: dialect }]
  const deletes = dialect === 'snowflake' && sql.search(DELETE_FROM) >= 0
  return [sql, { database: deletes ? 'redshift' : dialect }]
}

// The names of WITH queries, and all names that refer to a column.
function namesIn(trees: readonly unknown[]): { queries: Set<string>; references: Set<string> } {
  const [queries, references] = [new Set<string>(), new Set(['(.*)'])]
  const open = [...trees]
  for (let value = open.pop(); value !== undefined || open.length > 0; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    // An object or a list, as just checked.
    const { type, column, name, stmt } = value as Record<string, unknown>
    for (const text of [column, textIn(column)])
      if (typeof text === 'string' && type !== 'single_quote_string')
        references.add(text === '*' ? '(.*)' : text)
    const query = textIn(name)
    if (stmt !== undefined && typeof query === 'string') queries.add(query)
    // The same object.
    open.push(...Object.values(value as Record<string, unknown>))
  }
  return { queries, references }
}

// A name in quotes is a value of its own.
function textIn(name: unknown): unknown {
  if (typeof name !== 'object' || name === null) return name
  if ('value' in name) return name.value
  return 'expr' in name ? textIn(name.expr) : undefined
}

// "select::shop::orders": the action, the schema, the table.
function uniqueParts(list: readonly string[]): [string, string, string][] {
  return [...new Set(list)].slice(0, MAX_LISTED).map((entry) => {
    const [use = '', where = '', ...rest] = entry.toWellFormed().split('::')
    return [use, where, rest.join('::')]
  })
}

function named(text: string): string | null {
  return text === 'null' || text === '' ? null : text
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
