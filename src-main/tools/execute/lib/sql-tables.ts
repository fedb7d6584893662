import type { SqlTable, SqlValue } from './sql-query.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_ROWS = 50_000
const MAX_COLUMNS = 500
const MAX_CELLS = 500_000

type JsonRow = Readonly<Record<string, unknown>>

/**
 * JSON rows as tables: a column for each name that any row has, in order of first appearance.
 * @throws InvalidInput for names that are the same to SQLite, and for too many rows, columns or
 * cells
 */
export function toSqlTables(tables: Readonly<Record<string, readonly JsonRow[]>>): SqlTable[] {
  refuseDuplicates(Object.keys(tables), 'tables', 'table')
  const made = Object.entries(tables).map(([name, rows]) => toTable(name, rows))
  const rows = made.reduce((sum, table) => sum + table.rows.length, 0)
  const cells = made.reduce((sum, table) => sum + table.rows.length * table.columns.length, 0)
  if (rows > MAX_ROWS || cells > MAX_CELLS)
    throw new InvalidInput('tables', `Send at most ${MAX_ROWS} rows and ${MAX_CELLS} cells in all`)
  return made
}

/** A JSON value as SQLite stores it: true and false as 1 and 0, objects and arrays as JSON text. */
export function toSqlValue(value: unknown): SqlValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}

function toTable(name: string, rows: readonly JsonRow[]): SqlTable {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (columns.length === 0)
    throw new InvalidInput(`tables.${name}`, 'The table has no columns; send at least one row with a field')
  if (columns.length > MAX_COLUMNS)
    throw new InvalidInput(`tables.${name}`, `The rows have more than ${MAX_COLUMNS} different fields`)
  if (columns.some((column) => column === '' || column.includes('\0')))
    throw new InvalidInput(`tables.${name}`, 'A field has an empty name or one with a NUL; rename it')
  refuseDuplicates(columns, `tables.${name}`, 'field')
  const cellsOf = (row: JsonRow): SqlValue[] =>
    columns.map((column) => (Object.hasOwn(row, column) ? toSqlValue(row[column]) : null))
  return { name, columns, rows: rows.map(cellsOf) }
}

// SQLite ignores only the case of ASCII letters in names.
function refuseDuplicates(names: readonly string[], path: string, what: string): void {
  const seen = new Map<string, string>()
  for (const name of names) {
    const folded = name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    const twin = seen.get(folded)
    if (twin !== undefined)
      throw new InvalidInput(
        path,
        `${JSON.stringify(twin)} and ${JSON.stringify(name)} are the same ${what} to SQL; rename one`,
      )
    seen.set(folded, name)
  }
}

/** Parameters by name, as SQLite takes their values. */
export function toNamed(params: Readonly<Record<string, unknown>>): Record<string, string | number | null> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toSqlValue(value)]))
}
