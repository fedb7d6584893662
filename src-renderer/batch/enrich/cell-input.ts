import type { NewColumn, TablePlan } from '../../../src-shared/saved-batch.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { typedValue } from '../import/typed-value.ts'
import type { CheckRow } from '../rows/check-row.ts'
import { type Cells, shownValue } from './cells.ts'

/** A table and its new cells. */
export interface EnrichTable {
  readonly plan: TablePlan
  readonly rows: readonly (readonly unknown[])[]
  readonly cells: ReadonlyMap<string, Cells>
}

/** The new columns that a column takes values from. */
export function neededBy({ fields }: NewColumn): readonly string[] {
  return Object.values(fields).flatMap((source) => ('from' in source ? [source.from] : []))
}

/** The input of a cell's call as JSON, and why it cannot be sent; the problem is empty if it can. */
export function inputOf(
  { plan, rows, cells }: EnrichTable,
  column: NewColumn,
  row: number,
  tool: Tool | undefined,
  check: CheckRow,
): { readonly text: string; readonly problem: string } {
  const properties = tool?.input_schema.properties ?? {}
  const members: [string, unknown][] = []
  for (const [field, source] of Object.entries(column.fields)) {
    const typed = typedValue(valueOf(source), properties[field])
    if (typed) members.push([field, typed.value])
  }
  // fromEntries defines own members, whatever their names are.
  const input = Object.fromEntries(members)
  const text = JSON.stringify(input)
  return { text, problem: check(column.slug, input, text) }

  function valueOf(source: NewColumn['fields'][string]): unknown {
    if ('own' in source) return rows[row]?.[source.own]
    if ('value' in source) return source.value
    const data = cells.get(source.from)?.data[row]
    const shows = plan.columns.find(({ id }) => id === source.from)?.shows ?? null
    return data === undefined ? undefined : shownValue(data, shows)
  }
}
