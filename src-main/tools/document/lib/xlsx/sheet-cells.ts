import { InvalidInput } from '../../../../tool-kit/tool-context.ts'
import { cellValue, type Cell, type Workbook } from './cell-values.ts'
import { StringItem } from './string-item.ts'
import { readXml } from './xml-events.ts'

/** The most cells of all sheets, including empty ones in between. */
export const MAX_CELLS = 200_000

/** How many cells of one kind hold no value, and which one is the first. */
export interface LostCells {
  count: number
  first: string
}

/** The cells of a sheet in rows from A1, as far as any holds something. */
export interface SheetCells {
  readonly rows: Cell[][]
  /** Cells with the error of a formula. */
  readonly errors: LostCells
  /** Cells with a formula whose result the file does not have. */
  readonly unknown: LostCells
}

interface OpenCell {
  readonly row: number
  readonly column: number
  readonly type: string
  readonly style: number
  hasFormula: boolean
  /** The text that it holds itself, instead of a value. */
  text: string | null
}

/**
 * Reads the cells of a sheet.
 * @param maxCells how many cells the rows may have, including empty ones in between
 * @throws InvalidInput when the part is not XML, or has more cells
 */
export function readCells(part: string, xml: string, book: Workbook, maxCells: number): SheetCells {
  const reader = new CellReader(book, maxCells)
  readXml(part, xml, {
    open: (element, attributes, parent) => {
      reader.open(element, attributes, parent)
    },
    text: (text) => {
      reader.add(text)
    },
    close: (element) => {
      reader.close(element)
    },
  })
  return reader.result()
}

class CellReader {
  readonly #book: Workbook
  readonly #maxCells: number
  readonly #rows: (Cell[] | undefined)[] = []
  readonly #errors: LostCells = { count: 0, first: '' }
  readonly #unknown: LostCells = { count: 0, first: '' }
  readonly #item = new StringItem()
  #columns = 0
  #row = 0
  #column = 0
  #cell: OpenCell | null = null
  #value: string | null = null
  #valueEnded = false

  constructor(book: Workbook, maxCells: number) {
    this.#book = book
    this.#maxCells = maxCells
  }

  open(element: string, attributes: Readonly<Record<string, string>>, parent: string): void {
    if (element === 'row' && parent === 'sheetData') this.#startRow(attributes['r'])
    else if (element === 'c' && parent === 'row') this.#startCell(attributes)
    else if (this.#cell && element === 'f') this.#cell.hasFormula = true
    else if (this.#cell && element === 'v') this.#value = ''
    else if (this.#cell) this.#item.open(element)
  }

  add(text: string): void {
    if (this.#value !== null && !this.#valueEnded) this.#value += text
    else if (this.#cell) this.#item.add(text)
  }

  close(element: string): void {
    if (!this.#cell) return
    if (element === 'v') this.#valueEnded = true
    else if (element === 'is') this.#cell.text = this.#item.take().toWellFormed()
    else if (element === 'c') this.#endCell(this.#cell)
    else this.#item.close(element)
  }

  result(): SheetCells {
    const rows = Array.from(this.#rows, (row) =>
      Array.from({ length: this.#columns }, (_, at) => row?.[at] ?? null),
    )
    return { rows, errors: this.#errors, unknown: this.#unknown }
  }

  // A row or cell without a place of its own follows the last one.
  #startRow(place: string | undefined): void {
    const row = Number(place)
    this.#row = Number.isInteger(row) && row > 0 ? row : this.#row + 1
    this.#column = 0
  }

  #startCell({ r = '', t = 'n', s = '0' }: Readonly<Record<string, string>>): void {
    const [, letters = '', row = ''] = ADDRESS.exec(r) ?? []
    if (letters) {
      this.#column = columnOf(letters)
      this.#row = Number(row)
    } else this.#column++
    this.#cell = {
      row: this.#row,
      column: this.#column,
      type: t,
      style: Number(s),
      hasFormula: false,
      text: null,
    }
    this.#value = null
    this.#valueEnded = false
  }

  #endCell(cell: OpenCell): void {
    this.#cell = null
    const raw = this.#value
    this.#value = null
    if (raw === null && cell.text === null && !cell.hasFormula) return
    const value = cell.text ?? (raw === null ? null : cellValue(cell.type, raw, cell.style, this.#book))
    if (value !== null) this.#keep(cell, value)
    else if (cell.type === 'e') this.#lose(cell, this.#errors, raw ?? '')
    else if (cell.hasFormula) this.#lose(cell, this.#unknown, '')
  }

  #lose(cell: OpenCell, lost: LostCells, what: string): void {
    const shown = what.trim().slice(0, 20).toWellFormed()
    if (lost.count++ === 0) lost.first = `${shown && `${shown} in `}${lettersOf(cell.column)}${cell.row}`
    this.#keep(cell, null)
  }

  #keep({ row, column }: OpenCell, value: Cell): void {
    this.#columns = Math.max(this.#columns, column)
    const cells = Math.max(this.#rows.length, row) * this.#columns
    if (cells > this.#maxCells)
      throw new InvalidInput(
        'xlsx',
        `A sheet reaches to ${lettersOf(column)}${row}, so that it would have ${cells} cells, including empty ones; ` +
          `at most ${MAX_CELLS} can be read of all sheets together`,
      )
    const kept = (this.#rows[row - 1] ??= [])
    kept[column - 1] = value
  }
}

const ADDRESS = /^\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})$/

function columnOf(letters: string): number {
  return Array.from(letters.toUpperCase()).reduce(
    (column, letter) => column * 26 + letter.charCodeAt(0) - 64,
    0,
  )
}

function lettersOf(column: number): string {
  let letters = ''
  for (let left = column; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters
  return letters
}
