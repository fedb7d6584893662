import type { Tool } from '../../gateway/gateway-types.ts'
import { kindsOfColumns, toolForColumns } from './column-kinds.ts'
import { type Columns, textOf } from './table.ts'
import { typedValue, typesOf } from './typed-value.ts'

/**
 * What a column is used for: a field, the whole input, the row's label, its tool's slug, or
 * nothing.
 */
export type Target =
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'input' | 'label' | 'slug' | 'none' }

/** How a table becomes calls. */
export interface ColumnMap {
  /** The tool of every row; null when a column names it. */
  readonly slug: string | null
  readonly targets: readonly Target[]
}

type Tools = ReadonlyMap<string, Tool>

const SLUG_NAMES = new Set(['slug', 'tool', 'api'])
const INPUT_NAMES = new Set(['input', 'body', 'params', 'arguments'])
/** The number of rows used to guess a column's field by its values. */
const SAMPLE_ROWS = 20

/** The column that names each row's tool, if one does. */
export function slugColumnOf({ names, rows }: Columns, tools: Tools): number {
  return names.findIndex(
    (name, at) =>
      SLUG_NAMES.has(wordOf(name)) &&
      rows.slice(0, SAMPLE_ROWS).some((row) => tools.has(textOf(row[at]).trim())),
  )
}

/** Guesses the field of each column: by name, by a similar name, by the kind of its values, then by their type. */
export function guessColumns(columns: Columns, slug: string | null, tools: Tools): ColumnMap {
  const slugColumn = slug === null ? slugColumnOf(columns, tools) : -1
  const tool = slug === null ? undefined : tools.get(slug)
  const targets: (Target | null)[] = columns.names.map((_, at) =>
    at === slugColumn ? { kind: 'slug' } : null,
  )
  const fields = new Set(tool ? fieldNamesOf(tool) : fieldsOfRows(columns, slugColumn, tools))

  const take = (at: number, field: string | undefined): void => {
    if (field === undefined || targets[at] || !fields.delete(field)) return
    targets[at] = { kind: 'field', field }
  }
  const each = (find: (name: string, at: number) => string | undefined): void =>
    columns.names.forEach((name, at) => take(at, targets[at] ? undefined : find(name, at)))

  each((name) => [...fields].find((field) => wordOf(field) === wordOf(name)))
  if (slug === null) giveWholeInput(columns, targets)
  each((name) => [...fields].find((field) => areSimilar(wordOf(field), wordOf(name))))
  if (tool) {
    const kinds = kindsOfColumns(columns)
    each((_, at) => [...fields].find((field) => kinds[at] && tool.takes?.[field]?.includes(kinds[at])))
    matchByValues(columns, targets, tool, take)
  }
  return { slug, targets: withLabel(targets) }
}

/** The map with a column sent elsewhere. A field is filled by one column, as is the slug. */
export function withTarget({ slug, targets }: ColumnMap, column: number, target: Target): ColumnMap {
  const isTaken = (other: Target): boolean =>
    target.kind === 'field'
      ? other.kind === 'field' && other.field === target.field
      : target.kind === other.kind && (target.kind === 'slug' || target.kind === 'input')
  const others = targets.map((other, at): Target => {
    if (at === column) return target
    return isTaken(other) ? { kind: 'none' } : other
  })
  return { slug, targets: others }
}

/** Names of a tool's fields: required ones first. */
export function fieldNamesOf(tool: Tool): readonly string[] {
  const required = tool.input_schema.required ?? []
  const others = Object.keys(tool.input_schema.properties ?? {}).filter((name) => !required.includes(name))
  return [...required, ...others]
}

// For a tool without required fields: the first field of its first example.
function neededOf(tool: Tool): readonly string[] {
  const required = tool.input_schema.required ?? []
  return required.length > 0 ? required : Object.keys(tool.examples?.[0]?.input ?? {}).slice(0, 1)
}

function fieldsOfRows({ rows }: Columns, slugColumn: number, tools: Tools): readonly string[] {
  const slugs = new Set(rows.map((row) => textOf(row[slugColumn]).trim()))
  return [...slugs].flatMap((slug) => {
    const tool = tools.get(slug)
    return tool ? fieldNamesOf(tool) : []
  })
}

function giveWholeInput({ names }: Columns, targets: (Target | null)[]): void {
  const at = names.findIndex((name, index) => !targets[index] && INPUT_NAMES.has(wordOf(name)))
  if (at >= 0) targets[at] = { kind: 'input' }
}

function matchByValues(
  { names, rows }: Columns,
  targets: readonly (Target | null)[],
  tool: Tool,
  take: (at: number, field: string) => void,
): void {
  const properties = tool.input_schema.properties ?? {}
  const sample = rows.slice(0, SAMPLE_ROWS)
  const taken = new Set(targets.flatMap((target) => (target?.kind === 'field' ? [target.field] : [])))
  for (const field of neededOf(tool).filter((name) => !taken.has(name))) {
    const open = names.map((_, at) => at).filter((at) => !targets[at])
    const fits = open.filter((at) => sample.every((row) => isOfType(row[at], properties[field])))
    // Among several columns, the one with the longest values is the likeliest.
    const best = fits.toSorted((a, b) => lengthOf(sample, b) - lengthOf(sample, a))[0]
    if (best !== undefined) take(best, field)
  }
}

function isOfType(cell: unknown, schema: Parameters<typeof typesOf>[0]): boolean {
  const typed = typedValue(cell, schema)
  const types = typesOf(schema)
  if (!typed || types.size === 0) return true
  const { value } = typed
  if (schema?.enum) return schema.enum.includes(value)
  if (Array.isArray(value)) return types.has('array')
  if (typeof value === 'number')
    return types.has('number') || (types.has('integer') && Number.isInteger(value))
  return types.has(value === null ? 'null' : typeof value)
}

function lengthOf(rows: readonly (readonly unknown[])[], at: number): number {
  return rows.reduce((sum, row) => sum + textOf(row[at]).length, 0)
}

function withLabel(targets: readonly (Target | null)[]): readonly Target[] {
  const label = targets.findIndex((target) => target === null)
  return targets.map((target, at) => target ?? { kind: at === label ? 'label' : 'none' })
}

function wordOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

// "len" for "length", "message body" for "body"; shorter words are similar by chance.
function areSimilar(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < 3) return false
  return a.startsWith(b) || b.startsWith(a) || b.endsWith(a) || a.endsWith(b)
}

/**
 * The tool whose fields match the columns' names best, else one for the kind of their values, else the preferred one.
 */
export function guessTool(columns: Columns, tools: Tools, preferred: string): string {
  const words = new Set(columns.names.map(wordOf))
  const kinds = kindsOfColumns(columns)
  const wanted = (field: string) =>
    kinds[columns.names.findIndex((name) => wordOf(name) === wordOf(field))] ?? 'text'
  let best = ''
  let bestScore = 0
  for (const tool of tools.values()) {
    const named = fieldNamesOf(tool).filter((field) => words.has(wordOf(field)))
    const complete = neededOf(tool).every((field) => named.includes(field))
    // Among tools with the same fields, the one that is made for such values.
    const meant = named.some((field) => tool.first_for?.includes(wanted(field)))
    const score = complete ? named.length + (tool.slug === preferred ? 0.5 : meant ? 0.25 : 0) : 0
    if (score > bestScore) [best, bestScore] = [tool.slug, score]
  }
  return best || (toolForColumns(kinds, [...tools.values()]) ?? preferred)
}
