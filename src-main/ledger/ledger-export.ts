import type { Database, Statement } from 'better-sqlite3'
import { SPREADSHEET_FORMULA } from '../../src-shared/spreadsheet-formula.ts'
import { exportLine, toExportRow } from '../storage/exports/export-row.ts'

/** Entries read before other work gets its turn. */
const STRETCH_ENTRIES = 2_000

/** From and to in milliseconds since 1970; the end is exclusive. */
export interface LedgerRange {
  readonly from: number
  readonly to: number
}

export type LedgerFormat = 'csv' | 'ndjson'

interface EntryRow {
  readonly seq: number
  readonly kind: string
  readonly at: number
  readonly [column: string]: string | number | null
}

/** Writes the ledger out as text, oldest entry first. */
export class LedgerExport {
  readonly #rows: Statement<[number, number], EntryRow>
  readonly #columns: readonly string[]
  readonly #newest: Statement<[], number | null>

  constructor(db: Database) {
    this.#rows = db.prepare('SELECT * FROM entry WHERE seq > ? ORDER BY seq LIMIT ?')
    this.#columns = this.#rows.columns().map(({ name }) => name)
    this.#newest = db.prepare<[], number | null>('SELECT max(seq) FROM entry').pluck()
  }

  /**
   * The entries of a range, one stretch of the ledger at a time; a stretch outside the range is an empty text. Entries
   * written after the export began are left out. NDJSON has the lines of `toolgate export`, with a first line about
   * the range; CSV is RFC 4180, with times as text.
   */
  *write(format: LedgerFormat, range: LedgerRange): Generator<string, void> {
    const last = this.#newest.get() ?? 0
    yield format === 'csv'
      ? csvLine(this.#columns)
      : exportLine({ type: 'export', format: 1, ...timesOf(range) })
    for (let after = 0; after < last;) {
      const rows = this.#rows.all(after, STRETCH_ENTRIES).filter(({ seq }) => seq <= last)
      const wanted = rows.filter(({ at }) => at >= range.from && at < range.to)
      yield wanted.map((row) => this.#line(format, row)).join('')
      after = rows.at(-1)?.seq ?? last
    }
  }

  #line(format: LedgerFormat, row: EntryRow): string {
    if (format === 'ndjson') return exportLine(toExportRow('entry', row))
    const at = new Date(row.at).toISOString()
    return csvLine(this.#columns.map((column) => (column === 'at' ? at : (row[column] ?? ''))))
  }
}

function timesOf({ from, to }: LedgerRange): object {
  const toText = (ms: number) => new Date(ms).toISOString()
  return { times: 'milliseconds since 1970', from: toText(from), to: toText(to) }
}

function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(toCell).join(',')}\r\n`
}

// Request ids are text from the caller.
function toCell(value: string | number | null): string {
  const text = String(value ?? '')
  const harmless = typeof value === 'string' && SPREADSHEET_FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
