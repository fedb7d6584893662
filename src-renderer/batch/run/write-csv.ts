import { SPREADSHEET_FORMULA } from '../../../src-shared/spreadsheet-formula.ts'

/**
 * Writes rows as RFC 4180 has them, under a line of column names. Cells that a spreadsheet would run as a formula get
 * an apostrophe in front, which spreadsheets do not show.
 */
export function writeCsv(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string {
  const lines = rows.map((row) => columns.map((name) => (Object.hasOwn(row, name) ? row[name] : '')))
  return [columns, ...lines].map(csvLine).join('')
}

/** One row of cells, with the end of its line. */
export function csvLine(cells: readonly unknown[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = typeof value === 'string' && SPREADSHEET_FORMULA.test(text) ? `'${text}` : text
  return /^\s|[",\r\n]|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
