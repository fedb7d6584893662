import { InvalidInput } from '../../../../tool-kit/tool-context.ts'
import { keepsDigits } from '../../../../../src-shared/numbers/number-digits.ts'
import { toIsoText, type CellMeaning } from './number-formats.ts'
import { unescaped } from './string-item.ts'

/** What a cell can hold in the answer. */
export type Cell = string | number | boolean | null

/** What the cells of all sheets refer to. */
export interface Workbook {
  readonly strings: readonly string[]
  /** What a number means, by the style of its cell. */
  readonly meanings: readonly CellMeaning[]
  readonly is1904: boolean
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * The value of a cell by its type (ECMA-376 part 1, 18.18.11), with dates and times in ISO 8601.
 * @param raw what its `v` element says
 * @param style the number of its style
 * @throws InvalidInput when it refers to a string that the workbook does not have
 */
export function cellValue(type: string, raw: string, style: number, book: Workbook): Cell {
  if (type === 'str' || type === 'inlineStr') return unescaped(raw).toWellFormed()
  const value = raw.trim()
  if (value === '' || type === 'e') return null
  if (type === 's') return sharedString(value, book)
  if (type === 'b') return value !== '0' && value !== 'false'
  if (type === 'd') return isoDay(value)
  // What cannot be read as a number is shown as it is.
  if (!NUMBER.test(value)) return value.toWellFormed()
  // A cell's number is a 64-bit float, so only digits before the point are more than it says.
  if (/^-?\d+$/.test(value) && !keepsDigits(value)) return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  return toIsoText(number, book.meanings[style] ?? null, book.is1904) ?? number
}

function sharedString(value: string, book: Workbook): string {
  const found = book.strings[Number(value)]
  if (found === undefined)
    throw new InvalidInput(
      'xlsx',
      `A cell refers to text ${value.slice(0, 20).toWellFormed()}, and the file has ${book.strings.length} texts; ` +
        'save it again in a spreadsheet program',
    )
  return found.toWellFormed()
}

// ISO 8601 already, often with a midnight that nobody wrote.
const isoDay = (value: string): string => value.replace(/^(\d{4}-\d\d-\d\d)T00:00:00(?:\.0+)?Z?$/, '$1')
