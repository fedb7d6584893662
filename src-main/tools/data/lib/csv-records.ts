import { ExactNumber, stringifyExact } from '../../lib/exact-json.ts'
import { isJsonObject } from '../../lib/json-document.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const MAX_CELLS = 200_000
const FORMULA = /^[=+\-@\t\r]/

export interface CsvRecords {
  /** The header, if there is one, and the rows. */
  readonly records: string[][]
  readonly columns: string[]
  readonly rowCount: number
  readonly escapedCount: number
  /** Whether some record has a single field. */
  readonly narrow: boolean
}

interface RecordOptions {
  readonly columns: readonly string[] | undefined
  readonly header: boolean
  readonly escape_formulas: boolean
}

/**
 * The CSV records of a JSON list whose members are all objects or all lists.
 * @throws InvalidInput for anything else, and for more than 200,000 fields
 */
export function toRecords(json: unknown, options: RecordOptions): CsvRecords {
  if (!Array.isArray(json)) throw new InvalidInput('json', 'Send a list of objects, or of lists')
  const writer = new FieldWriter(options.escape_formulas)
  if (json.length > 0 && json.every((row): row is unknown[] => Array.isArray(row))) {
    if (options.columns)
      throw new InvalidInput('columns', 'Lists have no names to choose from; leave columns out')
    checkCells(json.reduce((sum, row) => sum + Math.max(1, row.length), 0))
    // A row without fields would not be a line at all; it reads back as one empty field.
    const records = json.map((row) => (row.length === 0 ? [''] : row.map((cell) => writer.write(cell))))
    return summary(records, [], records.length, writer)
  }
  const at = json.findIndex((row) => !isJsonObject(row))
  if (at >= 0) throw new InvalidInput('json', `Row ${at + 1} is not an object, unlike the rows before it`)
  // Checked just above: every row is an object.
  return fromObjects(json as Record<string, unknown>[], options, writer)
}

function fromObjects(
  rows: readonly Record<string, unknown>[],
  options: RecordOptions,
  writer: FieldWriter,
): CsvRecords {
  const columns = [...(options.columns ?? namesOf(rows))]
  if (new Set(columns).size < columns.length)
    throw new InvalidInput('columns', 'A column is named twice; name each once')
  if (columns.length === 0 && rows.length > 0)
    throw new InvalidInput('json', 'The objects have no members to turn into columns')
  checkCells((rows.length + 1) * columns.length)
  const records = rows.map((row) =>
    columns.map((name) => writer.write(Object.hasOwn(row, name) ? row[name] : null)),
  )
  if (options.header && columns.length > 0) records.unshift(columns.map((name) => writer.write(name)))
  return summary(records, columns, rows.length, writer)
}

function namesOf(rows: readonly Record<string, unknown>[]): Set<string> {
  const names = new Set<string>()
  for (const row of rows) {
    for (const name of Object.keys(row)) names.add(name)
    checkCells(rows.length * names.size)
  }
  return names
}

function checkCells(cells: number): void {
  if (cells > MAX_CELLS)
    throw new InvalidInput(
      'json',
      `The result would have more than ${MAX_CELLS} fields; send the rows in parts`,
    )
}

function summary(
  records: string[][],
  columns: string[],
  rowCount: number,
  writer: FieldWriter,
): CsvRecords {
  const narrow = records.some((record) => record.length === 1)
  return { records, columns, rowCount, escapedCount: writer.escaped, narrow }
}

class FieldWriter {
  escaped = 0
  readonly #guards: boolean

  constructor(guards: boolean) {
    this.#guards = guards
  }

  write(cell: unknown): string {
    if (cell === null) return ''
    if (typeof cell === 'number' || cell instanceof ExactNumber) return stringifyExact(cell)
    const text = typeof cell === 'string' ? cell : stringifyExact(cell)
    if (!this.#guards || !FORMULA.test(text)) return text
    this.escaped++
    return `'${text}`
  }
}
