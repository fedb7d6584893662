import sqlParser from 'node-sql-parser'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { parseJson } from '../../../../src-shared/parse-json.ts'

const MAX_LISTED = 2_000

export interface SqlFacts {
  readonly statements: string[]
  readonly tables: { name: string; schema: string | null; use: string }[]
  readonly columns: { name: string; table: string | null; use: string }[]
  readonly ast: unknown
}

/**
 * The kind of each statement, its tables and its columns.
 * @param dialect as node-sql-parser names it
 * @throws InvalidInput with line and column
 */
export function parseSql(sql: string, dialect: string): SqlFacts {
  try {
    const { ast, tableList, columnList } = new sqlParser.Parser().parse(sql, { database: dialect })
    const trees = (Array.isArray(ast) ? ast : [ast]).filter(Boolean)
    const tables = uniqueParts(tableList).map(([use, schema, name]) => ({
      name,
      schema: named(schema),
      use,
    }))
    const own = new Set(tables.map(({ name }) => name))
    const columns = uniqueParts(columnList).map(([use, table, name]) => ({
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
