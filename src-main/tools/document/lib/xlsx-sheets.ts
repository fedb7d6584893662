import { InvalidInput } from '../../../tool-kit/tool-context.ts'
import { writeValuesOut } from './xlsx-values.ts'
import { readZip, toStoredZip } from './zip-archive.ts'

const MAX_UNPACKED_BYTES = 50_000_000
/** Cells of all sheets, including empty ones in between. */
const MAX_CELLS = 200_000
const MAX_CHARS = 4_000_000
/** The signature of the old binary format, and of XLSX files with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const CELL_ADDRESS = /<(?:\w+:)?c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"/g

type Cell = string | number | boolean | null

export interface XlsxSheet {
  name: string
  columns: string[]
  rows: (Record<string, Cell> | Cell[])[]
  row_count: number
}

/**
 * Reads sheets of an XLSX file.
 * @param options.sheet its name; undefined for all
 * @throws InvalidInput when it is not an XLSX file, is damaged, has no such sheet, or has too many
 * cells
 */
export async function readXlsx(
  file: Buffer,
  options: { readonly sheet: string | undefined; readonly header: boolean },
): Promise<XlsxSheet[]> {
  if (file.subarray(0, 8).equals(COMPOUND_FILE))
    throw new InvalidInput(
      'xlsx',
      'This is an old XLS file, or it has a password; save it as XLSX without one',
    )
  const parts = readZip(file, 'xlsx', MAX_UNPACKED_BYTES)
  checkExtent(parts)
  for (const [name, content] of parts)
    if (content.includes('&#')) parts.set(name, withoutAstralReferences(content))
  writeValuesOut(parts)
  const all = await sheetsOf(toStoredZip(parts))
  const wanted = all.filter(({ sheet }) => options.sheet === undefined || sheet === options.sheet)
  if (wanted.length === 0) {
    const names = all.map(({ sheet }) => JSON.stringify(sheet)).join(', ')
    throw new InvalidInput(
      'sheet',
      `There is no sheet of that name; the sheets are ${names.slice(0, 300).toWellFormed()}`,
    )
  }
  let chars = 0
  return wanted.map(({ sheet, data }) => {
    const rows = data.map((row) => row.map(toCell))
    const result = toSheet(sheet.toWellFormed(), rows, options.header)
    const nameChars = result.columns.reduce((sum, name) => sum + name.length, 0)
    chars += rows.flat().reduce<number>((sum, cell) => sum + String(cell).length, nameChars * rows.length)
    if (chars > MAX_CHARS)
      throw new InvalidInput(
        'sheet',
        `The result would have more than ${MAX_CHARS} characters; read one sheet, or a smaller ` +
          'part of it',
      )
    return result
  })
}

async function sheetsOf(archive: Buffer): Promise<{ sheet: string; data: unknown[][] }[]> {
  const { default: readExcel } = await import('read-excel-file/universal')
  try {
    return await readExcel(new Uint8Array(archive).buffer, { trim: false })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new InvalidInput('xlsx', `The file cannot be read: ${reason.slice(0, 200).toWellFormed()}`)
  }
}

// A single cell far out would make the library fill millions of empty ones.
function checkExtent(parts: ReadonlyMap<string, Buffer>): void {
  let cells = 0
  for (const [name, content] of parts) {
    if (!/worksheets\/[^/]+\.xml$/.test(name)) continue
    let [lastRow, lastColumn] = [0, 0]
    for (const [, letters = '', row] of content.toString('latin1').matchAll(CELL_ADDRESS)) {
      lastRow = Math.max(lastRow, Number(row))
      lastColumn = Math.max(lastColumn, columnOf(letters))
    }
    cells += lastRow * lastColumn
  }
  if (cells > MAX_CELLS)
    throw new InvalidInput(
      'xlsx',
      `Its sheets span ${cells} cells, including empty ones; at most ${MAX_CELLS} can be read`,
    )
}

// The library's XML reader truncates character numbers past U+FFFF to 16 bits.
function withoutAstralReferences(xml: Buffer): Buffer {
  const text = xml
    .toString()
    .replace(
      /&#(?:x0*([\da-f]{5,6})|0*(\d{5,7}));/gi,
      (reference: string, hex: string | undefined, decimal: string) => {
        const code = hex === undefined ? Number(decimal) : parseInt(hex, 16)
        return code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : reference
      },
    )
  return Buffer.from(text)
}

function columnOf(letters: string): number {
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0)
}

function toCell(value: unknown): Cell {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return null
}

function toSheet(name: string, rows: Cell[][], header: boolean): XlsxSheet {
  const [first = [], ...body] = rows
  if (!header) return { name, columns: [], rows, row_count: rows.length }
  const columns = columnNames(first)
  const objects = body.map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, row[at] ?? null])),
  )
  return { name, columns, rows: objects, row_count: objects.length }
}

// Every column gets a name of its own.
function columnNames(first: readonly Cell[]): string[] {
  const used = new Set([''])
  return first.map((cell, at) => {
    const written = cell === null ? '' : String(cell)
    const base = written || `column_${at + 1}`
    let name = base
    for (let count = 2; used.has(name); count++) name = `${base}_${count}`
    used.add(name)
    return name
  })
}
