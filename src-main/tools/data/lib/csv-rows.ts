import { freeNames } from '../../../../src-shared/words/free-names.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { counted } from '../../../../src-shared/counted.ts'

const MAX_CELLS = 200_000
const MAX_NAME_CHARS = 8_000_000
const MAX_WARNINGS = 100
/** How much of a text is looked at for its delimiter. */
const HEAD_CHARS = 65_536
const OTHER_DELIMITERS = [';', '\t', '|', ','] as const

type Cell = string | number | boolean | null
type Row = Record<string, Cell> | Cell[]

export interface CsvRows {
  rows: Row[]
  columns: string[]
  row_count: number
  warnings: string[]
  warning_count: number
}

/** What separates the fields of a text: a comma, unless its first line has none and a semicolon, tab or bar instead. */
export function delimiterOf(csv: string): string {
  const bare = csv
    .slice(0, HEAD_CHARS)
    .replaceAll(/"(?:[^"]|"")*(?:"|$)/g, '')
    .replace(/^[\r\n\ufeff]+/, '')
  const [line = ''] = bare.split(/[\r\n]/, 1)
  return line.includes(',') ? ',' : (OTHER_DELIMITERS.find((mark) => line.includes(mark)) ?? ',')
}

/**
 * Turns parsed CSV records into rows. Nothing is lost: fields beyond the header get their own
 * columns, missing ones become null, and a warning names each such row.
 * @param options taken is the delimiter that the text itself told, null if it was sent or is a comma
 * @throws InvalidInput when the rows would be many times the size of the text
 */
export function toRows(
  records: readonly (readonly string[])[],
  options: { readonly header: boolean; readonly infer_types: boolean; readonly taken: string | null },
): CsvRows {
  const notes = new Notes()
  if (options.taken !== null)
    notes.add(
      `The first line has no comma, so ${JSON.stringify(options.taken)} is taken for the delimiter; send another if it is not`,
    )
  if (options.header) noteOtherDelimiter(records, notes)
  const [first = []] = records
  const body = options.header ? records.slice(1) : records
  const widest = records.reduce((most, record) => Math.max(most, record.length), 0)
  checkCells(records, options.header ? widest : 1)
  const names = options.header ? columnNames(first, widest, notes) : []
  checkNames(names, body.length)

  const toCell = options.infer_types ? inferredCell : (text: string) => text
  const rows = body.map((record, at) => {
    if (record.length !== first.length)
      notes.add(raggedNote(at + 1, record.length, first.length, options.header))
    if (!options.header) return record.map(toCell)
    return Object.fromEntries(names.map((name, column) => [name, cellAt(record, column, toCell)]))
  })
  return { rows, columns: names, row_count: rows.length, warnings: notes.first, warning_count: notes.count }
}

class Notes {
  readonly first: string[] = []
  count = 0

  add(note: string): void {
    if (this.count++ < MAX_WARNINGS) this.first.push(note)
  }
}

// A table with another delimiter is read as one column and otherwise looks fine.
function noteOtherDelimiter(records: readonly (readonly string[])[], notes: Notes): void {
  if (!records.every((record) => record.length === 1)) return
  const other = OTHER_DELIMITERS.find((mark) => records.every(([field = '']) => field.includes(mark)))
  if (records.length > 1 && other !== undefined)
    notes.add(
      `Every row is one field with ${JSON.stringify(other)} in it; send that as the delimiter if it is one`,
    )
}

// One wide row among many narrow ones would blow up a small text to gigabytes.
function checkCells(records: readonly (readonly string[])[], columns: number): void {
  const fields = records.reduce((sum, record) => sum + record.length, 0)
  if (Math.max(fields, records.length * columns) > MAX_CELLS)
    throw new InvalidInput(
      'csv',
      `The result would have more than ${MAX_CELLS} fields; send the rows in parts`,
    )
}

function checkNames(names: readonly string[], rows: number): void {
  const chars = names.reduce((sum, name) => sum + name.length, 0)
  if (rows * chars > MAX_NAME_CHARS)
    throw new InvalidInput('csv', 'The column names are too long to be repeated in each row; shorten them')
}

// Every column gets a name of its own.
function columnNames(header: readonly string[], width: number, notes: Notes): string[] {
  const freeName = freeNames(new Set(header), (name, number) => `${name}_${number}`)
  const used = new Set([''])
  return Array.from({ length: width }, (_, column) => {
    const written = header[column]
    if (written !== undefined && !used.has(written)) {
      used.add(written)
      return written
    }
    const name = freeName(written || `column_${column + 1}`)
    if (written !== undefined)
      notes.add(`Column ${column + 1} is called ${name}: the header's name is ${faultOf(written)}`)
    return name
  })
}

function faultOf(name: string): string {
  return name === '' ? 'empty' : 'used before'
}

function raggedNote(row: number, fields: number, expected: number, header: boolean): string {
  const standard = header ? `the header has ${expected}` : `the first row has ${expected}`
  if (!header) return `Row ${row} has ${counted(fields, 'field')} and ${standard}`
  const done = fields < expected ? 'the missing ones are null' : 'the others are in columns of their own'
  return `Row ${row} has ${counted(fields, 'field')} and ${standard}: ${done}`
}

function cellAt(record: readonly string[], column: number, toCell: (text: string) => Cell): Cell {
  const text = record[column]
  return text === undefined ? null : toCell(text)
}

// Only what is written back unchanged is a number: 007, 1e5, 1.0 and 20-digit identifiers stay
// text.
function inferredCell(text: string): Cell {
  if (text === 'true') return true
  if (text === 'false') return false
  const number = Number(text)
  return text !== '' && Number.isFinite(number) && String(number) === text ? number : text
}
