import { freeNames } from '../../../src-shared/words/free-names.ts'
import { csvLine } from '../run/write-csv.ts'
import type { EnrichTable } from './cell-input.ts'
import { shownValue, textOfValue } from './cells.ts'
import { inSlices } from './slices.ts'
import { writeXlsx } from './write-xlsx.ts'

export type TableFormat = 'csv' | 'xlsx' | 'json'

/** Rows that become one part of the file. */
const PART_ROWS = 500
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/

/**
 * Writes a table with its new columns: the user's own first and as they were, then the results, and what went wrong
 * where something did.
 */
export async function exportTable(table: EnrichTable, format: TableFormat): Promise<readonly BlobPart[]> {
  const { names, valuesOf, isNumber } = await exported(table)
  const count = table.rows.length
  if (format === 'xlsx')
    return await writeXlsx(names, count, (row) =>
      valuesOf(row).map((value, at) => spreadsheetCell(value, isNumber[at] ?? false)),
    )
  const parts: string[] = []
  let part = format === 'csv' ? csvLine(names) : '[\n'
  await inSlices(count, (row) => {
    const values = valuesOf(row)
    part +=
      format === 'csv'
        ? csvLine(values.map((value) => (typeof value === 'object' ? textOfValue(value) : value)))
        : `${JSON.stringify(Object.fromEntries(names.map((name, at) => [name, values[at] ?? null])))}${row < count - 1 ? ',' : ''}\n`
    if (row % PART_ROWS !== PART_ROWS - 1) return
    parts.push(part)
    part = ''
  })
  return [...parts, format === 'csv' ? part : `${part}]\n`]
}

async function exported({ plan, rows, cells }: EnrichTable) {
  const made = plan.columns.flatMap(({ id, name, shows }) => {
    const mine = cells.get(id)
    const value = (row: number) =>
      mine?.data[row] === undefined ? null : shownValue(mine.data[row], shows)
    const error = (row: number) => {
      const why = mine?.errors.get(row)
      return why ? `${why.code}: ${why.message}` : null
    }
    return mine && mine.errors.size > 0
      ? [
          { name, value },
          { name: `${name} (error)`, value: error },
        ]
      : [{ name, value }]
  })
  const isNumber = plan.names.map(() => true)
  await inSlices(rows.length, (row) => {
    for (const at of isNumber.keys()) isNumber[at] &&= isNumberCell(rows[row]![at])
  })
  return {
    names: distinct([...plan.names, ...made.map(({ name }) => name)]),
    valuesOf: (row: number): unknown[] => [
      ...plan.names.map((_, at) => rows[row]?.[at] ?? null),
      ...made.map(({ value }) => value(row)),
    ],
    isNumber,
  }
}

function isNumberCell(cell: unknown): boolean {
  return (
    typeof cell === 'number' ||
    cell === '' ||
    cell === null ||
    cell === undefined ||
    (typeof cell === 'string' && NUMBER.test(cell))
  )
}

// A column of numbers in a CSV is one in a spreadsheet too; a code with leading zeros stays a text.
function spreadsheetCell(value: unknown, isNumber: boolean): string | number | boolean | null {
  if (value === null || value === undefined || value === '') return null
  if (isNumber) return Number(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : textOfValue(value)
}

// Two columns of one name stay two.
function distinct(names: readonly string[]): readonly string[] {
  return names.map(freeNames(new Set(), (name, copy) => `${name} (${copy})`))
}
