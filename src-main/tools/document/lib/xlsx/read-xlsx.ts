import { freeNames } from '../../../../../src-shared/words/free-names.ts'
import { InvalidInput } from '../../../../tool-kit/tool-context.ts'
import { readZip } from '../zip-archive.ts'
import type { Cell, Workbook } from './cell-values.ts'
import { readMeanings } from './number-formats.ts'
import { PackageParts, type PartLink } from './package-parts.ts'
import { MAX_CELLS, readCells, type SheetCells } from './sheet-cells.ts'
import { readSharedStrings, unescaped } from './string-item.ts'
import { prefixedAttribute, readXml } from './xml-events.ts'

const MAX_UNPACKED_BYTES = 50_000_000
const MAX_CHARS = 4_000_000
const MAX_WARNINGS = 50
/** The signature of the old binary format, and of XLSX files with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

export interface XlsxSheet {
  name: string
  columns: string[]
  rows: (Record<string, Cell> | Cell[])[]
  row_count: number
}

interface SheetEntry {
  readonly name: string
  /** Its part; undefined if it has none, such as a module of old macros. */
  readonly part: string | undefined
  /** The type of the relationship to it: worksheet, chartsheet and others. */
  readonly type: string
  readonly isHidden: boolean
}

/**
 * Reads sheets of an XLSX file (ECMA-376 and ISO/IEC 29500, transitional and strict).
 * @param options.sheet its name; undefined for all
 * @param options.header whether the first row that is not empty names the columns
 * @throws InvalidInput when it is not an XLSX file, is damaged, has no such sheet, or has too many
 * cells
 */
export function readXlsx(
  file: Buffer,
  options: { readonly sheet: string | undefined; readonly header: boolean },
): { sheets: XlsxSheet[]; warnings: string[] } {
  if (file.subarray(0, 8).equals(COMPOUND_FILE))
    throw new InvalidInput(
      'xlsx',
      'This is an old XLS file, or it has a password; save it as XLSX without one',
    )
  const parts = new PackageParts(readZip(file, 'xlsx', MAX_UNPACKED_BYTES))
  const workbook = parts.workbook()
  const links = parts.linksOf(workbook)
  const { entries, is1904 } = readEntries(workbook, parts.textOf(workbook) ?? '', links)
  const wanted = entries.filter(({ name }) => options.sheet === undefined || name === options.sheet)
  if (wanted.length === 0) throw noSheet(entries, options.sheet)
  const partOf = (type: string): string => links.find((link) => link.type === type)?.target ?? ''
  const [stylesPart, stringsPart] = [partOf('styles'), partOf('sharedStrings')]
  const book = {
    is1904,
    meanings: readMeanings(stylesPart, parts.textOf(stylesPart) ?? ''),
    strings: readSharedStrings(stringsPart, parts.textOf(stringsPart) ?? ''),
  }
  return readSheets(parts, wanted, book, options.header)
}

function readSheets(
  parts: PackageParts,
  wanted: readonly SheetEntry[],
  book: Workbook,
  header: boolean,
): { sheets: XlsxSheet[]; warnings: string[] } {
  let [cells, chars] = [0, 0]
  const warnings: string[] = []
  const sheets = wanted.map((entry) => {
    const xml = entry.part === undefined ? undefined : parts.textOf(entry.part)
    const read = readCells(entry.part ?? '', xml ?? '', book, MAX_CELLS - cells)
    cells += read.rows.length * (read.rows[0]?.length ?? 0)
    const shown = entry.name.toWellFormed()
    const rows = header ? withoutMargin(read.rows) : read.rows
    const result = toSheet(shown, rows, header)
    chars += charsOf(rows, result.columns)
    if (chars > MAX_CHARS)
      throw new InvalidInput(
        'sheet',
        `The result would have more than ${MAX_CHARS} characters; read one sheet, or a smaller ` +
          'part of it',
      )
    warnings.push(...warningsOf(entry, xml, read).map((text) => `Sheet ${JSON.stringify(shown)}: ${text}`))
    return result
  })
  return { sheets, warnings: warnings.slice(0, MAX_WARNINGS) }
}

function readEntries(
  workbook: string,
  xml: string,
  links: readonly PartLink[],
): { entries: SheetEntry[]; is1904: boolean } {
  const byId = new Map(links.map((link) => [link.id, link]))
  const entries: SheetEntry[] = []
  let is1904 = false
  readXml(workbook, xml, {
    open: (element, attributes, parent) => {
      // Extensions have elements of the same name.
      if (element === 'workbookPr' && parent === 'workbook')
        is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '')
      if (element !== 'sheet' || parent !== 'sheets') return
      const link = byId.get(prefixedAttribute(attributes, 'id') ?? '')
      entries.push({
        name: unescaped(attributes['name'] ?? ''),
        part: link?.target,
        type: link?.type ?? '',
        isHidden: /hidden$/i.test(attributes['state'] ?? ''),
      })
    },
  })
  return { entries, is1904 }
}

function noSheet(entries: readonly SheetEntry[], wanted: string | undefined): InvalidInput {
  if (wanted === undefined || entries.length === 0)
    return new InvalidInput('xlsx', 'The workbook has no sheets; save it again in a spreadsheet program')
  const names = entries.map(({ name }) => JSON.stringify(name)).join(', ')
  return new InvalidInput(
    'sheet',
    `There is no sheet of that name; the sheets are ${names.slice(0, 300).toWellFormed()}`,
  )
}

function warningsOf({ type, isHidden }: SheetEntry, xml: string | undefined, read: SheetCells): string[] {
  const { errors, unknown } = read
  return [
    ...(isHidden ? ['hidden in a spreadsheet program'] : []),
    ...(type === 'chartsheet' ? ['a chart, without cells'] : []),
    ...(xml === undefined ? ['no content in the file'] : []),
    ...(errors.count > 0
      ? [`errors of formulas given as null: ${errors.count}, first ${errors.first}`]
      : []),
    ...(unknown.count > 0
      ? [
          `formulas without a result in the file, given as null: ${unknown.count}, first in ${unknown.first}; ` +
            'open and save it in a spreadsheet program',
        ]
      : []),
  ]
}

// A table often begins below or beside empty cells, which name no column.
function withoutMargin(rows: readonly Cell[][]): Cell[][] {
  const isUsed = (cell: Cell): boolean => cell !== null && cell !== ''
  const top = rows.findIndex((row) => row.some(isUsed))
  if (top === -1) return []
  const used = rows.slice(top)
  const left = used.reduce((least, row) => {
    const at = row.findIndex(isUsed)
    return at === -1 ? least : Math.min(least, at)
  }, Infinity)
  return used.map((row) => row.slice(left))
}

function charsOf(rows: readonly Cell[][], columns: readonly string[]): number {
  const names = columns.reduce((sum, name) => sum + name.length, 0)
  return rows.flat().reduce<number>((sum, cell) => sum + String(cell).length, names * rows.length)
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
  const freeName = freeNames(new Set(['']), (name, number) => `${name}_${number}`)
  return first.map((cell, at) => {
    const written = cell === null ? '' : String(cell)
    return freeName(written || `column_${at + 1}`)
  })
}
