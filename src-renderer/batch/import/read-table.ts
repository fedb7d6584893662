import { MAX_BATCH_ROWS } from '../../../src-shared/saved-batch.ts'
import { type CsvFault, readCsv } from './read-csv.ts'
import { looksLikeHeader, type Table, UnreadableTable } from './table.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

const MAX_WARNINGS = 5
/** One row more than a run can have, since the first may be a header. */
const MAX_READ = MAX_BATCH_ROWS + 1

/**
 * Reads pasted or dropped text: JSON, one JSON value per line, or cells separated by commas,
 * semicolons, tabs or bars.
 * @throws UnreadableTable
 */
export function readTable(text: string): Table {
  const whole = text.replace(/^\uFEFF/, '')
  if (whole.trim() === '') throw new UnreadableTable('There are no rows in it.')
  const lost = whole.includes('\uFFFD')
    ? ['Some characters could not be read because the text is not UTF-8.']
    : []
  const table = readJson(whole) ?? readCells(whole)
  const cut = table.cells.length > MAX_READ
  const words = `Only the first ${MAX_BATCH_ROWS.toLocaleString('en')} rows were read.`
  return {
    ...table,
    cells: table.cells.slice(0, MAX_READ),
    warnings: [...lost, ...table.warnings, ...(cut ? [words] : [])],
  }
}

function readJson(text: string): Table | null {
  if (!/^\s*[[{]/.test(text)) return null
  const whole = parse(text)
  if (whole.ok) return tableOf('json', itemsOf(whole.value))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const first = parse(lines[0] ?? '')
  if (!first.ok || lines.length < 2) {
    // A bracket can also start an ordinary line of text.
    if (/^\s*[{[]\s*("|[{[\]}])/.test(text)) throw new UnreadableTable(`This is not JSON. ${whole.reason}`)
    return null
  }
  const values = lines.map((line, index) => {
    const value = parse(line)
    if (!value.ok) throw new UnreadableTable(`Line ${index + 1} is not JSON. ${value.reason}`)
    return value.value
  })
  return tableOf('ndjson', values)
}

// {"calls": […]} is the body of a batch request; many tools export {"rows": […]} or {"data": […]}.
function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (isObject(value)) {
    for (const name of ['calls', 'rows', 'data']) if (Array.isArray(value[name])) return value[name]
  }
  return [value]
}

function tableOf(format: 'json' | 'ndjson', items: readonly unknown[]): Table {
  if (items.length === 0) throw new UnreadableTable('The list is empty.')
  const objects = items.filter(isObject)
  const rest = { format, delimiter: '', header: false, warnings: [] }
  if (objects.length === 0) return { ...rest, names: ['value'], cells: items.map((item) => [item]) }
  const names = new Set<string>()
  for (const object of objects) for (const name of Object.keys(object)) names.add(name)
  const list = [...names]
  const cells = items.map((item) =>
    isObject(item) ? list.map((name) => (Object.hasOwn(item, name) ? item[name] : undefined)) : [item],
  )
  return { ...rest, names: list, cells }
}

function readCells(text: string): Table {
  const { delimiter, rows, faults } = readCsv(text)
  if (rows.length === 0) throw new UnreadableTable('There are no rows in it.')
  return {
    format: 'csv',
    delimiter,
    names: null,
    cells: rows,
    header: looksLikeHeader(rows),
    warnings: faults.slice(0, MAX_WARNINGS).map(quoteWords),
  }
}

function quoteWords({ kind, row }: CsvFault): string {
  const where = ` in row ${row + 1}`
  return kind === 'unclosed'
    ? `A quote${where} is never closed, so the rest of the text became one cell.`
    : `There is a quote${where} in the middle of a cell. Inside quotes, write it twice.`
}

type Parsed =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string }

function parse(text: string): Parsed {
  try {
    return { ok: true, value: parseJson(text) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message.slice(0, 160) : '' }
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
