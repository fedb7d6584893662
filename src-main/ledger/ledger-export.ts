import { SPREADSHEET_FORMULA } from '../../src-shared/spreadsheet-formula.ts'
import type { Engine } from '../storage/engine/engine.ts'
import { all, one, statement } from '../storage/engine/work.ts'
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

/** In the order of SQLite's table, which exports have always had. */
const COLUMNS = [
  ...['seq', 'id', 'account', 'kind', 'credits', 'balance_after', 'request_id', 'slug', 'at'],
  ...['engine', 'spender', 'spent_after', 'unanswered'],
]
const ROWS = statement<{ after: number; limit: number }, EntryRow>(
  `SELECT ${COLUMNS.join(', ')} FROM entry WHERE seq > :after ORDER BY seq LIMIT :limit`,
)
const NEWEST = statement<Record<never, never>, { seq: number }>(
  'SELECT coalesce(max(seq), 0) AS seq FROM entry',
)

/** Writes the ledger out as text, oldest entry first. */
export class LedgerExport {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /**
   * The entries of a range, one stretch of the ledger at a time; a stretch outside the range is an empty text. Entries
   * written after the export began are left out. NDJSON has the lines of `toolgate export`, with a first line about
   * the range; CSV is RFC 4180, with times as text.
   */
  async *write(format: LedgerFormat, range: LedgerRange): AsyncGenerator<string, void> {
    const last = (await this.#engine.read(() => one(NEWEST, {})))?.seq ?? 0
    yield format === 'csv' ? csvLine(COLUMNS) : exportLine({ type: 'export', format: 1, ...timesOf(range) })
    for (let after = 0; after < last;) {
      const place = { after, limit: STRETCH_ENTRIES }
      const rows = (await this.#engine.read(() => all(ROWS, place))).filter(({ seq }) => seq <= last)
      const wanted = rows.filter(({ at }) => at >= range.from && at < range.to)
      yield wanted.map((row) => lineOf(format, row)).join('')
      after = rows.at(-1)?.seq ?? last
    }
  }
}

function lineOf(format: LedgerFormat, row: EntryRow): string {
  if (format === 'ndjson') return exportLine(toExportRow('entry', row))
  const at = new Date(row.at).toISOString()
  return csvLine(COLUMNS.map((column) => (column === 'at' ? at : (row[column] ?? ''))))
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
