import { extname } from 'node:path'
import type { ToolInfo } from '../tool/tool-info.ts'
import { decoded, readBytes } from '../input/read-text.ts'
import { jsonOrText, refuseRounded, typeOf } from '../tool/tool-flags.ts'
import { UsageError } from '../terminal/usage-error.ts'
import { parseJson } from '../../../src-shared/parse-json.ts'

/** One call of a batch file, by its place in the file. */
export interface BatchRow {
  readonly index: number
  readonly slug: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The longest file that is read. */
const MAX_FILE_BYTES = 256 * 1024 * 1024
/** The most rows a file may hold; each is kept in memory until its answer is on disk. */
const MAX_ROWS = 100_000

/**
 * Reads the calls of a file: CSV with a header (columns are fields), a JSON array, or a JSON value a line. A row is
 * an input of the tool, or `{slug, input}` where rows name their tools themselves.
 * @param tool the tool of every row that names none
 * @param file its name; `-` for stdin, which is JSON
 * @param encoding of its text, by the names of `--encoding`
 * @throws UsageError when the file cannot be read as what its name says
 */
export async function readBatchRows(
  file: string,
  tool: ToolInfo | null,
  encoding?: string,
): Promise<BatchRow[]> {
  const text = decoded(
    await readBytes(file, MAX_FILE_BYTES),
    file,
    encoding,
    '--encoding latin1 or utf-16 reads a file of another program.',
  )
  const records =
    extname(file).toLowerCase() === '.csv' ? await csvRecords(text, file, tool) : jsonRecords(text, file)
  if (records.length > MAX_ROWS)
    throw new UsageError(`${file} has more than ${MAX_ROWS} rows. Send it in parts.`)
  return records.map((record, index) => toRow(record, index, tool))
}

async function csvRecords(text: string, file: string, tool: ToolInfo | null): Promise<unknown[]> {
  const { parse } = await import('csv-parse/sync')
  const rows = cleanly(file, (): Record<string, string>[] =>
    parse(text, { columns: true, bom: true, skip_empty_lines: true }),
  )
  return rows.map((row) => Object.fromEntries(cellsOf(row, tool)))
}

// Its own messages speak of its options.
function cleanly<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const line = 'lines' in error && typeof error.lines === 'number' ? ` at line ${error.lines}` : ''
    throw new UsageError(
      `${file} is not sound CSV${line}: ${CSV_FAULTS[String(error.code)] ?? 'a field is malformed'}.`,
    )
  }
}

const CSV_FAULTS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted field has no end',
  CSV_INVALID_CLOSING_QUOTE: 'something follows the quote that ends a field',
  INVALID_OPENING_QUOTE: 'a quote is inside a field that does not begin with one',
  CSV_RECORD_INCONSISTENT_COLUMNS: 'it has more or fewer fields than the header',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'it has more or fewer fields than the header',
  CSV_MAX_RECORD_SIZE: 'a row is too long',
}

// CSV holds only text; the tool's schema gives each field its type. An empty cell is an omitted field.
function cellsOf(row: Readonly<Record<string, string>>, tool: ToolInfo | null): [string, unknown][] {
  return Object.entries(row)
    .filter(([, cell]) => cell !== '')
    .map(([name, cell]) => {
      const field = tool?.input_schema.properties[name]
      return [name, field && typeOf(field) === 'string' ? cell : jsonOrText(cell, field)]
    })
}

function jsonRecords(text: string, file: string): unknown[] {
  const whole = jsonOrText(text)
  if (Array.isArray(whole)) return whole
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    let record: unknown
    try {
      record = parseJson(line)
    } catch {
      throw new UsageError(
        `Line ${index + 1} of ${file} is not JSON. A batch is a CSV file, a JSON array or one JSON value per line.`,
      )
    }
    refuseRounded(line)
    return record
  })
}

function toRow(record: unknown, index: number, tool: ToolInfo | null): BatchRow {
  // Object() makes an object of anything, and every object has string keys.
  const read = Object(record) as Record<string, unknown>
  if (typeof read.slug === 'string' && typeof read.input === 'object' && read.input !== null)
    // An input is an object by the same rule as everywhere.
    return { index, slug: read.slug, input: read.input as Record<string, unknown> }
  if (tool === null)
    throw new UsageError(
      `Row ${index + 1} names no tool. Add --tool SLUG, or write {"slug": …, "input": {…}}.`,
    )
  const isObject = typeof record === 'object' && record !== null && !Array.isArray(record)
  return { index, slug: tool.slug, input: isObject ? read : { [tool.main_field ?? 'input']: record } }
}
