import Sqlite from 'better-sqlite3'
import { exportLine, toExportRow } from './export-row.ts'

/**
 * Sums derived from other rows, how far the ledger was verified, the search index, answers kept for a day only, and the
 * mark of the copy itself.
 */
const LEFT_OUT = /^(sqlite_|ledger_place|memory_search|idempotency|backup_mark)|_usage$/

/**
 * Everything that a copy of an instance holds, as lines of JSON: one about the export, then one for each row, with
 * the table's name as `type`. Hashes of keys are left out.
 * @param file a copy that nothing writes to; it is open until the last line, or until `return` is called
 */
export function* exportLinesOf(file: string): Generator<string, void> {
  const db = new Sqlite(file, { readonly: true })
  try {
    const layout = Number(db.pragma('user_version', { simple: true }))
    yield exportLine({ type: 'export', format: 1, layout, times: 'milliseconds since 1970' })
    const tables = db
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all()
    for (const table of tables) {
      if (LEFT_OUT.test(table)) continue
      // The name comes from the database's own list of its tables.
      const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`)
      for (const row of rows.iterate()) yield exportLine(toExportRow(table, row))
    }
  } finally {
    db.close()
  }
}
