import type { JsonSchema, Tool } from '../../gateway/gateway-types.ts'
import { type BatchRow, freshRow } from '../rows/batch-row.ts'
import type { CheckRow } from '../rows/check-row.ts'
import type { ColumnMap } from './column-map.ts'
import { type Columns, textOf } from './table.ts'
import { typedValue } from './typed-value.ts'

const MAX_LABEL_CHARS = 300
/** Time between two pauses, which keep the page responsive while it makes thousands of rows. */
const SLICE_MS = 12

interface Making {
  readonly columns: Columns
  readonly map: ColumnMap
  readonly tools: ReadonlyMap<string, Tool>
  readonly check: CheckRow
  /** The position of the first row. */
  readonly from: number
  readonly signal?: AbortSignal
}

/** Makes a row from each line of a table. Returns the rows made so far when the signal aborts. */
export async function makeRows(making: Making): Promise<BatchRow[]> {
  const { columns, from, signal } = making
  const rows: BatchRow[] = []
  let sliceEnd = performance.now() + SLICE_MS
  for (const cells of columns.rows) {
    rows.push(makeRow(cells, from + rows.length, making))
    if (performance.now() < sliceEnd) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (signal?.aborted) return rows
    sliceEnd = performance.now() + SLICE_MS
  }
  return rows
}

function makeRow(cells: readonly unknown[], position: number, making: Making): BatchRow {
  const { map, columns, tools, check } = making
  const slug = map.slug ?? slugIn(cells, map)
  const tool = tools.get(slug)
  const properties = tool?.input_schema.properties ?? {}
  const { input, problem } = inputOf(cells, making, properties)
  const text = JSON.stringify(input)
  const label = map.targets
    .flatMap((target, at) => (target.kind === 'label' ? [textOf(cells[at])] : []))
    .join(' ')
    .slice(0, MAX_LABEL_CHARS)
  const extra =
    cells.length > columns.names.length ? 'This row has more cells than the table has columns.' : ''
  return freshRow({
    position,
    slug: tool?.slug ?? slug.slice(0, 100),
    input: text,
    label,
    problem: problem || extra || check(slug, input, text),
    cost: tool?.credits ?? 0,
    cells: JSON.stringify(ownCells(columns.names, cells)),
  })
}

// Cells beyond the last column have no name; they keep the row from being sent, and are not lost either.
function ownCells(
  names: readonly string[],
  cells: readonly unknown[],
): readonly (readonly [string, unknown])[] {
  const width = Math.max(names.length, cells.length)
  return Array.from({ length: width }, (_, at) => [names[at] ?? `column ${at + 1}`, cells[at] ?? null])
}

function slugIn(cells: readonly unknown[], { targets }: ColumnMap): string {
  const at = targets.findIndex(({ kind }) => kind === 'slug')
  return at < 0 ? '' : textOf(cells[at]).trim()
}

function inputOf(
  cells: readonly unknown[],
  { map, columns }: Making,
  properties: Readonly<Record<string, JsonSchema>>,
): { input: Record<string, unknown>; problem: string } {
  const members: [string, unknown][] = []
  let problem = ''
  for (const [at, target] of map.targets.entries()) {
    if (target.kind === 'input') {
      const whole = wholeInput(cells[at])
      if (whole) members.push(...Object.entries(whole))
      else problem ||= `${columns.names[at]} is not a JSON object`
    }
    if (target.kind !== 'field') continue
    const typed = typedValue(cells[at], properties[target.field])
    if (typed) members.push([target.field, typed.value])
  }
  // fromEntries defines own properties, so that a member called `__proto__` stays a member.
  return { input: Object.fromEntries(members), problem }
}

function wholeInput(cell: unknown): object | null {
  const typed = typedValue(cell, undefined)
  const value = typed?.value ?? {}
  return typeof value === 'object' && !Array.isArray(value) ? value : null
}
