import type { FieldSource, TablePlan } from '../../../../src-shared/saved-batch.ts'
import type { Tool } from '../../../gateway/gateway-types.ts'

/** The colours of new columns, in turn. */
export const TONES = [
  { badge: 'bg-chart-1', edge: 'border-l-chart-1', cell: 'bg-accent-soft/50' },
  { badge: 'bg-chart-2', edge: 'border-l-chart-2', cell: 'bg-llm-soft/50' },
  { badge: 'bg-chart-3', edge: 'border-l-chart-3', cell: 'bg-real-soft/50' },
] as const

/** The colours of the new column at a place. */
export function toneOf(at: number): (typeof TONES)[number] {
  return TONES[at % TONES.length]!
}

/** Where a field gets its value from, in a word or two. */
export function sourceWords(source: FieldSource, { names, columns }: TablePlan): string {
  if ('own' in source) return names[source.own] ?? `column ${source.own + 1}`
  if ('from' in source)
    return `${source.from} · ${columns.find(({ id }) => id === source.from)?.name ?? ''}`
  return `“${source.value}”`
}

/** A name for a column that shows this value. */
export function nameFor(shows: string | null, tool: Tool): string {
  return shows?.replace('[]', '').split('.').at(-1) ?? tool.slug
}
