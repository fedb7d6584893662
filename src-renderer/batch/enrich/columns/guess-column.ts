import type { FieldSource } from '../../../../src-shared/saved-batch.ts'
import type { Tool } from '../../../gateway/gateway-types.ts'
import { kindsOfColumns, toolForColumns } from '../../import/column-kinds.ts'
import { guessColumns } from '../../import/column-map.ts'
import type { EnrichTable } from '../cell-input.ts'
import { shownValue } from '../cells.ts'

const SAMPLE_ROWS = 20

/** The tool for the first column whose kind one is made for. */
export function firstTool({ plan, rows }: EnrichTable, tools: readonly Tool[]): string | null {
  const kinds = kindsOfColumns({ names: plan.names, rows: rows.slice(0, SAMPLE_ROWS) })
  return toolForColumns(kinds, tools) ?? tools[0]?.slug ?? null
}

/** Where a new column's fields probably get their values: results of the columns before it first, then own columns. */
export function guessFields(
  { plan, rows, cells }: EnrichTable,
  id: string,
  slug: string,
  tools: ReadonlyMap<string, Tool>,
): Readonly<Record<string, FieldSource>> {
  const earlier = plan.columns.filter((column) => column.id < id)
  const sample = rows.slice(0, SAMPLE_ROWS).map((own, row) => [
    ...earlier.map((column) => {
      const data = cells.get(column.id)?.data[row]
      return data === undefined ? '' : shownValue(data, column.shows)
    }),
    ...plan.names.map((_, at) => own[at] ?? ''),
  ])
  const names = [...earlier.map(({ name }) => name), ...plan.names]
  const { targets } = guessColumns({ names, rows: sample }, slug, tools)
  return Object.fromEntries(
    targets.flatMap((target, at): [string, FieldSource][] => {
      if (target.kind !== 'field') return []
      const made = earlier[at]
      return [[target.field, made ? { from: made.id } : { own: at - earlier.length }]]
    }),
  )
}
