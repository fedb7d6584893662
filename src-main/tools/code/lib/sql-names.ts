/** The names in the trees of node-sql-parser. */
export interface SqlNames {
  /** Of queries of WITH, and of those in FROM. */
  readonly queries: Set<string>
  /** Of columns that are read, without the name of a table. */
  readonly bare: Set<string>
  /** Of columns that are read, with the name of a table. */
  readonly qualified: Set<string>
  /** Of columns in USING, which belong to both tables. */
  readonly shared: Set<string>
  /** Of columns that a statement defines. */
  readonly created: Set<string>
  /** Of columns into which rows are inserted. */
  readonly inserted: Set<string>
  /** Of columns that a statement sets. */
  readonly updated: Set<string>
}

/** How far a name may be that of an output of the query: not, as it is written alone, or in any expression. */
type Outputs = 'none' | 'alone' | 'anywhere'

interface Open {
  readonly value: unknown
  readonly aliases: ReadonlySet<string>
  readonly outputs: Outputs
}

// Where SQL lets a query refer to its own outputs; HAVING and QUALIFY in most dialects.
const OUTPUTS = new Map<string, Outputs>([
  ['orderby', 'alone'],
  ['_orderby', 'alone'],
  ['groupby', 'alone'],
  ['having', 'anywhere'],
  ['qualify', 'anywhere'],
])
// Functions of dates whose first argument is a word, with the number of their arguments: MySQL's DATEDIFF has two.
const DATE_FUNCTIONS: readonly (readonly [name: RegExp, count: number])[] = [
  [/^(?:date_?add|date_?diff|datediff_big|time(?:stamp)?_?(?:add|diff))$/i, 3],
  [/^(?:date_?part|datename|date_?trunc)$/i, 2],
]
const DATE_PART =
  /^(?:y{1,4}|year|qq?|quarter|mm?|month|dy|dayofyear|dd?|day|ww?|wk|week|isowk|iso_?week|weekday|dw|hh|hour|mi|n|minute|ss?|second|ms|millisecond|mcs|microsecond|ns|nanosecond|epoch)s?$/i

/**
 * Tells the names of columns from texts, outputs of queries, and words such as the `day` of `DATEADD(day, 1, x)`.
 * @param trees as node-sql-parser makes them, whose shape differs by dialect
 */
export function namesIn(trees: readonly unknown[]): SqlNames {
  const names: SqlNames = {
    queries: new Set(),
    bare: new Set(['(.*)']),
    qualified: new Set(['(.*)']),
    shared: new Set(),
    created: new Set(),
    inserted: new Set(),
    updated: new Set(),
  }
  const open: Open[] = trees.map((value) => ({ value, aliases: new Set<string>(), outputs: 'none' }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, aliases, outputs } = next
    // The next one comes from the end.
    if (Array.isArray(value))
      for (const one of value.toReversed()) open.push({ value: one, aliases, outputs })
    else if (isTree(value)) open.push(...partsOf(value, next, names).toReversed())
  }
  return names
}

type Tree = Readonly<Record<string, unknown>>

function partsOf(tree: Tree, { aliases, outputs }: Open, names: SqlNames): Open[] {
  const { type, resource } = tree
  addWritten(tree, names)
  if (type === 'column_ref') addReference(tree, outputs === 'none' ? null : aliases, names)
  const isSelect = type === 'select'
  const own = isSelect ? aliasesOf(tree['columns']) : aliases
  const isWrapper = 'columns' in tree || (isTree(tree['expr']) && !('operator' in tree))
  const inside = !isSelect && (outputs === 'anywhere' || isWrapper) ? outputs : 'none'
  return Object.entries(tree).flatMap(([key, value]) => {
    const isDone = type === 'column_ref' || resource === 'column' ? key === 'column' : false
    // The columns of a key or index of a table are those that it defines.
    const isKey = (resource === 'constraint' || resource === 'index') && key === 'definition'
    if (isDone || isKey || value === null || typeof value !== 'object') return []
    const part = key === 'args' ? withoutDatePart(tree, value) : value
    return [{ value: part, aliases: own, outputs: (isSelect && OUTPUTS.get(key)) || inside }]
  })
}

function addWritten(tree: Tree, names: SqlNames): void {
  const query = textIn(tree['name'])
  if (tree['stmt'] !== undefined && query !== undefined) names.queries.add(query)
  const inFrom = isTree(tree['expr']) && ('ast' in tree['expr'] || tree['expr']['type'] === 'select')
  if (inFrom) addAll(names.queries, tree['as'])
  addAll(names.shared, tree['using'])
  if (tree['type'] === 'insert') addAll(names.inserted, tree['columns'])
  if (Array.isArray(tree['set'])) addAll(names.updated, tree['set'])
  if (tree['resource'] === 'column') addAll(names.created, tree['column'])
}

function addReference({ column, table }: Tree, aliases: ReadonlySet<string> | null, names: SqlNames): void {
  const name = textIn(column)
  if (name === undefined || (isTree(column) && isText(column))) return
  const isBare = table === null || table === undefined
  if (isBare && aliases?.has(name)) return
  const into = isBare ? names.bare : names.qualified
  into.add(name === '*' ? '(.*)' : name)
}

// A text in the place of a column.
const isText = (column: Tree): boolean =>
  isTree(column['expr']) && column['expr']['type'] === 'single_quote_string'

function aliasesOf(columns: unknown): Set<string> {
  const aliases = (Array.isArray(columns) ? columns : []).map((one) => isTree(one) && textIn(one['as']))
  return new Set(aliases.filter((alias) => typeof alias === 'string'))
}

function withoutDatePart({ type, name }: Tree, args: unknown): unknown {
  const list: readonly unknown[] = isTree(args) && Array.isArray(args['value']) ? args['value'] : []
  const parts: readonly unknown[] = isTree(name) && Array.isArray(name['name']) ? name['name'] : []
  const called = textIn(parts.at(-1)) ?? ''
  const [first, ...rest] = list
  const isPart =
    isTree(first) && (first['table'] ?? null) === null && DATE_PART.test(textIn(first['column']) ?? '')
  const takesPart = DATE_FUNCTIONS.some(([known, count]) => count === list.length && known.test(called))
  return type === 'function' && isPart && takesPart ? rest : args
}

/** Adds the names of one column, or of a list of them. */
function addAll(into: Set<string>, value: unknown): void {
  for (const one of Array.isArray(value) ? value : [value]) {
    const name = textIn(isTree(one) && 'column' in one ? one['column'] : one)
    if (name !== undefined) into.add(name)
  }
}

// A name in quotes is a value of its own.
function textIn(name: unknown): string | undefined {
  if (typeof name === 'string') return name
  if (!isTree(name)) return undefined
  return textIn('value' in name ? name['value'] : name['expr'])
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
